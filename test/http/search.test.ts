// One search over notes, cards, events and files: what is found, in which order, and by whom.

import Sqlite from 'better-sqlite3';
import { strToU8, zipSync } from 'fflate';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SearchResult } from '../../main/contract/search.ts';
import { full } from '../support/tiers.ts';
import { startTestService, type Answer, type TestService } from '../support/service.ts';
import { allIndexed } from '../support/indexed.ts';
import { statementsOf } from '../support/statements.ts';

let service: TestService;
let token = '';
let users = 0;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.dispose());

beforeEach(async () => {
  token = await service.signUp(`searcher ${(users += 1)}`);
});

const post = async (path: string, body: object): Promise<Answer['body']> => {
  const answer = await service.request('POST', path, { body, token });
  expect([path, answer.status, answer.body]).toEqual([path, 201, answer.body]);
  return answer.body;
};
const note = (title: string, content = '', more: object = {}): Promise<Answer['body']> => post('/api/notes', { title, content, ...more });
const column = (projectId: string): Promise<Answer['body']> => post('/api/columns', { title: 'Doing', projectId });
const event = (title: string, date: string, more: object = {}): Promise<Answer['body']> =>
  post('/api/events', { title, date, start: '09:00', end: '10:00', timeZone: 'UTC', ...more });

const ask = (query: Record<string, string>, as = token): Promise<Answer> =>
  service.request('GET', `/api/search?${new URLSearchParams(query).toString()}`, { token: as });

async function found(q: string, more: Record<string, string> = {}): Promise<SearchResult> {
  const { status, body } = await ask({ q, ...more });
  expect([q, status, body]).toEqual([q, 200, body]);
  return body as SearchResult;
}

const titles = async (q: string, more: Record<string, string> = {}): Promise<string[]> =>
  (await found(q, more)).items.map(({ title }) => title);

