import { afterAll, beforeAll, expect, test } from 'vitest';
import { full } from '../support/tiers.ts';
import { tar, zip, type Fixture } from '../support/import-fixtures.ts';
import { ImportClient } from '../support/imports.ts';
import { startTestService, type Answer, type TestService } from '../support/service.ts';

let service: TestService;
let imports: ImportClient;

beforeAll(async () => {
  service = await startTestService();
  imports = new ImportClient(service);
});
afterAll(() => service.dispose());

const get = async (path: string, token: string): Promise<Answer['body']> => (await service.request('GET', path, { token })).body;

interface Note {
  readonly id: string;
  readonly title: string;
  readonly content: string;
}

const notesOf = async (token: string): Promise<Note[]> => (await get('/api/notes?include=content', token)).items;

/** The texts of the notes to which a record leads, in the order in which it names them. */
async function ledTo(type: 'notes' | 'cards', id: string, text: string, token: string): Promise<string[]> {
  const { outgoing } = await get(`/api/${type}/${id}/links`, token);
  const notes = await notesOf(token);
  const place = (each: { id: string; title: string }): number => Math.max(text.indexOf(each.id), text.indexOf(`[[${each.title}`));
  return (outgoing as { id: string; title: string }[])
    .toSorted((a, b) => place(a) - place(b))
    .map((each) => notes.find((note) => note.id === each.id)?.content.trim() ?? 'nothing');
}

const id = (digit: string): string => digit.repeat(32);

const item = (title: string, body: string | null, fields: Record<string, string | number>): string =>
  [title, '', ...(body === null ? [] : [body, '']), ...Object.entries(fields).map(([name, value]) => `${name}: ${value}`)].join('\n');

const jex = (): Promise<Fixture> => {
  const note = (own: string, title: string, body: string, parent: string): Record<string, string> => ({
    [`${id(own)}.md`]: item(title, body, { id: id(own), parent_id: id(parent), type_: 1 }),
  });
  return tar(
    {
      [`${id('a')}.md`]: item('First', null, { id: id('a'), parent_id: '', type_: 2 }),
      [`${id('b')}.md`]: item('Second', null, { id: id('b'), parent_id: '', type_: 2 }),
      ...note('1', 'Hub', `[one](:/${id('2')}) [two](:/${id('3')}) [](:/${id('4')}) [odd](:/${id('5')})`, 'a'),
      ...note('2', 'Plan', 'plan of the first', 'a'),
      ...note('3', 'plan', 'plan of the second', 'b'),
      ...note('4', 'Alone', 'no other', 'b'),
      ...note('5', '[odd] title', 'odd', 'b'),
    },
    'joplin.jex',
  );
};

const notion = (): Fixture => {
  const [hub, first, second, db, row] = ['1', '2', '3', '4', '5'].map(id) as [string, string, string, string, string];
  const notes = (up: string): string =>
    `[A](${up}First%20${id('6')}/Notes%20${first}.md)\n\n[B](${up}Second%20${id('7')}/Notes%20${second}.md)\n`;
  return zip({
    [`Hub ${hub}.md`]: `# Hub\n\n${notes('')}`,
    [`First ${id('6')}/Notes ${first}.md`]: 'of the first\n',
    [`Second ${id('7')}/Notes ${second}.md`]: 'of the second\n',
    [`Tasks ${db}.csv`]: 'Name,Status\nRow,Done\n',
    [`Tasks ${db}/Row ${row}.md`]: `# Row\n\nStatus: Done\n\n${notes('../')}`,
  });
};

const joplinFolder = (): Fixture => {
  const note = (title: string, text: string): string =>
    `---\ntitle: ${title}\nupdated: 2022-03-04 05:06:07Z\ncreated: 2021-01-02 03:04:05Z\n---\n\n${text}`;
  return zip({
    'Work/Hub.md': note('Hub', '[one](Plan.md)\n\n[two](../Home/Plan.md)\n\n[three](Plan-1.md)\n'),
    'Work/Plan.md': note('Plan', 'one'),
    'Work/Plan-1.md': note('Plan', 'three'),
    'Home/Plan.md': note('Plan', 'two'),
  });
};

for (const [program, file, expected] of [
  ['a .jex of Joplin', jex, ['plan of the first', 'plan of the second', 'no other', 'odd']],
  ['an export of Notion', notion, ['of the first', 'of the second']],
  ['a folder of Joplin', joplinFolder, ['one', 'two', 'three']],
] as const)
  test(`POST /api/imports/:id/apply › links of ${program} to notes of one title each lead to their own`, full, async () => {
    const token = await service.signUp(`links${program.length}`);
    await imports.bring(await file(), token);
    const hub = (await notesOf(token)).find(({ title }) => title === 'Hub');
    const texts = await ledTo('notes', hub?.id ?? '', hub?.content ?? '', token);
    expect(texts.map((text) => text.split('\n').at(-1))).toEqual(expected);
    const { items: cards } = await get('/api/cards', token);
    for (const card of cards) expect(await ledTo('cards', card.id, card.description, token)).toEqual(expected);
    const { outcome } = await imports.bring(await file(), token);
    expect(outcome.batchId).toBeNull();
  });

