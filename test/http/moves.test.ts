import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Card } from '../../main/contract/cards.ts';
import { noId, refused, withoutRequestId, withBoards, type BoardClient } from '../support/boards.ts';
import type { Answer, TestService } from '../support/service.ts';
import { runs } from '../support/property.ts';

let service: TestService;
let client: BoardClient;
let berta: string;

beforeAll(async () => {
  ({ service, client, berta } = await withBoards());
});

const move = (id: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
  service.request('POST', `/api/cards/${id}/move`, { body, headers });

/** A new column with `count` cards. */
async function filled(count: number, token?: string): Promise<{ id: string; cards: Card[] }> {
  const { id } = await client.column({}, token);
  const cards: Card[] = [];
  for (let index = 0; index < count; index += 1) cards.push(await client.card(id, { title: String(index) }, token));
  return { id, cards };
}

/** Titles of a column's cards in their order, after a look at their positions. */
async function titles(columnId: string): Promise<string> {
  const { items, total } = await client.cards(columnId);
  expect(items.map(({ position }) => position)).toEqual([...items.keys()]);
  expect(total).toBe(items.length);
  return items.map(({ title }) => title).join('');
}

describe('POST /api/cards/:id/move', () => {
  test.each<[string, object, string[]]>([
    ['the column is missing', { columnId: undefined }, ['columnId']],
    ['the column is null', { columnId: null }, ['columnId']],
    ['the column is unknown', { columnId: noId }, ['columnId']],
    ['the position is negative', { position: -1 }, ['position']],
    ['the position is no whole number', { position: 0.5 }, ['position']],
    ['the position is text', { position: '1' }, ['position']],
    ['a field is unknown', { index: 1 }, ['index']],
  ])('400 when %s', async (_, fields, paths) => {
    const { id, cards } = await filled(2);
    expect(refused(await move(cards[0]?.id ?? '', { columnId: id, position: 1, ...fields }))).toEqual(paths);
    expect((await client.cards(id)).items).toEqual(cards);
  });

  test('400 when the column is another user’s, as for one that never was', async () => {
    const [mine, hers] = [await filled(1), await filled(1, berta)];
    const [card] = mine.cards as [Card];
    expect(withoutRequestId(await move(card.id, { columnId: hers.id }))).toEqual(withoutRequestId(await move(card.id, { columnId: noId })));
    expect([(await client.cards(mine.id)).items, (await client.cards(hers.id, berta)).items]).toEqual([mine.cards, hers.cards]);
  });

  test('404 for a card of another user, which stays where it is', async () => {
    const [mine, hers] = [await filled(1), await filled(2, berta)];
    const [card] = hers.cards as [Card];
    for (const columnId of [mine.id, hers.id])
      expect(withoutRequestId(await move(card.id, { columnId }, { 'If-Match': '"7"' }))).toEqual(
        withoutRequestId(await move(noId, { columnId: mine.id })),
      );
    expect([(await client.cards(mine.id)).items, (await client.cards(hers.id, berta)).items]).toEqual([mine.cards, hers.cards]);
  });

  test('412 when If-Match names another version', async () => {
    const { id, cards } = await filled(2);
    const { status, body } = await move(cards[0]?.id ?? '', { columnId: id, position: 1 }, { 'If-Match': '"2"' });
    expect([status, body.code, body.version]).toEqual([412, 'version_mismatch', 1]);
    expect((await client.cards(id)).items).toEqual(cards);
  });

  test.each<[number, number | undefined, string]>([
    [0, undefined, '12340'],
    [0, 4, '12340'],
    [0, 99, '12340'],
    [4, 0, '40123'],
    [1, 2, '02134'],
    [3, 1, '03124'],
    [2, 3, '01324'],
  ])('200 within a column: the card at %d to %s', async (from, position, expected) => {
    const { id, cards } = await filled(5);
    const card = cards[from] as Card;
    const seq = await client.lastSeq();
    const { status, headers, body } = await move(
      card.id,
      { columnId: id, ...(position === undefined ? {} : { position }) },
      { 'If-Match': '"1"' },
    );
    expect([status, headers.get('ETag')]).toEqual([200, '"2"']);
    expect(body).toEqual({ ...card, position: Math.min(position ?? 4, 4), version: 2, updatedAt: expect.any(String) });
    expect((await service.request('GET', `/api/cards/${card.id}`)).body).toEqual(body);
    expect(await titles(id)).toBe(expected);
    // Of the others nothing but the position has changed.
    expect((await client.cards(id)).items.filter(({ version }) => version !== 1)).toHaveLength(1);
    expect(await client.changesSince(seq)).toMatchObject([{ type: 'card', action: 'moved', id: card.id, version: 2 }]);
  });

  test('200 to another column and project, with checklist and attachments', async () => {
    const [from, to] = [await filled(2), await client.column({ projectId: 'elsewhere' })];
    const [card] = from.cards as [Card];
    const checklist = [{ text: 'Sketch', completed: true }];
    await service.request('PUT', `/api/cards/${card.id}/checklist`, { body: { checklist } });
    const { body } = await move(card.id, { columnId: to.id, position: 3 });
    expect(body).toMatchObject({ columnId: to.id, projectId: 'elsewhere', position: 0, checklist, attachments: [], version: 3 });
    expect([await titles(from.id), await titles(to.id)]).toEqual(['1', '0']);
    expect((await client.columns()).items.filter(({ id }) => [from.id, to.id].includes(id)).map(({ cardCount }) => cardCount)).toEqual([
      1, 1,
    ]);
  });

  test('200 with the same version when it is there already', async () => {
    const { id, cards } = await filled(3);
    const seq = await client.lastSeq();
    expect((await move(cards[1]?.id ?? '', { columnId: id, position: 1 })).body).toEqual(cards[1]);
    expect((await move(cards[2]?.id ?? '', { columnId: id })).body).toEqual(cards[2]);
    expect(await client.changesSince(seq)).toEqual([]);
  });

  test('200 for all of many that move into the same place at once', async () => {
    const [from, to] = [await filled(40), await filled(3)];
    const answers = await Promise.all(from.cards.map(({ id }) => move(id, { columnId: to.id, position: 1 })));
    expect(answers.map(({ status, body }) => [status, body.position])).toEqual(answers.map(() => [200, 1]));
    const { items } = await client.cards(to.id);
    expect(items.map(({ id }) => id).toSorted()).toEqual([...from.cards, ...to.cards].map(({ id }) => id).toSorted());
    expect([items[0]?.title, items.slice(-2).map(({ title }) => title)]).toEqual(['0', ['1', '2']]);
    expect(await titles(from.id)).toBe('');
  });

  test('200 for one card that is moved to many places at once: it is in one of them', async () => {
    const [a, b] = [await filled(5), await filled(5)];
    const [card] = a.cards as [Card];
    await Promise.all(
      Array.from({ length: 30 }, (_, index) => move(card.id, { columnId: index % 2 === 0 ? a.id : b.id, position: index % 5 })),
    );
    const found = [...(await client.cards(a.id)).items, ...(await client.cards(b.id)).items].filter(({ id }) => id === card.id);
    expect(found).toEqual([(await service.request('GET', `/api/cards/${card.id}`)).body]);
    expect((await titles(a.id)).length + (await titles(b.id)).length).toBe(10);
  });

  test('412 for all but one of many that have seen the same version', async () => {
    const { id, cards } = await filled(3);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => move(cards[0]?.id ?? '', { columnId: id, position: 1 }, { 'If-Match': '"1"' })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array.from({ length: 9 }, () => 412)]);
  });
});