describe('GET /api/search', () => {
  test('finds every kind, the title first, with snippets, page addresses and totals', async () => {
    const { id: noteId } = await note('Harbour', 'Boats lie there.\n');
    const { id: columnId } = await column('website');
    const card = await post('/api/cards', { title: 'Paint', description: 'The <b>harbour</b> gate', columnId });
    const happening = await event('Walk', '2026-05-01', { location: 'Harbour' });
    await note('Mountain', 'no sea');
    const { items, totals, cursor } = await found('harbour');
    expect(items.map(({ type, id }) => `${type} ${id}`).toSorted()).toEqual(
      [`card ${card.id as string}`, `event ${happening.id as string}`, `note ${noteId as string}`].toSorted(),
    );
    expect(items[0]).toMatchObject({ type: 'note', id: noteId, title: 'Harbour' });
    expect(items.find(({ type }) => type === 'card')?.snippet).toBe('The &lt;b&gt;<mark>harbour</mark>&lt;/b&gt; gate');
    expect(items.map(({ type, url }) => [type, new URL(url).pathname + new URL(url).search])).toEqual(
      expect.arrayContaining([
        ['note', `/notes/${noteId as string}`],
        ['card', `/boards/website/cards/${card.id as string}`],
        ['event', `/calendar?view=day&event=${happening.id as string}`],
      ]),
    );
    expect(items.every(({ score }) => score > 0 && score <= 1)).toBe(true);
    expect({ totals, cursor }).toEqual({ totals: { note: 1, card: 1, event: 1, file: 0 }, cursor: null });
  });

  test('words that nothing has are replaced by near ones of the user’s own, which the answer tells; quoted and excluded ones are not', async () => {
    await note('Harbour walk', 'Along the lighthouse\n');
    const { id: columnId } = await column('website');
    await post('/api/cards', { title: 'Harbour dues', columnId });
    await service.request('POST', '/api/notes', { body: { title: 'Marmalade' }, token: await service.signUp(`other ${users}`) });
    const near = await found('harbuor');
    expect(near.corrected).toEqual([{ from: 'harbuor', to: 'harbour' }]);
    expect(near.items.map(({ title }) => title).toSorted()).toEqual(['Harbour dues', 'Harbour walk']);
    expect(near.items[0]?.snippet).toContain('<mark>Harbour</mark>');
    expect(near.totals).toMatchObject({ note: 1, card: 1 });
    // One after the other, by the cursor.
    const first = await found('harbuor', { limit: '1' });
    const second = await found('harbuor', { limit: '1', cursor: first.cursor ?? '' });
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(near.items.map(({ id }) => id));
    expect(second.corrected).toEqual(near.corrected);
    // Two letters of a long word, beside a word that is right; operators stay as they are.
    expect(await found('lightouses walk')).toMatchObject({ corrected: [{ from: 'lightouses', to: 'lighthouse' }], totals: { note: 1 } });
    expect(await found('harbuor in:website')).toMatchObject({ corrected: [{ from: 'harbuor' }], totals: { note: 0, card: 1 } });
    // What finds anything is not touched, nor are quotes, exclusions, short words, other scripts, and words that only another user has.
    for (const q of ['harbour', 'harb', '-harbuor walk']) expect([q, (await found(q)).corrected]).toEqual([q, undefined]);
    for (const q of ['"harbuor"', 'wak', '港口城市', 'marmelade', 'harbuor zzzzzz', 'harbour in:nowhere']) {
      const nothing = await found(q);
      expect([q, nothing.items, nothing.corrected]).toEqual([q, [], undefined]);
    }
    const { token: few } = (await service.request('POST', '/api/tokens', { token, body: { name: 'n', scopes: ['calendar:read'] } })).body;
    expect((await ask({ q: 'harbuor' }, few as string)).body).toEqual({ items: [], cursor: null, totals: { event: 0 } });
  });

  test('tells the day of an event that lasts whole days, in its own zone', async () => {
    const allDay = { start: undefined, end: undefined, isAllDay: true };
    await event('Fair in Tokyo', '2026-03-10', { ...allDay, timeZone: 'Asia/Tokyo' });
    await event('Fair at nine', '2026-03-10');
    await event('Fair each week', '2026-03-10', { ...allDay, recurrence: { rrule: 'FREQ=WEEKLY' } });
    const { items } = await found('fair');
    expect(Object.fromEntries(items.map(({ title, startTime, startDate }) => [title, [startTime, startDate]]))).toEqual({
      'Fair in Tokyo': ['2026-03-09T15:00:00.000Z', '2026-03-10'],
      'Fair at nine': ['2026-03-10T09:00:00.000Z', undefined],
      'Fair each week': [undefined, undefined],
    });
  });

  test('tells the versions of the records as they are now', async () => {
    const { id: noteId } = await note('Quay', 'old');
    const { id: columnId } = await column('website');
    const card = await post('/api/cards', { title: 'Quay', columnId });
    const happening = await event('Quay', '2026-05-01');
    const changed = async (method: string, path: string, body: object): Promise<number> => {
      expect((await service.request(method, path, { body, token })).status).toBe(200);
      return (await service.request('GET', path.replace('/delta', ''), { token })).body.version as number;
    };
    const versions = {
      note: await changed('POST', `/api/notes/${noteId as string}/delta`, { title: 'The quay' }),
      card: await changed('PUT', `/api/cards/${card.id as string}`, { title: 'Quay wall' }),
      event: await changed('PUT', `/api/events/${happening.id as string}`, { location: 'There' }),
    };
    expect(Object.values(versions)).toSatisfy((all: number[]) => all.every((version) => version > 0));
    const { items } = await found('quay');
    expect(Object.fromEntries(items.map(({ type, version }) => [type, version]))).toEqual(versions);
  });

  test('one ranking: a card with the word in its title comes before a note that has it in its text alone, and turned round', async () => {
    const { id: columnId } = await column('p');
    await note('Meadow', 'there is a lantern somewhere');
    await post('/api/cards', { title: 'Lantern', columnId });
    expect(await titles('lantern')).toEqual(['Lantern', 'Meadow']);
    await post('/api/cards', { title: 'Fence', description: 'a beacon at the gate', columnId });
    await note('Beacon', '');
    expect(await titles('beacon')).toEqual(['Beacon', 'Fence']);
  });

  test('equal scores: what was changed last is first, over all kinds', async () => {
    const { id: columnId } = await column('p');
    const { updatedAt } = await note('Same kettle');
    // Of one millisecond neither is the later one.
    await expect.poll(() => Date.now(), { interval: 1 }).toBeGreaterThan(Date.parse(updatedAt as string));
    const card = await post('/api/cards', { title: 'Same kettle', columnId });
    const result = await found('tag:nothing -is:archived');
    expect(result.items).toEqual([]);
    const all = await found('-nothingofthis');
    expect(all.items.map(({ type }) => type)).toEqual(['card', 'note']);
    expect(all.items.map(({ score }) => score)).toEqual([0, 0]);
    expect(all.items[0]?.id).toBe(card.id);
  });

  test('words: all must occur, the last may go on; phrases, exclusion, accents, ß, Chinese, Japanese and Korean', async () => {
    const { id: columnId } = await column('p');
    await post('/api/cards', { title: 'Straße in Köln', description: 'am alten Dom', columnId });
    await post('/api/cards', { title: '東京タワー', description: '서울 여행', columnId });
    await event('Köln trip', '2026-05-01', { description: 'alten am' });
    expect((await titles('koln')).toSorted()).toEqual(['Köln trip', 'Straße in Köln']);
    expect(await titles('strasse')).toEqual(['Straße in Köln']);
    expect(await titles('köl dom')).toEqual([]);
    expect(await titles('köln do')).toEqual(['Straße in Köln']);
    expect(await titles('"am alten"')).toEqual(['Straße in Köln']);
    expect(await titles('köln -trip')).toEqual(['Straße in Köln']);
    expect(await titles('京タ')).toEqual(['東京タワー']);
    expect(await titles('여행')).toEqual(['東京タワー']);
    // A phrase does not run on from the title into the text.
    expect(await titles('"koln am"')).toEqual([]);
  });

  test('what is written is found at once, what is changed by its new words alone, what is deleted not at all', async () => {
    const { id: columnId } = await column('p');
    const card = await post('/api/cards', { title: 'Walrus', columnId });
    const happening = await event('Walrus', '2026-05-01');
    const { id } = await note('Walrus', 'a');
    expect((await found('walrus')).totals).toEqual({ note: 1, card: 1, event: 1, file: 0 });
    await service.request('PUT', `/api/cards/${card.id as string}`, { body: { title: 'Otter' }, token });
    await service.request('PUT', `/api/events/${happening.id as string}`, { body: { title: 'Otter' }, token });
    await service.request('POST', `/api/notes/${id as string}/delta`, { body: { title: 'Otter' }, token });
    expect((await found('walrus')).items).toEqual([]);
    expect((await found('otter')).totals).toEqual({ note: 1, card: 1, event: 1, file: 0 });
    await service.request('DELETE', `/api/cards/${card.id as string}`, { token });
    await service.request('DELETE', `/api/events/${happening.id as string}`, { token });
    await service.request('DELETE', `/api/notes/${id as string}`, { token });
    expect((await found('otter')).totals).toEqual({ note: 0, card: 0, event: 0, file: 0 });
  });

  test('the trash hides records, and undoing brings back what they said', async () => {
    const { id: columnId } = await column('p');
    const card = await post('/api/cards', { title: 'Heron', columnId });
    const happening = await event('Heron', '2026-05-01');
    const { id } = await note('Heron');
    const entries = [];
    for (const [type, record] of [
      ['card', card.id],
      ['event', happening.id],
      ['note', id],
    ])
      entries.push(await post('/api/trash', { type, id: record }));
    expect((await found('heron')).items).toEqual([]);
    for (const entry of entries) await service.request('POST', `/api/trash/${entry.id as string}/restore`, { token });
    expect((await found('heron')).totals).toEqual({ note: 1, card: 1, event: 1, file: 0 });
    await post('/api/trash', { type: 'column', id: columnId });
    expect((await found('heron')).totals).toMatchObject({ card: 0 });
  });

  test('occurrences of a series with words of their own are found as the series', async () => {
    const series = await event('Choir', '2026-05-04', { recurrence: { rrule: 'FREQ=WEEKLY;COUNT=4' } });
    const { body } = await service.request('GET', '/api/events?startDate=2026-05-10&endDate=2026-05-13', { token });
    const { occurrenceId } = body.items[0];
    await service.request('PUT', `/api/events/${occurrenceId as string}?scope=one`, { body: { title: 'Concert' }, token });
    expect((await found('concert')).items).toMatchObject([{ id: series.id, title: 'Choir', snippet: '<mark>Concert</mark>' }]);
    await service.request('PUT', `/api/events/${series.id as string}?scope=all`, { body: { description: 'in the chapel' }, token });
    expect(await titles('concert chapel')).toEqual(['Choir']);
  });

  test('archived notes and cards are found with is:archived alone', async () => {
    const { id: columnId } = await column('p');
    const card = await post('/api/cards', { title: 'Attic', columnId });
    await note('Attic', '', { isArchived: true });
    await service.request('PUT', `/api/cards/${card.id as string}`, { body: { isArchived: true }, token });
    expect((await found('attic')).totals).toEqual({ note: 0, card: 0, event: 0, file: 0 });
    expect((await found('attic is:archived')).totals).toEqual({ note: 1, card: 1, event: 0, file: 0 });
    expect((await found('is:archived')).items).toHaveLength(2);
  });

  test('another user finds nothing of it', async () => {
    await note('Secret garden');
    const other = await service.signUp(`other ${users}`);
    expect((await ask({ q: 'garden' }, other)).body).toEqual({ items: [], cursor: null, totals: { note: 0, card: 0, event: 0, file: 0 } });
    expect((await ask({ q: '-nothing' }, other)).body.items).toEqual([]);
  });

  test('a token is shown the kinds that it may read, also when it names others', async () => {
    const { id: columnId } = await column('p');
    await post('/api/cards', { title: 'Lighthouse', columnId });
    await note('Lighthouse');
    const made = await post('/api/tokens', { name: 'boards', scopes: ['boards:read'], expiresAt: null });
    const { body } = await ask({ q: 'lighthouse' }, made.token as string);
    expect([body.items.map(({ type }: { type: string }) => type), body.totals]).toEqual([['card'], { card: 1 }]);
    expect((await ask({ q: 'lighthouse', types: 'note,file' }, made.token as string)).body).toMatchObject({
      items: [],
      totals: { card: 1 },
    });
    const none = await post('/api/tokens', { name: 'ai', scopes: ['ai:read'], expiresAt: null });
    expect((await ask({ q: 'lighthouse' }, none.token as string)).body).toEqual({ items: [], cursor: null, totals: {} });
  });

  test.each([
    [{}, 'q'],
    [{ q: '' }, 'q'],
    [{ q: '  ' }, 'q'],
    [{ q: 'a', types: 'note,tree' }, 'types.1'],
    [{ q: 'a', limit: '101' }, 'limit'],
    [{ q: 'a', perType: '0' }, 'perType'],
    [{ q: 'a', from: 'yesterday' }, 'from'],
    [{ q: 'a', to: '2026-02-30' }, 'to'],
    [{ q: 'a', cursor: 'xyz' }, 'cursor'],
    [{ q: 'a', cursor: Buffer.from('[[0,"a",1]]').toString('base64url') }, 'cursor'],
    [{ q: 'a', offset: '3' }, 'offset'],
    [{ q: 'is:sleepy' }, 'q'],
    [{ q: 'due:soon' }, 'q'],
    [{ q: 'due:2026-02-30' }, 'q'],
    [{ q: 'tag:a '.repeat(21) }, 'q'],
  ])('400 for %j, naming %s', async (query, path) => {
    const { status, body } = await ask(query);
    expect([status, body.code, body.errors?.[0]?.path]).toEqual([400, 'validation_failed', path]);
  });

  test('unknown operators, operators without a value and signs are words, or nothing', async () => {
    await note('Meeting at 12:30', 'see http://example.com/tag: and foo:bar\n');
    expect(await titles('12:30')).toEqual(['Meeting at 12:30']);
    expect(await titles('foo:bar')).toEqual(['Meeting at 12:30']);
    expect(await titles('tag: foo')).toEqual(['Meeting at 12:30']);
    expect(await titles('"is:sleepy"')).toEqual([]);
    for (const q of ['!!!', '"', '-', '* OR NEAR(', '\\', '^~{}', '€']) expect(await titles(q), q).toEqual([]);
  });
});