test('POST /api/imports/:id/apply › links of a graph of Logseq lead to its pages and journals, which are the notes of their days', async () => {
  const token = await service.signUp('graph');
  const files = {
    'logseq/config.edn': '{}',
    'journals/2026_01_30.md': '- [[Tools/Editor]] [[Why?]] [[3D Detection]]\n',
    'pages/Tools___Editor.md': '- since [[Jan 30th, 2026]]\n',
    'pages/Why%3F.md': '- why\n',
    'pages/3d_detection.md': 'title:: 3D Detection\n\n- text\n',
  };
  await imports.bring(zip(files, 'graph.zip'), token);
  const { id: day, content } = await get('/api/notes/daily/2026-01-30', token);
  expect(content).toBe(files['journals/2026_01_30.md']);
  const { outgoing, backlinks } = await get(`/api/notes/${day}/links`, token);
  const led = outgoing.filter(({ exists }: { exists: boolean }) => exists).map(({ title }: { title: string }) => title);
  expect(led.toSorted()).toEqual(['3D Detection', 'Tools/Editor', 'Why?']);
  expect(backlinks.map(({ title }: { title: string }) => title)).toEqual(['Tools/Editor']);
  expect((await imports.bring(zip(files, 'graph.zip'), token)).outcome.batchId).toBeNull();
});

test('POST /api/imports/:id/apply › a link leads to the note that came in, not to one of its title that was here', async () => {
  const token = await service.signUp('standing');
  const { body: standing } = await service.request('POST', '/api/notes', { token, body: { title: 'alone', content: 'was here' } });
  const { job } = await imports.bring(await jex(), token);
  const hub = (await notesOf(token)).find(({ title }) => title === 'Hub');
  expect(await ledTo('notes', hub?.id ?? '', hub?.content ?? '', token)).toContain('no other');
  expect(hub?.content).not.toContain(standing.id);
  const undone = await service.request('POST', '/api/undo', { token, body: { batchId: job.batchId } });
  expect(undone.status).toBe(200);
  expect((await notesOf(token)).map(({ content }) => content)).toEqual(['was here']);
  await imports.bring(await jex(), token);
  const again = (await notesOf(token)).find(({ title }) => title === 'Hub');
  expect(await ledTo('notes', again?.id ?? '', again?.content ?? '', token)).toEqual([
    'plan of the first',
    'plan of the second',
    'no other',
    'odd',
  ]);
});

test(
  'POST /api/imports/:id/apply › what another user has given out leads to its own records; also when it comes in again',
  full,
  async () => {
    const [source, token] = [await service.signUp('given'), await service.signUp('taking')];
    const make = async (path: string, body: Record<string, unknown>): Promise<string> =>
      (await service.request('POST', `/api/${path}`, { token: source, body })).body.id;
    const target = await make('notes', { title: 'Target', content: 'target' });
    const columnId = await make('columns', { title: 'Doing', projectId: 'website' });
    const card = await make('cards', { title: 'Card', columnId, description: `see daybook://note/${target}.` });
    const at = { date: '2030-03-04', start: '09:00', end: '10:00', timeZone: 'UTC', recurrence: { rrule: 'FREQ=DAILY;COUNT=3' } };
    const event = await make('events', { title: 'Event', ...at, description: `<daybook://card/${card}>` });
    const occurrence = `${event}_20300305T090000Z`;
    const description = `[n](daybook://note/${target})`;
    await service.request('PUT', `/api/events/${occurrence}?scope=one`, { token: source, body: { description } });
    const gone = '01890a5d-ac96-774b-bcce-b302099a8057';
    const text = (note: string, of: string, own: string): string =>
      `[n](daybook://note/${note} "t") daybook://card/${of}\r\n\r\n[x]: daybook://event/${own}\r\n\r\n[x] daybook://note/${gone}  \r\n`;
    await make('notes', { title: 'Linker', content: text(target, card, event) });
    const { body: exporting } = await service.request('POST', '/api/exports', { token: source, body: { format: 'folder-zip' } });
    const { url } = (await imports.ended(exporting.id, source)).result as { url: string };
    const given = await fetch(service.baseUrl + url, { headers: { Authorization: `Bearer ${source}` } });
    const file = { filename: 'daybook.zip', bytes: new Uint8Array(await given.arrayBuffer()) };

    for (const round of ['first', 'second']) {
      const { outcome } = await imports.bring(file, token);
      const notes = await notesOf(token);
      const own = notes.find(({ title }) => title === 'Target')?.id ?? '';
      const [ownCard] = (await get('/api/cards', token)).items;
      const [series] = (await get('/api/events', token)).items;
      expect(
        [own, ownCard.id, series.id].filter((each) => [target, card, event].includes(each)),
        round,
      ).toEqual([]);
      expect(notes.find(({ title }) => title === 'Linker')?.content).toBe(text(own, ownCard.id, series.id));
      expect(ownCard.description).toBe(`see daybook://note/${own}.`);
      expect(series.description).toBe(`<daybook://card/${ownCard.id}>`);
      const changed = await get(`/api/events/${series.id as string}_20300305T090000Z`, token);
      expect(changed.description).toBe(`[n](daybook://note/${own})`);
      for (const path of [`notes/${notes.find(({ title }) => title === 'Linker')?.id}`, `cards/${ownCard.id as string}`]) {
        const { outgoing } = await get(`/api/${path}/links`, token);
        expect(outgoing.filter((each: { id: string; exists: boolean }) => !each.exists && each.id !== gone)).toEqual([]);
      }
      expect((await imports.bring(file, token)).outcome.batchId).toBeNull();
      await service.request('POST', '/api/undo', { token, body: { batchId: outcome.batchId } });
    }
  },
);
