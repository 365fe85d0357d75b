// Which entries of the feed a page's own changes are, and whether they can be taken back. Pure.

import type { ChangeEntry } from '../../main/contract/changes.ts';
import type { Undone } from '../../main/contract/undo.ts';

/** A record that a change has led to a version. */
export interface Touched {
  readonly type: ChangeEntry['type'];
  readonly id: string;
  /** Null for what went into the trash. */
  readonly version: number | null;
  /** It was not there before, or is not any more; absent for a change of its fields or its place. */
  readonly how?: 'created' | 'deleted';
}

/**
 * The seqs of the changes that led to `touched`. `force`: records have newer versions, and each of them is one of `own`, which are nothing
 * but ways back and there again; the service alone could not tell them from the changes of others.
 */
export function reversible(
  touched: readonly Touched[],
  feed: readonly ChangeEntry[],
  own: ReadonlySet<string>,
): { readonly changes: number[]; readonly force: boolean } {
  const changes: number[] = [];
  const newest = new Map<string, number>();
  for (const each of touched) {
    const { type, id, version } = each;
    const entry = feed.find((change) => change.type === type && change.id === id && leadsTo(change, each));
    if (entry !== undefined) changes.push(entry.seq);
    newest.set(`${type} ${id}`, Math.max(version ?? Infinity, newest.get(`${type} ${id}`) ?? 0));
  }
  const later = feed.filter((change) => (change.version ?? 0) > (newest.get(`${change.type} ${change.id}`) ?? Infinity));
  return { changes, force: later.length > 0 && later.every(({ type, id, version }) => own.has(`${type} ${id} ${version}`)) };
}

/** What goes into the trash and comes back keeps its version. */
function leadsTo({ action, version }: ChangeEntry, touched: Touched): boolean {
  if (touched.how === 'deleted') return action === 'deleted';
  return version === touched.version && (touched.how === 'created' ? action === 'created' : action === 'updated' || action === 'moved');
}

/** What an undo has touched, by its answer: what it has taken away can come back, and what came back was not there before. */
export function touchedByUndo(before: readonly Touched[], restored: Undone['restored']): readonly Touched[] {
  const wasAway = (type: string, id: string): boolean =>
    before.some((each) => each.type === type && each.id === id && each.how === 'deleted');
  return restored.map(({ type, id, version }): Touched => {
    if (version === null) return { type, id, version, how: 'deleted' };
    return wasAway(type, id) ? { type, id, version, how: 'created' } : { type, id, version };
  });
}
