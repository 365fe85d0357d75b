// Lists of notes, and what notes are besides their text, stay true by what the feed tells.

import { useEffect } from 'react';
import type { NoteSummary } from '../../../../main/contract/notes.ts';
import type { Client } from '../../../api/client.ts';
import { coalesceInSight } from '../../../api/in-sight.ts';
import { refreshList } from '../../../api/live.ts';
import { routes } from '../../../api/routes.ts';
import { useService, type Service } from '../../../api/service.ts';
import { attributesKey, rememberAttributes } from '../notebooks/note-attributes.ts';
import { withChanged, withoutNote, type NotePages } from './note-pages.ts';
import type { ListView } from './place.ts';

/** More changes at once than this, and the list is read anew. */
const maxPatched = 50;
/** How many notes besides are looked at. */
const someMore = 20;

/** Beginning of the keys of all lists. */
export const listsKey = ['note', 'list'] as const;

interface Following {
  /** How many components need it. */
  count: number;
  readonly end: () => void;
}

const followings = new WeakMap<Service, Following>();

/** Notes are followed as long as a component is shown that calls this: once, however many there are. */
export function useFollowedNotes(): void {
  const service = useService();
  useEffect(() => {
    const following = followings.get(service) ?? { count: 0, end: followNotes(service) };
    followings.set(service, following);
    following.count += 1;
    return () => {
      following.count -= 1;
      if (following.count > 0) return;
      followings.delete(service);
      following.end();
    };
  }, [service]);
}

/** Gives a list as it is. */
const same = (list: NotePages): NotePages => list;

/** Patches the lists: a user who types changes a note every second, and reading all of a long list each time would be a waste. */
export function followNotes({ client, connection, queries }: Pick<Service, 'client' | 'connection' | 'queries'>): () => void {
  let told = new Map<string, 'changed' | 'deleted'>();
  /** How often changes may have been missed: what was asked for before may be answered when something newer has been read. */
  let missed = 0;
  const readAnew = async (ids: readonly string[]): Promise<void> => {
    const keys = [listsKey, ...ids.map(attributesKey)];
    await Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })));
  };
  const refresh = coalesceInSight(async () => {
    const changed = [...told].flatMap(([id, what]) => (what === 'changed' ? [id] : []));
    const deleted = [...told].flatMap(([id, what]) => (what === 'deleted' ? [id] : []));
    told = new Map();
    const before = missed;
    try {
      if (changed.length > maxPatched) return await readAnew(changed);
      let news: readonly NoteSummary[] = [];
      await refreshList<NotePages>(queries, listsKey, async () => {
        news = await readNews(client, changed);
        if (missed !== before) return same;
        for (const note of news) rememberAttributes(queries, note);
        return (list, key) => deleted.reduce(withoutNote, withChanged(list, news, key[2] as ListView));
      });
      // One that was changed before others meanwhile.
      if (news.length < changed.length || missed !== before) await readAnew([...changed, ...deleted]);
    } catch {
      // What could not be brought in now is in what is read from now on.
      await readAnew([...changed, ...deleted]);
    }
  });
  const miss = (): void => {
    missed += 1;
    const ids = [...told.keys()];
    told = new Map();
    if (ids.length > 0) void readAnew(ids);
  };
  const end = connection.onChange((change) => {
    if (change === null) miss();
    if (change?.type !== 'note' || change.id === null) return;
    told.set(change.id, change.action === 'deleted' ? 'deleted' : 'changed');
    refresh();
  });
  return () => {
    end();
    miss();
  };
}

/** Those of the notes that are among the last changed. */
async function readNews(client: Client, ids: readonly string[]): Promise<readonly NoteSummary[]> {
  if (ids.length === 0) return [];
  // Of a batch the feed tells one by one, so that others can have been changed meanwhile.
  const { items } = await client.call(routes.listNotes, {
    query: { sort: 'updated', archived: 'all', limit: String(ids.length + someMore) },
  });
  return items.filter(({ id }) => ids.includes(id));
}