describe('GET /api/search › operators', () => {
  test('tag: tags of notes and labels of cards, those below included, and turned round', async () => {
    await note('Rome', 'pasta #travel/italy\n');
    await note('Desk', 'pasta #work\n');
    const { id: columnId } = await column('p');
    const label = await post('/api/projects/p/labels', { name: 'Travel', color: 'red' });
    await post('/api/cards', { title: 'Tickets', description: 'pasta', columnId, labelIds: [label.id] });
    await event('Dinner', '2026-05-01', { description: 'pasta' });
    expect((await titles('pasta tag:travel')).toSorted()).toEqual(['Rome', 'Tickets']);
    expect((await titles('pasta', { tag: '#Travel/Italy' })).toSorted()).toEqual(['Rome']);
    expect((await titles('pasta -tag:travel')).toSorted()).toEqual(['Desk', 'Dinner']);
    expect((await titles('tag:travel')).toSorted()).toEqual(['Rome', 'Tickets']);
  });

  test('in: the name of a notebook with those in it, of a project, or of a calendar', async () => {
    const outer = await post('/api/notebooks', { name: 'Work things' });
    const inner = await post('/api/notebooks', { name: 'Inner', parentId: outer.id });
    await note('One teapot', '', { notebookId: inner.id });
    await note('Two teapot');
    const { id: columnId } = await column('site');
    await service.request('PUT', '/api/projects/site', { body: { name: 'Work things' }, token });
    await post('/api/cards', { title: 'Three teapot', columnId });
    const calendar = await post('/api/calendars', { name: 'Work things', color: 'red' });
    await event('Four teapot', '2026-05-01', { calendarId: calendar.id });
    await event('Five teapot', '2026-05-01');
    expect((await titles('teapot in:"work THINGS"')).toSorted()).toEqual(['Four teapot', 'One teapot', 'Three teapot']);
    expect((await titles('teapot in:inner')).toSorted()).toEqual(['One teapot']);
    expect((await titles('teapot in:site')).toSorted()).toEqual(['Three teapot']);
    expect((await titles('teapot -in:"Work things"')).toSorted()).toEqual(['Five teapot', 'Two teapot']);
    expect(await titles('teapot in:nowhere')).toEqual([]);
    expect((await titles('teapot', { projectId: 'site' })).toSorted()).toEqual(['Three teapot']);
  });

  test('is: and due: tell of cards alone; a card without a date matches no due:', async () => {
    const { id: columnId } = await column('p');
    for (const [title, dueDate] of [
      ['Late', '2026-11-30'],
      ['Day', '2026-12-01'],
      ['Hour', '2026-12-01T23:30'],
      ['Next', '2026-12-02'],
      ['Never', null],
    ] as const)
      await post('/api/cards', { title, description: 'robin', columnId, dueDate });
    const done = await post('/api/cards', { title: 'Ready', description: 'robin', columnId });
    await service.request('PUT', `/api/cards/${done.id as string}`, { body: { completedAt: '2026-03-01T09:00:00.000Z' }, token });
    await note('Robin', 'robin');
    const of = async (q: string): Promise<string[]> => (await titles(`robin ${q}`)).toSorted();
    expect(await of('is:done')).toEqual(['Ready']);
    expect(await of('IS:open')).toEqual(['Day', 'Hour', 'Late', 'Never', 'Next']);
    expect(await of('due:<2026-12-01')).toEqual(['Late']);
    expect(await of('due:<=2026-12-01')).toEqual(['Day', 'Hour', 'Late']);
    expect(await of('due:2026-12-01')).toEqual(['Day', 'Hour']);
    expect(await of('due:=2026-12-01')).toEqual(['Day', 'Hour']);
    expect(await of('due:>2026-12-01')).toEqual(['Next']);
    expect(await of('due:>=2026-12-01 due:<2026-12-02')).toEqual(['Day', 'Hour']);
    expect(await of('-due:>=2026-12-01')).toEqual(['Late', 'Never', 'Ready', 'Robin']);
    expect(await of('-is:done')).toEqual(['Day', 'Hour', 'Late', 'Never', 'Next', 'Robin']);
  });

  test('from and to: times of events, due dates of cards, changes of notes', async () => {
    const { id: columnId } = await column('p');
    await event('Party', '2026-05-01', { description: 'wren' });
    await event('Course', '2026-05-04', { description: 'wren', recurrence: { rrule: 'FREQ=WEEKLY;COUNT=4' } });
    await post('/api/cards', { title: 'Cake', description: 'wren', columnId, dueDate: '2026-05-01' });
    await note('Wren');
    expect((await titles('wren', { from: '2026-05-01', to: '2026-05-02' })).toSorted()).toEqual(['Cake', 'Party']);
    expect(await titles('wren', { from: '2026-05-20', to: '2026-06-01' })).toEqual(['Course']);
    expect((await titles('wren', { from: '2000-01-01' })).toSorted()).toEqual(['Cake', 'Course', 'Party', 'Wren']);
    expect((await titles('wren', { to: '2026-05-01' })).toSorted()).toEqual([]);
  });

  test('from: a note that is changed by its attributes alone counts as changed', async () => {
    const made = await note('Dunlin');
    let updatedAt = made.updatedAt as string;
    // Each change is another one, until the clock has gone on.
    for (let isPinned = true; updatedAt === made.updatedAt; isPinned = !isPinned)
      ({ updatedAt } = (await service.request('POST', `/api/notes/${made.id as string}/delta`, { body: { isPinned }, token })).body as {
        updatedAt: string;
      });
    expect(await titles('dunlin', { from: updatedAt })).toEqual(['Dunlin']);
    expect(await titles('dunlin', { to: updatedAt })).toEqual([]);
  });

  test('visible: without events of calendars that the page does not show', async () => {
    const calendar = await post('/api/calendars', { name: 'Shifts', isVisible: false });
    await event('Heron shift', '2026-05-01', { calendarId: calendar.id });
    await event('Heron walk', '2026-05-02');
    expect((await titles('heron')).toSorted()).toEqual(['Heron shift', 'Heron walk']);
    expect(await titles('heron', { visible: 'true' })).toEqual(['Heron walk']);
    expect((await found('heron', { visible: 'true' })).totals).toMatchObject({ event: 1 });
  });
});

