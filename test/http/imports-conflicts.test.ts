// What has changed here and there since it came in: ours stays, whatever comes after that.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { full } from '../support/tiers.ts';
import { zip, type Fixture } from '../support/import-fixtures.ts';
import { ImportClient } from '../support/imports.ts';
import { exportOf } from '../support/jobs.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let imports: ImportClient;
let users = 0;

beforeAll(async () => {
  service = await startTestService();
  imports = new ImportClient(service);
});
afterAll(() => service.dispose());

const signUp = (): Promise<string> => service.signUp(`conflict${(users += 1)}`);

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into any record
type Told = any;

async function must(token: string, method: string, path: string, body?: unknown): Promise<Told> {
  const answer = await service.request(method, `/api/${path}`, { token, body });
  if (answer.status > 299) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** What comes in, and what is made of it. */
interface Kind {
  readonly counted: 'notes' | 'cards' | 'events';
  readonly path: string;
  readonly textOf: (record: Told) => string;
  readonly edit: (token: string, record: Told, text: string) => Promise<unknown>;
  /** A file that says this, the same each time. */
  readonly saying: (text: string) => Promise<Fixture>;
}

/** Three states of an event of another Daybook. */
async function statesOfEvent(): Promise<ReadonlyMap<string, Fixture>> {
  const there = await signUp();
  const event = await must(there, 'POST', 'events', { title: 'Subject', date: '2026-03-01', isAllDay: true });
  const states = new Map<string, Fixture>();
  for (const text of ['one', 'two', 'three']) {
    await must(there, 'PUT', `events/${event.id}`, { description: text });
    states.set(text, { filename: 'daybook.zip', bytes: (await exportOf(service, there)).bytes });
  }
  return states;
}

let events: Promise<ReadonlyMap<string, Fixture>> | null = null;

const kinds: Readonly<Record<string, Kind>> = {
  note: {
    counted: 'notes',
    path: 'notes?include=content',
    textOf: ({ content }) => content,
    edit: (token, { id, version }, content) => must(token, 'POST', `notes/${id}/delta`, { content, version }),
    saying: (text) => Promise.resolve(zip({ 'Subject.md': text, 'Other.md': 'other' }, 'vault.zip')),
  },
  card: {
    counted: 'cards',
    path: 'cards',
    textOf: ({ description }) => description,
    edit: (token, { id }, description) => must(token, 'PUT', `cards/${id}`, { description }),
    saying: (desc) => {
      const lists = [{ id: 'l', name: 'List', pos: 1 }];
      const cards = [{ id: 'c', name: 'Subject', desc, idList: 'l', pos: 1 }];
      const board = JSON.stringify({ id: 'board', name: 'Board', lists, cards, labels: [] });
      return Promise.resolve({ filename: 'board.json', bytes: Buffer.from(board) });
    },
  },
  event: {
    counted: 'events',
    path: 'events?startDate=2026-01-01&endDate=2027-01-01',
    textOf: ({ description }) => description,
    edit: (token, { id }, description) => must(token, 'PUT', `events/${id}`, { description }),
    saying: async (text) => (await (events ??= statesOfEvent())).get(text) as Fixture,
  },
};

type Step =
  /** Brings a text in: what comes of it. */
  | readonly [text: 'one' | 'two' | 'three', came: 'created' | 'updated' | 'unchanged' | 'kept']
  | 'edit'
  | 'undo'
  | 'restore'
  | 'delete ours'
  | 'delete second';

/** What is done, and what is there in the end: ours, and the second ones. */
const histories: readonly [name: string, steps: readonly Step[], ours: string, seconds: readonly string[]][] = [
  [
    'changed there alone it is changed here',
    [
      ['one', 'created'],
      ['two', 'updated'],
      ['two', 'unchanged'],
      ['one', 'updated'],
    ],
    'one',
    [],
  ],
  [
    'changed on both sides ours stays, and each content of theirs comes in once, in whatever order they come',
    [['one', 'created'], 'edit', ['two', 'kept'], ['two', 'unchanged'], ['three', 'kept'], ['two', 'unchanged'], ['one', 'unchanged']],
    'ours',
    ['three', 'two'],
  ],
  [
    'after a change there that came in, too',
    [['one', 'created'], ['two', 'updated'], 'edit', ['three', 'kept'], ['two', 'unchanged'], ['three', 'unchanged']],
    'ours',
    ['three'],
  ],
  [
    'an undo takes the second one back, and it can come in again; undone in turn, it is there',
    [['one', 'created'], 'edit', ['two', 'kept'], 'undo', ['one', 'unchanged'], ['two', 'kept'], 'undo', 'undo', ['two', 'unchanged']],
    'ours',
    ['two'],
  ],
  [
    'a second one that was deleted stays so',
    [['one', 'created'], 'edit', ['two', 'kept'], 'delete second', ['two', 'unchanged']],
    'ours',
    [],
  ],
  [
    'what was deleted here comes in as it is there, and counts from then on',
    [['one', 'created'], 'edit', ['two', 'kept'], 'delete ours', ['three', 'created'], ['three', 'unchanged'], 'edit', ['one', 'kept']],
    'ours',
    ['one', 'two'],
  ],
  [
    'what came in anew after it was deleted here is as it came in, undone and done again',
    [['one', 'created'], ['two', 'updated'], 'delete ours', ['one', 'created'], 'undo', 'undo', ['one', 'unchanged'], ['two', 'updated']],
    'two',
    [],
  ],
  [
    'so it is where an undo has taken it away and it came back from the trash',
    [['one', 'created'], 'delete ours', ['two', 'created'], 'undo', 'restore', ['two', 'unchanged'], ['three', 'updated']],
    'three',
    [],
  ],
];

describe.each(Object.entries(kinds))('POST /api/imports/:id/apply › of a %s that comes in anew', (name, kind) => {
  test.each(histories)('%s', name === 'note' ? {} : full, async (_name, steps, ours, seconds) => {
    const token = await signUp();
    const records = async (): Promise<Told[]> =>
      ((await must(token, 'GET', kind.path)).items as Told[]).filter(({ title }) => (title as string).startsWith('Subject'));
    const isOurs = ({ title }: Told): boolean => title === 'Subject';
    let batchId: string | null = null;
    for (const step of steps) {
      const all = await records();
      const own = all.find(isOurs);
      if (step === 'edit') await kind.edit(token, own, 'ours');
      else if (step === 'undo') {
        const undone = await must(token, 'POST', 'undo', { batchId });
        expect(undone.skipped).toEqual([]);
        batchId = undone.batchId;
      } else if (step === 'restore') await must(token, 'POST', `trash/${(await must(token, 'GET', 'trash')).items[0].id}/restore`);
      else if (step === 'delete ours') await must(token, 'DELETE', `${kind.counted}/${own.id}`);
      else if (step === 'delete second') await must(token, 'DELETE', `${kind.counted}/${all.find((record) => !isOurs(record)).id}`);
      else {
        const [text, came] = step;
        const { outcome } = await imports.bring(await kind.saying(text), token);
        expect([text, outcome.counts[kind.counted]?.[came], outcome.warningCounts.conflict ?? 0]).toMatchObject([
          text,
          kind.counted === 'notes' && came !== 'updated' && came !== 'kept' ? expect.any(Number) : 1,
          came === 'kept' ? 1 : 0,
        ]);
        expect(outcome.batchId === null).toBe(came === 'unchanged');
        ({ batchId } = outcome);
      }
    }
    const all = await records();
    expect(all.filter(isOurs).map(kind.textOf)).toEqual([ours]);
    expect(
      all
        .filter((record) => !isOurs(record))
        .map(kind.textOf)
        .toSorted(),
    ).toEqual(seconds);
  });
});

test('POST /api/imports/:id/apply › of a note that says what is there by now, later changes there come in', full, async () => {
  const token = await signUp();
  const { saying, edit, path } = kinds['note'] as Kind;
  const bring = async (text: string): Promise<Told> => (await imports.bring(await saying(text), token)).outcome.counts.notes;
  const ours = async (): Promise<Told> => (await must(token, 'GET', path)).items.find(({ title }: Told) => title === 'Subject');
  await bring('one');
  await edit(token, await ours(), 'ours');
  expect(await bring('two')).toMatchObject({ kept: 1 });
  await edit(token, await ours(), 'two');
  expect(await bring('two')).toMatchObject({ unchanged: 2 });
  expect(await bring('three')).toMatchObject({ updated: 1, kept: 0 });
  expect((await ours()).content).toBe('three');
});

test(
  'POST /api/imports/:id/apply › lists and cards stand in the order that they have there by now, but for cards that were moved here; one undo',
  full,
  async () => {
    const token = await service.signUp('ordered');
    const board = (lists: string, cards: string): Fixture => ({
      filename: 'board.json',
      bytes: Buffer.from(
        JSON.stringify({
          id: 'ordered',
          name: 'Ordered',
          lists: Array.from(lists, (name, pos) => ({ id: name, name, pos })),
          cards: Array.from(cards, (name, pos) => ({ id: name, name, idList: 'A', pos })),
          labels: [],
        }),
      ),
    });
    const idOf = new Map<string, string>();
    const orders = async (): Promise<string[]> => {
      const { items: columns } = (await service.request('GET', '/api/columns', { token })).body as {
        items: { id: string; title: string }[];
      };
      const [first] = columns.filter(({ title }) => title === 'A');
      const { items: cards } = (await service.request('GET', `/api/cards/column/${first?.id}`, { token })).body as {
        items: { id: string; title: string }[];
      };
      for (const { id, title } of cards) idOf.set(title, id);
      idOf.set('A', first?.id ?? '');
      return [columns, cards].map((records) => records.map(({ title }) => title).join(''));
    };
    const bring = async (file: Fixture): Promise<string | null> => (await imports.bring(file, token)).outcome.batchId;
    await bring(board('ABC', '123456'));
    expect(await orders()).toEqual(['ABC', '123456']);
    const { outcome } = await imports.bring(board('CAB', '615243'), token);
    expect(outcome.counts).toMatchObject({ projects: { updated: 1 }, columns: { updated: 1, unchanged: 2 }, cards: { unchanged: 6 } });
    expect(await orders()).toEqual(['CAB', '615243']);
    expect(await bring(board('CAB', '615243'))).toBeNull();
    const undone = await service.request('POST', '/api/undo', { token, body: { batchId: outcome.batchId } });
    expect([undone.status, (undone.body as { skipped: unknown[] }).skipped, await orders()]).toEqual([200, [], ['ABC', '123456']]);
    expect(await bring(board('CAB', '615243'))).not.toBeNull();
    expect(await orders()).toEqual(['CAB', '615243']);
    // Moved here: 6 comes behind 1, and stays there.
    const moved = await service.request('POST', `/api/cards/${idOf.get('6')}/move`, {
      token,
      body: { columnId: idOf.get('A'), position: 1 },
    });
    expect([moved.status, await orders()]).toEqual([200, ['CAB', '165243']]);
    expect(await bring(board('CAB', '615243'))).toBeNull();
    await bring(board('ACB', '5412763'));
    expect(await orders()).toEqual(['ACB', expect.stringMatching(/^54.*1.*2.*3$/)]);
  },
);
