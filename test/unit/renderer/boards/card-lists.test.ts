import { expect, it } from 'vitest';
import type { Operation } from '../../../../main/contract/batch.ts';
import type { Card, UpdateCard } from '../../../../main/contract/cards.ts';
import { ServiceError, type Client } from '../../../../renderer/api/client.ts';
import { withLabel } from '../../../../renderer/features/boards/card-list.ts';
import { changeAll } from '../../../../renderer/features/boards/use-bulk.ts';
import { writeCard } from '../../../../renderer/features/boards/use-card-changes.ts';

const problem = { type: 'about:blank', title: '', status: 412, detail: '', code: 'version_mismatch', requestId: '' } as const;

interface Input {
  readonly params?: { readonly id: string };
  readonly body?: UpdateCard & { readonly operations?: readonly Operation[] };
  readonly ifMatch?: number;
}

/** Cards of a service; `theirs` is done by another client before each of the first `times` writings. */
function keptCards(ids: readonly string[], theirs: (card: Card) => Partial<Card>, times: number) {
  const cards = new Map(ids.map((id) => [id, { id, version: 1, labelIds: ['base'] } as unknown as Card]));
  const cardOf = (id: string): Card => cards.get(id) as Card;
  const write = (id: string, changes: object): Card => {
    const card = { ...cardOf(id), ...changes, version: cardOf(id).version + 1 };
    cards.set(id, card);
    return card;
  };
  let left = times;
  const interfere = (id: string): void => {
    if (left-- > 0) write(id, theirs(cardOf(id)));
  };
  const isStale = (id: string, version: number | undefined): boolean => version !== undefined && version !== cardOf(id).version;
  const batch = (operations: readonly Operation[]): unknown => {
    const isReading = operations.every(({ method }) => method === 'GET');
    const idOf = ({ path }: Operation): string => path.slice('/api/cards/'.length);
    if (!isReading)
      operations.slice(-1).forEach((operation) => {
        interfere(idOf(operation));
      });
    if (operations.some((operation) => isStale(idOf(operation), operation.ifMatch))) return { failed: { index: 0, problem }, results: [] };
    return {
      failed: null,
      results: operations.map((operation) => ({
        body: isReading ? cardOf(idOf(operation)) : write(idOf(operation), operation.body as object),
      })),
    };
  };
  const call = (_route: unknown, { params, body, ifMatch }: Input): Promise<unknown> => {
    if (body?.operations !== undefined) return Promise.resolve(batch(body.operations));
    const id = params?.id ?? '';
    if (body === undefined) return Promise.resolve(cardOf(id));
    interfere(id);
    return isStale(id, ifMatch) ? Promise.reject(new ServiceError(412, problem)) : Promise.resolve(write(id, body));
  };
  return { client: { call } as unknown as Client, cardOf };
}

const theirsToo = ({ labelIds }: Card): Partial<Card> => ({ labelIds: withLabel(labelIds, `theirs ${labelIds.length}`, true) });

it('a label is put on the card as it is then, however often others change that meanwhile', async () => {
  const { client, cardOf } = keptCards(['a'], theirsToo, 2);
  await writeCard(client, 'a', ({ labelIds }) => ({ labelIds: withLabel(labelIds, 'mine', true) }));
  expect(cardOf('a').labelIds).toEqual(['base', 'theirs 1', 'theirs 2', 'mine']);
  await writeCard(client, 'a', ({ labelIds }) => ({ labelIds: withLabel(labelIds, 'base', false) }));
  expect(cardOf('a').labelIds).toEqual(['theirs 1', 'theirs 2', 'mine']);
});

it('a label of several cards is put on each as it is then, and what was changed is told by the cards that were read last', async () => {
  const { client, cardOf } = keptCards(['a', 'b'], theirsToo, 1);
  const change = { how: 'label', labelId: 'mine', isChosen: true } as const;
  const { answers, before } = await changeAll(client, [cardOf('a'), cardOf('b')], change, 'key');
  expect(cardOf('a').labelIds).toEqual(['base', 'mine']);
  expect(cardOf('b').labelIds).toEqual(['base', 'theirs 1', 'mine']);
  expect(before.map(({ version }) => version)).toEqual([1, 2]);
  expect(answers).toEqual([cardOf('a'), cardOf('b')]);
});

it('a label that is there already is there once', () => {
  expect(withLabel(['a', 'b'], 'a', true)).toEqual(['a', 'b']);
  expect(withLabel(['a', 'b'], 'c', false)).toEqual(['a', 'b']);
});