describe('GET /api/search › files', () => {
  /** A PDF of one page with this text; a locked one asks for a password, which is not known. */
  const pdf = (text: string, isLocked = false): string => {
    const stream = `BT /F1 12 Tf 72 700 Td (${text}) Tj ET`;
    const objects = [
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
      `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ];
    return `%PDF-1.4\n${objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('')}trailer << /Root 1 0 R${isLocked ? lock : ''} >>\n%%EOF\n`;
  };
  const lock = ` /ID [<${'00'.repeat(16)}> <${'00'.repeat(16)}>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${'11'.repeat(32)}> /U <${'22'.repeat(32)}> >>`;
  const zip = (files: Readonly<Record<string, string>>): Uint8Array<ArrayBuffer> =>
    new Uint8Array(zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))));
  const word = (text: string): Uint8Array<ArrayBuffer> =>
    zip({
      '[Content_Types].xml':
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
      'word/document.xml': `<w:document><w:body><w:p><w:r><w:t>${text}</w:t></w:r><w:r><w:instrText>PAGE</w:instrText></w:r></w:p><w:p><w:r><w:t>Second line</w:t></w:r></w:p></w:body></w:document>`,
    });

  const office = (kind: string, part: string): string =>
    `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/${part}" ContentType="application/vnd.openxmlformats-officedocument.${kind}.main+xml"/></Types>`;
  const sheet = (text: string): Uint8Array<ArrayBuffer> =>
    zip({
      '[Content_Types].xml': office('spreadsheetml.sheet', 'xl/workbook.xml'),
      'xl/workbook.xml': '<workbook/>',
      'xl/sharedStrings.xml': `<sst><si><t>${text}</t></si><si><r><t>in</t></r><r><t>land</t></r></si></sst>`,
      'xl/worksheets/sheet1.xml':
        '<worksheet><sheetData><row><c><v>4711</v></c><c t="inlineStr"><is><t>harvest</t></is></c></row></sheetData></worksheet>',
    });
  const slides = (text: string): Uint8Array<ArrayBuffer> =>
    zip({
      '[Content_Types].xml': office('presentationml.presentation', 'ppt/presentation.xml'),
      'ppt/presentation.xml': '<p:presentation/>',
      'ppt/slides/slide1.xml': `<p:sld><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sld>`,
      'ppt/notesSlides/notesSlide1.xml': '<p:notes><a:p><a:r><a:t>Speak slowly</a:t></a:r></a:p></p:notes>',
    });

  async function upload(path: string, files: Readonly<Record<string, BlobPart>>): Promise<Answer['body'][]> {
    const form = new FormData();
    for (const [name, content] of Object.entries(files)) form.append('file', new Blob([content]), name);
    const headers = { Authorization: `Bearer ${token}` };
    const response = await fetch(`${service.baseUrl}${path}`, { method: 'POST', body: form, headers });
    const body = await response.json();
    expect([response.status, body]).toEqual([201, body]);
    return body.items;
  }

  const eventually = async (q: string, titlesFound: readonly string[]): Promise<void> => {
    await expect.poll(async () => (await titles(q)).toSorted(), { timeout: 60_000 }).toEqual(titlesFound);
  };

  test('text of PDF, Word and plain text is found after the upload, and names of all files; each opens its record', full, async () => {
    const { id } = await note('Papers');
    const { id: columnId } = await column('site');
    const card = await post('/api/cards', { title: 'Invoice', columnId });
    await upload(`/api/notes/${id as string}/files`, {
      // Behind a line break, as some programs write them.
      'scan.pdf': new Blob(['\n', pdf('Quarterly zebra report')]),
      'letter.docx': word('Dear zebra &amp; friends'),
    });
    await upload(`/api/cards/${card.id as string}/attachments`, { 'zebra_list.txt': 'nothing of interest', 'plan.md': '# a Zebra' });
    await eventually('zebra', ['letter.docx', 'plan.md', 'scan.pdf', 'zebra_list.txt']);
    const { items, totals } = await found('zebra friends');
    expect(totals).toMatchObject({ file: 1 });
    expect(items[0]).toMatchObject({
      type: 'file',
      version: null,
      title: 'letter.docx',
      snippet: 'Dear <mark>zebra</mark> &amp; <mark>friends</mark> Second line',
    });
    expect(new URL(items[0]?.url ?? '').pathname).toBe(`/notes/${id as string}`);
    const [ofCard] = (await found('list', { types: 'file' })).items;
    expect(new URL(ofCard?.url ?? '').pathname).toBe(`/boards/site/cards/${card.id as string}`);
    expect(await titles('PAGE', { types: 'file' })).toEqual([]);
    expect(await titles('zebra', { projectId: 'site' })).toEqual(expect.arrayContaining(['plan.md', 'zebra_list.txt']));
    // With what they belong to, files are put away and removed.
    const entry = await post('/api/trash', { type: 'note', id });
    expect((await titles('zebra')).toSorted()).toEqual(['plan.md', 'zebra_list.txt']);
    await service.request('POST', `/api/trash/${entry.id as string}/restore`, { token });
    await service.request('DELETE', `/api/cards/${card.id as string}`, { token });
    expect((await titles('zebra')).toSorted()).toEqual(['letter.docx', 'scan.pdf']);
  });

  test('text in other charsets is found: Windows-1252, what XML names, UTF-16', async () => {
    const { id } = await note('Papers');
    await upload(`/api/notes/${id as string}/files`, {
      'sheet.csv': Buffer.from('Name;Stra\xDFenk\xF6ter\r\n', 'latin1'),
      'old.xml': Buffer.from('<?xml version="1.0" encoding="ISO-8859-2"?><a>stra\xDFenk\xF6ter</a>', 'latin1'),
      'wide.txt': Buffer.from('\uFEFFStraßenköter', 'utf16le'),
    });
    await eventually('straßenköter', ['old.xml', 'sheet.csv', 'wide.txt']);
  });

  test('a damaged file stays, is found by its name, and tells textError; one that is fine tells null', async () => {
    const { id } = await note('Papers');
    await upload(`/api/notes/${id as string}/files`, {
      'broken.pdf': '%PDF-1.4\nno more of it',
      'fine.txt': 'fine',
      'locked.pdf': pdf('Secret zebra', true),
    });
    const list = async (): Promise<unknown[]> =>
      (
        (await service.request('GET', `/api/notes/${id as string}/files`, { token })).body.items as {
          filename: string;
          textError: string | null;
        }[]
      ).map(({ filename, textError }) => [filename, textError]);
    await expect.poll(list, { timeout: 60_000 }).toEqual([
      ['broken.pdf', 'The file is damaged, or of a form that cannot be read'],
      ['fine.txt', null],
      ['locked.pdf', 'The file is protected by a password'],
    ]);
    await eventually('broken', ['broken.pdf']);
    await eventually('locked', ['locked.pdf']);
  });

  test('text of Excel and PowerPoint is found, and none of the numbers of a sheet', async () => {
    const { id } = await note('Papers');
    await upload(`/api/notes/${id as string}/files`, { 'costs.xlsx': sheet('Ostrich costs'), 'talk.pptx': slides('Ostrich talk') });
    await eventually('ostrich', ['costs.xlsx', 'talk.pptx']);
    for (const [q, title] of [
      ['inland', 'costs.xlsx'],
      ['harvest', 'costs.xlsx'],
      ['"speak slowly"', 'talk.pptx'],
    ] as const)
      expect([q, await titles(q)]).toEqual([q, [title]]);
    expect(await titles('4711')).toEqual([]);
  });

  test('files that a stop left unread are read after the next start; one that was begun twice is given up', full, async () => {
    const { id } = await note('Papers');
    const [left, twice] = await upload(`/api/notes/${id as string}/files`, { 'left.txt': 'a lemur', 'twice.txt': 'a lemur too' });
    await eventually('lemur', ['left.txt', 'twice.txt']);
    const database = new Sqlite(join(service.dataDir, 'daybook.db'));
    // As they are between their upload and the end of reading.
    for (const [{ id: fileId } = { id: '' }, tries] of [
      [left, 1],
      [twice, 2],
    ] as const) {
      database.prepare('DELETE FROM file_search WHERE file_id = ?').run(fileId);
      database.prepare('DELETE FROM file_texts WHERE file_id = ?').run(fileId);
      database.prepare('INSERT INTO unread_files (file_id, tries) VALUES (?, ?)').run(fileId, tries);
    }
    database.close();
    expect(await titles('lemur')).toEqual([]);
    await service.restart();
    await eventually('lemur', ['left.txt']);
    await eventually('twice', ['twice.txt']);
    const { items } = (await service.request('GET', `/api/notes/${id as string}/files`, { token })).body;
    expect(items).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ filename: 'left.txt', textError: null }),
        expect.objectContaining({ filename: 'twice.txt', textError: 'The file could not be read' }),
      ]),
    );
  });
});

