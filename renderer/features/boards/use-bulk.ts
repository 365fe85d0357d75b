// Changes of several cards as one: all of them happen, or none, and they are taken back as one.

import type { Operation } from '../../../main/contract/batch.ts';
import type { Card, UpdateCard } from '../../../main/contract/cards.ts';
import { maxOperations } from '../../../main/contract/limits.ts';
import { refusalOf, untilVersionsMatch, type Client } from '../../api/client.ts';
import type { Changes } from '../../api/history.ts';
import type { Touched } from '../../api/reversible.ts';
import { routes } from '../../api/routes.ts';
import { useService } from '../../api/service.ts';
import { useHistoryMutation } from '../../api/undoable.ts';
import { notify, showUndoMessage } from '../../ui/toasts.ts';
import { withLabel } from './card-list.ts';
import { strings } from './strings.ts';
import { cardsKey } from './use-board.ts';

/** What is done to all of them. */
export type BulkChange =
  | { readonly how: 'change'; readonly fieldsOf: (card: Card) => UpdateCard }
  | { readonly how: 'label'; readonly labelId: string; readonly isChosen: boolean }
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
  readonly cards: readonly Card[];
  readonly change: BulkChange;
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
    mutationFn: ({ cards, change, key, historyEntry }: Bulk) =>
      historyEntry.make(
        () => changeAll(client, cards, change, key),
        ({ answers, before }) => {
          const versions = new Map(before.map(({ id, version }) => [id, version]));
          return answers.flatMap((body) => touchedBy(body as Answered, versions));
        },
      ),
    onSuccess: (_results, { historyEntry }) => {
      showUndoMessage(service, historyEntry);
    },
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: cardsKey(projectId) });
    },
  });
  return (cards, change) => {
    const { length: count } = operationsOf(cards, change);
    if (count === 0) return;
    if (count > maxOperations) {
      notify({ title: strings.tooMany(maxOperations), kind: 'problem' });
      return;
    }
    mutate({ cards, change, key: crypto.randomUUID(), historyEntry: history.begin(whatOf(change, count)) });
  };
}

interface AllChanged {
  /** The bodies of the answers. */
  readonly answers: readonly unknown[];
  /** The cards of which the change was made. */
  readonly before: readonly Card[];
}

/** Labels are changed in the lists that the service has, which another client may have changed since they were seen. */
export async function changeAll(client: Client, cards: readonly Card[], change: BulkChange, key: string): Promise<AllChanged> {
  if (change.how !== 'label') return { answers: await run(client, { operations: operationsOf(cards, change), key }), before: cards };
  const reading = cards.map(({ id }): Operation => ({ method: 'GET', path: `/api/cards/${id}` }));
  return untilVersionsMatch(async () => {
    const before = (await run(client, { operations: reading })) as readonly Card[];
    return { answers: await run(client, { operations: operationsOf(before, change) }), before };
  });
}

async function run(
  client: Client,
  { operations, key }: { readonly operations: readonly Operation[]; readonly key?: string },
): Promise<readonly unknown[]> {
  const { failed, results } = await client.call(routes.runBatch, {
    body: { operations: [...operations] },
    ...(key === undefined ? {} : { idempotencyKey: key }),
  });
  if (failed !== null) throw refusalOf(failed);
  return results.map(({ body }) => body);
}

function operationsOf(cards: readonly Card[], change: BulkChange): readonly Operation[] {
  switch (change.how) {
    case 'add':
      return change.titles.map((title) => ({ method: 'POST', path: '/api/cards', body: { title, columnId: change.columnId } }));
    case 'delete':
      return cards.map(({ id }) => ({ method: 'POST', path: '/api/trash', body: { type: 'card', id } }));
    case 'move':
      return cards.map(({ id }) => ({ method: 'POST', path: `/api/cards/${id}/move`, body: { columnId: change.columnId } }));
    case 'label':
      return cards.map(({ id, version, labelIds }) => ({
        method: 'PUT',
        path: `/api/cards/${id}`,
        body: { labelIds: withLabel(labelIds, change.labelId, change.isChosen) },
        ifMatch: version,
      }));
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