type Step =
  | { readonly kind: 'create'; readonly column: number }
  | { readonly kind: 'move'; readonly card: number; readonly column: number; readonly position: number | undefined }
  | { readonly kind: 'delete'; readonly card: number }
  | { readonly kind: 'reorder'; readonly first: readonly number[] };

const column = fc.nat({ max: 2 });
const card = fc.nat({ max: 1000 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('create' as const), column }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      card,
      column,
      position: fc.option(fc.nat({ max: 12 }), { nil: undefined }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), card }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reorder' as const), first: fc.uniqueArray(column, { maxLength: 3 }) }) },
);

/** Three columns of a project of their own, each a plain list of the ids of its cards. */
class Model {
  readonly columns: Map<string, string[]>;

  constructor(ids: readonly string[]) {
    this.columns = new Map(ids.map((id) => [id, []]));
  }

  cards(): string[] {
    return [...this.columns.values()].flat();
  }

  put(cardId: string, columnId: string, position = Number.POSITIVE_INFINITY): void {
    this.remove(cardId);
    this.columns.get(columnId)?.splice(position, 0, cardId);
  }

  remove(cardId: string): void {
    for (const list of this.columns.values()) {
      const index = list.indexOf(cardId);
      if (index !== -1) list.splice(index, 1);
    }
  }
}