/** Until notes are in the index for good: looking at what is not costs one more statement. */
async function indexed(word: string): Promise<void> {
  await expect
    .poll(async () => (await statementsOf(() => found(word))).statements.some((text) => text.startsWith('INSERT')), { timeout: 60_000 })
    .toBe(false);
}

describe('GET /api/search › what is not in the index yet', () => {
  test('cards and events are found at once as they are, also after a stop, and no more once they are deleted', full, async () => {
    const { id: columnId } = await column('p');
    const card = await post('/api/cards', { title: 'First', description: 'quince', columnId });
    const happening = await event('Quince', '2026-05-01');
    const gone = await event('Quince too', '2026-05-01');
    const other = await service.signUp(`other searcher ${users}`);
    await service.restart();
    expect((await titles('quince')).toSorted()).toEqual(['First', 'Quince', 'Quince too']);
    expect((await service.request('PUT', `/api/cards/${card.id as string}`, { body: { title: 'Second' }, token })).status).toBe(200);
    expect((await service.request('PUT', `/api/events/${happening.id as string}`, { body: { title: 'Pear' }, token })).status).toBe(200);
    expect((await service.request('DELETE', `/api/events/${gone.id as string}`, { token })).status).toBe(204);
    const look = async (): Promise<unknown> => [
      await titles('quince'),
      await titles('first'),
      await titles('pear'),
      await titles('second'),
    ];
    const now = [['Second'], [], ['Pear'], ['Second']];
    expect(await look()).toEqual(now);
    await allIndexed(service);
    expect(await look()).toEqual(now);
    expect((await ask({ q: 'quince' }, other)).body.totals.card).toBe(0);
  });

  test('all of very many that came at once are found', async () => {
    const { id: columnId } = await column('p');
    const operations = Array.from({ length: 450 }, (_, index) => ({
      method: 'POST',
      path: '/api/cards',
      body: { title: `Card ${index}`, description: 'medlar', columnId },
    }));
    for (let from = 0; from < operations.length; from += 150)
      expect(
        (await service.request('POST', '/api/batch', { token, body: { operations: operations.slice(from, from + 150) } })).status,
      ).toBe(200);
    await expect.poll(async () => (await found('medlar')).totals.card).toBe(450);
    await allIndexed(service);
    expect((await found('medlar')).totals.card).toBe(450);
  });
});

