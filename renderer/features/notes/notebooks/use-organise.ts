// Changes of what notes are besides their text: one batch for all that are chosen, taken back as one.

import { useMemo } from 'react';
import type { Operation } from '../../../../main/contract/batch.ts';
import type { ChangeEntry } from '../../../../main/contract/changes.ts';
import { maxOperations } from '../../../../main/contract/limits.ts';
import { refusalOf } from '../../../api/client.ts';
import type { Changes } from '../../../api/history.ts';
import { routes } from '../../../api/routes.ts';
import { useService } from '../../../api/service.ts';
import { useHistoryMutation } from '../../../api/undoable.ts';
import { announce } from '../../../ui/announce.tsx';
import { showUndoMessage } from '../../../ui/toasts.ts';
import { attributesKey, rememberAttributes, type NoteAttributes } from './note-attributes.ts';
import { strings } from './strings.ts';

interface NotesWriting {
  readonly ids: readonly string[];
  /** The beginning of the Idempotency-Key of each request. */
  readonly key: string;
  readonly operationOf: (id: string) => Operation;
  readonly historyEntry: Changes;
}

interface Organise {
  readonly change: (ids: readonly string[], attributes: Partial<NoteAttributes>, message: string) => void;
  readonly trash: (ids: readonly string[]) => void;
}

export function useOrganise(): Organise {
  const service = useService();
  const { client, history, queries } = service;
  const { mutate } = useHistoryMutation({
    meta: { failed: strings.organiseFailed },
    mutationFn: async ({ ids, key, operationOf, historyEntry }: NotesWriting) => {
      for (let from = 0; from < ids.length; from += maxOperations) {
        const some = ids.slice(from, from + maxOperations);
        const operations = some.map(operationOf);
        const { results, failed } = await client.call(routes.runBatch, { body: { operations }, idempotencyKey: `${key}.${from}` });
        if (failed !== null) throw refusalOf(failed);
        historyEntry.add(results.flatMap(({ body }) => touchedBy(body)));
      }
    },
  });
  return useMemo(() => {
    const send = (ids: readonly string[], message: string, operationOf: NotesWriting['operationOf']): void => {
      if (ids.length === 0) return;
      const historyEntry = history.begin(message);
      mutate({ ids, key: crypto.randomUUID(), operationOf, historyEntry });
      showUndoMessage(service, historyEntry);
      announce(message);
    };
    return {
      change: (ids, attributes, message) => {
        for (const id of ids) {
          const known = queries.getQueryData<NoteAttributes>(attributesKey(id));
          if (known !== undefined) rememberAttributes(queries, { ...known, ...attributes, id });
        }
        send(ids, message, (id) => ({ method: 'POST', path: `/api/notes/${id}/delta`, body: attributes }));
      },
      trash: (ids) => {
        send(ids, strings.trashed(ids.length), (id) => ({ method: 'POST', path: '/api/trash', body: { type: 'note', id } }));
      },
    };
  }, [history, mutate, queries, service]);
}

/** What a reply of an operation tells: a delta's, or an entry of the trash. */
function touchedBy(body: unknown): { type: ChangeEntry['type']; id: string; version: number | null; how?: 'deleted' }[] {
  const { id, recordId, version, steps } = body as { id: string; recordId?: string; version?: number; steps?: readonly unknown[] };
  if (recordId !== undefined) return [{ type: 'note', id: recordId, version: null, how: 'deleted' }];
  // One that was so already is not changed.
  return version === undefined || steps?.length === 0 ? [] : [{ type: 'note', id, version }];
}