async function check({ columns }: Model, order: readonly string[]): Promise<void> {
  for (const [id, expected] of columns) {
    const { items } = await client.cards(id);
    expect(items.map((item) => item.id)).toEqual(expected);
    expect(items.map(({ position }) => position)).toEqual([...expected.keys()]);
  }
  const listed = (await client.columns()).items.filter(({ id }) => columns.has(id));
  expect(listed.map(({ id, position, cardCount }) => [id, position, cardCount])).toEqual(
    order.map((id, index) => [id, index, columns.get(id)?.length]),
  );
}

let projects = 0;

async function newProject(): Promise<[string, string, string]> {
  projects += 1;
  const ids: string[] = [];
  for (const title of ['a', 'b', 'c']) ids.push((await client.column({ title, projectId: `model-${projects}` })).id);
  return ids as [string, string, string];
}

/** What a step asks for; null if it needs a card and there is none. */
function request(
  step: Step,
  columns: readonly string[],
  cards: readonly string[],
): { method: string; path: string; body?: object; cardId?: string } | null {
  if (step.kind === 'create') return { method: 'POST', path: '/api/cards', body: { title: 'x', columnId: columns[step.column] } };
  if (step.kind === 'reorder')
    return { method: 'PUT', path: '/api/columns/order', body: { columnIds: step.first.map((index) => columns[index]) } };
  const cardId = cards[step.card % cards.length];
  if (cardId === undefined) return null;
  if (step.kind === 'delete') return { method: 'DELETE', path: `/api/cards/${cardId}`, cardId };
  return { method: 'POST', path: `/api/cards/${cardId}/move`, cardId, body: { columnId: columns[step.column], position: step.position } };
}

describe('any sequence of creates, moves, deletes and reorders', () => {
  test('gives what a plain list gives, one after the other', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40, size: 'max' }), async (steps) => {
        const columns = await newProject();
        const model = new Model(columns);
        let order: readonly string[] = columns;
        for (const one of steps) {
          const asked = request(one, columns, model.cards());
          if (asked === null) continue;
          const { status, body } = await service.request(asked.method, asked.path, { body: asked.body });
          expect(status).toBeLessThan(300);
          if (one.kind === 'create') model.put(body.id as string, columns[one.column] as string);
          else if (one.kind === 'move') model.put(asked.cardId ?? '', columns[one.column] as string, one.position);
          else if (one.kind === 'delete') model.remove(asked.cardId ?? '');
          else order = [...new Set([...one.first.map((index) => columns[index] as string), ...order])];
        }
        await check(model, order);
      }),
      runs(6, 60),
    );
  });

  test('gives what a plain list gives in the order of the change feed, all at once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 5, maxLength: 20, size: 'max' }), { minLength: 2, maxLength: 4 }),
        async (batches) => {
          const columns = await newProject();
          const seq = await client.lastSeq();
          /** Where a card was sent, by its id and the version that this led to. */
          const sent = new Map<string, { columnId: string; position: number | undefined }>();
          let known: string[] = [];
          for (const batch of batches) {
            const once = new Set<string>();
            await Promise.all(
              batch.map(async (one) => {
                const asked = request(one, columns, known);
                // A move to where the card is gives an old version: at most one at a time keeps it clear which led to it.
                if (asked === null || (asked.cardId !== undefined && once.has(asked.cardId))) return;
                if (asked.cardId !== undefined) once.add(asked.cardId);
                const { status, body } = await service.request(asked.method, asked.path, { body: asked.body });
                expect(status).toBeLessThan(300);
                const key = one.kind === 'create' || one.kind === 'move' ? `${body.id} ${body.version}` : '';
                if (one.kind === 'create' || one.kind === 'move') {
                  const place = { columnId: columns[one.column] as string, position: one.kind === 'move' ? one.position : undefined };
                  if (!sent.has(key)) sent.set(key, place);
                }
              }),
            );
            known = (await Promise.all(columns.map((id) => client.cards(id)))).flatMap(({ items }) => items.map(({ id }) => id));
          }
          const model = new Model(columns);
          for (const { type, action, id, version } of (await client.changesSince(seq)) as {
            type: string;
            action: string;
            id: string;
            version: number;
          }[]) {
            if (type !== 'card') continue;
            const place = sent.get(`${id} ${version}`);
            if (action === 'deleted') model.remove(id);
            else model.put(id, place?.columnId ?? '', place?.position);
          }
          const order = (await client.columns()).items.filter(({ id }) => model.columns.has(id)).map(({ id }) => id);
          expect(order.toSorted()).toEqual(columns.toSorted());
          await check(model, order);
        },
      ),
      runs(5, 61),
    );
  });
});