describe('GET /api/search › pages', () => {
  test('pages go through everything once, in one order, with totals that stay; types narrow the items alone', async () => {
    const { id: columnId } = await column('p');
    const made: string[] = [];
    for (let index = 0; index < 15; index += 1) {
      made.push((await note(`Note ${index}`, 'plum '.repeat(1 + (index % 3)))).id as string);
      made.push(
        (await post('/api/cards', { title: `Card ${index}${index % 2 === 0 ? ' plum' : ''}`, description: 'plum', columnId })).id as string,
      );
    }
    const whole = (await found('plum', { limit: '100' })).items;
    expect(whole.map(({ id }) => id).toSorted()).toEqual(made.toSorted());
    const scores = whole.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    const paged: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: SearchResult = await found('plum', { limit: '7', ...(cursor === '' ? {} : { cursor }) });
      expect(page.totals).toEqual({ note: 15, card: 15, event: 0, file: 0 });
      paged.push(...page.items.map(({ id }) => id));
      cursor = page.cursor;
    }
    expect(paged).toEqual(whole.map(({ id }) => id));
    const notes = await found('plum', { types: 'note', limit: '3' });
    expect([notes.items.map(({ type }) => type), notes.totals]).toEqual([
      ['note', 'note', 'note'],
      { note: 15, card: 15, event: 0, file: 0 },
    ]);
    expect(await found('plum', { limit: '0' })).toEqual({ items: [], cursor: null, totals: { note: 15, card: 15, event: 0, file: 0 } });
  });

  test('costs at most 17 statements for any number of hits: 3 for each kind and one for its texts; none writes', full, async () => {
    const { id: columnId } = await column('p');
    for (let index = 0; index < 30; index += 1) await post('/api/cards', { title: `Card ${index}`, description: 'costly', columnId });
    await event('Costly', '2026-05-01');
    await note('Costly', 'costly');
    await indexed('costly');
    const { statements } = await statementsOf(() => found('costly', { limit: '30' }));
    // What is pending, and the caller's token, is looked up by others.
    const own = statements.filter((text) => /_index|_search|json_each\(@numbers\)/.test(text));
    expect(own.length, own.join('\n')).toBeLessThanOrEqual(17);
    expect(statements.filter((text) => !/^(?:SELECT|WITH)/.test(text))).toEqual([]);
  });

  test('notes since a day: a span of entries, whose rows are asked only if one is not meant; a tag: one list', full, async () => {
    const { id } = await note('Narrow', 'narrow #thing');
    const { updatedAt } = await note('Narrow too', 'narrow #thing');
    await indexed('narrow');
    const asked = async (query: Record<string, string>): Promise<readonly string[]> =>
      (await statementsOf(() => found('narrow', query))).statements.filter((text) => /note_index MATCH/.test(text));
    const since = await asked({ from: '2020-01-01' });
    expect(since).toHaveLength(2);
    const database = new Sqlite(join(service.dataDir, 'daybook.db'), { readonly: true });
    const plan = (sql: string): string =>
      (database.prepare(`EXPLAIN QUERY PLAN ${sql.replaceAll(/@\w+/g, "'1'")}`).all() as { detail: string }[])
        .map(({ detail }) => detail)
        .join('\n');
    expect(plan(since[0] ?? '')).not.toMatch(/entry|record/);
    // Of three in a row the one between is not meant.
    const later = new Date(Date.parse(updatedAt as string) + 1).toISOString();
    await expect.poll(() => Date.now()).toBeGreaterThan(Date.parse(later));
    expect((await service.request('POST', `/api/notes/${id as string}/delta`, { body: { isPinned: true }, token })).status).toBe(200);
    await note('Narrow as well', 'narrow #thing');
    expect((await found('narrow', { from: later })).totals.note).toBe(2);
    const [apart = ''] = await asked({ from: later });
    expect(plan(apart)).toContain('SEARCH entry EXISTS USING INTEGER PRIMARY KEY');
    expect(plan(apart)).not.toContain('record');
    for (const sql of await asked({ tag: 'thing' }))
      expect(plan(sql).match(/SEARCH note_tags USING COVERING INDEX note_tags_by_tag/g)).toHaveLength(1);
    database.close();
  });
});
