// Changes of several cards as one: all of them happen, or none, and they are taken back as one.

import type { Operation } from '../../../main/contract/batch.ts';
import type { Card, UpdateCard } from '../../../main/contract/cards.ts';
import { maxOperations } from '../../../main/contract/limits.ts';
import { refusalOf } from '../../api/client.ts';
import type { Changes } from '../../api/history.ts';
import type { Touched } from '../../api/reversible.ts';
import { routes } from '../../api/routes.ts';
import { useService } from '../../api/service.ts';
import { useHistoryMutation } from '../../api/undoable.ts';
import { notify, showUndoMessage } from '../../ui/toasts.ts';
import { strings } from './strings.ts';
import { cardsKey } from './use-board.ts';

/** What is done to all of them. */
export type BulkChange =
  | { readonly how: 'change'; readonly fieldsOf: (card: Card) => UpdateCard }
  | { readonly how: 'move'; readonly columnId: string }
  | { readonly how: 'delete' }
  | { readonly how: 'add'; readonly columnId: string; readonly column: string; readonly titles: readonly string[] };

/** Marks them as done, or as not done where all of them are. */
export function doneChange(cards: readonly Card[]): BulkChange {
  const allDone = cards.every(({ completedAt }) => completedAt !== null);
  const now = new Date().toISOString();
  return { how: 'change', fieldsOf: ({ completedAt }) => ({ completedAt: allDone ? null : (completedAt ?? now) }) };
}

export const archiveChange: BulkChange = { how: 'change', fieldsOf: () => ({ isArchived: true }) };

interface Bulk {
  readonly operations: readonly Operation[];
  readonly versions: ReadonlyMap<string, number>;
  readonly key: string;
  readonly historyEntry: Changes;
}

/** Changes several cards of a board. */
export function useBulk(projectId: string): (cards: readonly Card[], change: BulkChange) => void {
  const service = useService();
  const { client, queries, history } = service;
  const { mutate } = useHistoryMutation({
    mutationKey: ['boards', 'bulk'],
    scope: { id: 'boards.bulk' },
    meta: { failed: strings.bulkFailed },
    mutationFn: ({ operations, versions, key, historyEntry }: Bulk) =>
      historyEntry.make(
        async () => {
          const { failed, results } = await client.call(routes.runBatch, { body: { operations: [...operations] }, idempotencyKey: key });
          if (failed !== null) throw refusalOf(failed);
          return results;
        },
        (results) => results.flatMap(({ body }) => touchedBy(body as Answered, versions)),
      ),
    onSuccess: (_results, { historyEntry }) => {
      showUndoMessage(service, historyEntry);
    },
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: cardsKey(projectId) });
    },
  });
  return (cards, change) => {
    const operations = operationsOf(cards, change);
    if (operations.length === 0) return;
    if (operations.length > maxOperations) {
      notify({ title: strings.tooMany(maxOperations), kind: 'problem' });
      return;
    }
    const versions = new Map(cards.map(({ id, version }) => [id, version]));
    mutate({ operations, versions, key: crypto.randomUUID(), historyEntry: history.begin(whatOf(change, operations.length)) });
  };
}

function operationsOf(cards: readonly Card[], change: BulkChange): readonly Operation[] {
  switch (change.how) {
    case 'add':
      return change.titles.map((title) => ({ method: 'POST', path: '/api/cards', body: { title, columnId: change.columnId } }));
    case 'delete':
      return cards.map(({ id }) => ({ method: 'POST', path: '/api/trash', body: { type: 'card', id } }));
    case 'move':
      return cards.map(({ id }) => ({ method: 'POST', path: `/api/cards/${id}/move`, body: { columnId: change.columnId } }));
    default:
      return cards.map((card) => ({ method: 'PUT', path: `/api/cards/${card.id}`, body: change.fieldsOf(card) }));
  }
}

function whatOf(change: BulkChange, count: number): string {
  if (change.how === 'add') return strings.linesAdded(count, change.column);
  return change.how === 'delete' ? strings.bulkDeleted(count) : strings.bulkChanged(count);
}

/** A card, or its entry in the trash. */
type Answered = Pick<Card, 'id' | 'version'> | { readonly recordId: string };

function touchedBy(body: Answered, versions: ReadonlyMap<string, number>): readonly Touched[] {
  if ('recordId' in body) return [{ type: 'card', id: body.recordId, version: null, how: 'deleted' }];
  const before = versions.get(body.id);
  if (before === undefined) return [{ type: 'card', id: body.id, version: body.version, how: 'created' }];
  // What was so already has changed nothing.
  return body.version > before ? [{ type: 'card', id: body.id, version: body.version }] : [];
}
