import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { batchEndpoints, notInBatch, type BatchResult } from '../../main/contract/batch.ts';
import { boardClient, noId, refused, type BoardClient } from '../support/boards.ts';
import { full } from '../support/tiers.ts';
import { noteClient, typed, type NoteClient } from '../support/notes.ts';
import { allRoutes } from '../support/routes.ts';
import { startTestService, type Answer, type TestService } from '../support/service.ts';

let service: TestService;
let boards: BoardClient;
let notes: NoteClient;

beforeAll(async () => {
  service = await startTestService();
  boards = boardClient(service);
  notes = noteClient(service);
});

afterAll(() => service.dispose());

const post = (body: unknown, headers: Record<string, string> = {}, token = service.token()): Promise<Answer> =>
  service.request('POST', '/api/batch', { body, headers, token });

// oxlint-disable-next-line typescript/no-explicit-any -- the answers of operations are of any shape
type Result = Omit<BatchResult, 'results'> & { results: { status: number; body: any }[] };

async function run(operations: readonly object[], more: object = {}, token = service.token()): Promise<Result> {
  const { status, body } = await post({ operations, ...more }, {}, token);
  expect([status, body]).toEqual([200, expect.anything()]);
  return body as Result;
}

const column = (projectId: string): object => ({ method: 'POST', path: '/api/columns', body: { title: 'Doing', projectId } });
const titlesOf = async (projectId: string): Promise<string[]> =>
  (await boards.columns()).items.filter((each) => each.projectId === projectId).map(({ title }) => title);

describe('POST /api/batch', () => {
  test.each<[string, object, string[]]>([
    ['there are no operations', { operations: undefined }, ['operations']],
    ['the list is empty', { operations: [] }, ['operations']],
    ['there are more than 200', { operations: Array.from({ length: 201 }, () => column('refused')) }, ['operations']],
    ['a field is unknown', { operations: [column('refused')], atomic: true }, ['atomic']],
    ['an operation has an unknown field', { operations: [{ ...column('refused'), headers: {} }] }, ['operations[0].headers']],
    ['a method is none', { operations: [{ method: 'PATCH', path: '/api/notes' }] }, ['operations[0].method']],
    ['a name begins with a digit', { operations: [{ ...column('refused'), ref: '1st' }] }, ['operations[0].ref']],
    [
      'two operations have one name',
      {
        operations: [
          { ...column('refused'), ref: 'a' },
          { ...column('refused'), ref: 'a' },
        ],
      },
      ['operations[1].ref'],
    ],
    ['a body comes with GET', { operations: [column('refused'), { method: 'GET', path: '/api/notes', body: {} }] }, ['operations[1].body']],
    ['a version is given where none is compared', { operations: [{ ...column('refused'), ifMatch: 1 }] }, ['operations[0].ifMatch']],
    ['a body is nested too deeply', { operations: [{ ...column('refused'), body: nested(600) }] }, ['operations[0].body']],
  ])('400 when %s', async (_, body, paths) => {
    expect(refused(await post(body))).toEqual(paths);
    expect(await titlesOf('refused')).toEqual([]);
  });

  test('400 names the first 100 of 150 operations that are refused', async () => {
    const operations = Array.from({ length: 150 }, () => ({ ...column('refused'), ifMatch: 1 }));
    expect(refused(await post({ operations }))).toEqual(operations.slice(0, 100).map((_, index) => `operations[${index}].ifMatch`));
  });

  test.each([
    ['POST', '/api/batch'],
    ['POST', '/api/auth/login'],
    ['GET', '/api/auth/me'],
    ['GET', '/api/config'],
    ['PUT', '/api/config'],
    ['POST', '/api/ai/chat'],
    ['POST', '/api/notes/link-preview'],
    ['POST', `/api/notes/${noId}/export/pdf`],
    ['POST', `/api/notes/${noId}/restore`],
    ['POST', `/api/cards/${noId}/attachments`],
    ['GET', '/api/changes'],
    ['GET', '/api/notes?limit=5&q=plan'],
    ['GET', '/api/notes?q={{a.title}}'],
    ['POST', `/api/notes/${noId}/rename`],
    ['POST', '/api/backups'],
    ['PUT', `/api/notes/${noId}`],
    ['GET', '/api/nothing'],
    ['GET', '/api/../api/config'],
  ])('400 when an operation is %s %s, naming it', async (method, path) => {
    expect(refused(await post({ operations: [column('refused'), { method, path }] }))).toEqual(['operations[1].path']);
    expect(await titlesOf('refused')).toEqual([]);
  });

  test('200 with the answers of all operations, which see each other', async () => {
    const { applied, failed, results } = await run([
      { ...column('site'), ref: 'doing' },
      {
        method: 'POST',
        path: '/api/cards',
        body: { columnId: '{{doing.id}}', title: 'In {{doing.title}} of {{doing.projectId}}' },
        ref: 'task',
      },
      { method: 'PUT', path: '/api/cards/{{task.id}}', body: { progress: 20 }, ifMatch: 1 },
      { method: 'GET', path: '/api/cards/column/{{doing.id}}?limit=5' },
      { method: 'DELETE', path: '/api/cards/{{task.id}}' },
      { method: 'GET', path: '/api/columns?projectId=site' },
    ]);
    expect([applied, failed]).toEqual([true, null]);
    expect(results.map(({ status }) => status)).toEqual([201, 201, 200, 200, 204, 200]);
    expect(results[3]?.body).toMatchObject({ items: [{ title: 'In Doing of site', progress: 20, version: 2 }], total: 1, limit: 5 });
    expect(results[4]?.body).toBeNull();
    expect(results[5]?.body).toMatchObject({ items: [{ title: 'Doing', cardCount: 0 }] });
    expect(await titlesOf('site')).toEqual(['Doing']);
  });

  test('all there is of notes, boards and calendar is possible, or is told as what is not', async () => {
    const areas = allRoutes.filter(({ scope }) => /^(?:notes|boards|calendar):/.test(scope ?? '')).map(({ name }) => name);
    const told = notInBatch.filter(({ parameter }) => parameter === undefined).map(({ name }) => name);
    const possible: readonly string[] = batchEndpoints;
    expect(areas.filter((name) => possible.includes(name) === told.includes(name))).toEqual([]);
    const { description } = (await service.request('GET', '/api/openapi.json')).body.paths['/api/batch'].post;
    for (const each of ['`GET /api/notes?q=`', '`POST /api/notes/:id/rename`']) expect(description).toContain(each);
  });

  test('200 with the note of a day, which is made from its template or read as it is; with filters, links, and an empty q', async () => {
    const token = await service.signUp('days');
    const day = '/api/notes/daily/2031-05-06';
    const { results } = await run(
      [
        { method: 'POST', path: '/api/notebooks', body: { name: 'Templates', isTemplates: true }, ref: 'book' },
        { method: 'POST', path: '/api/notes', body: { title: 'daily', content: 'of {{ date }}\n', notebookId: '{{book.id}}' } },
        { method: 'GET', path: `${day}?create=true`, ref: 'note' },
        { method: 'POST', path: '/api/notes/{{note.id}}/delta', body: { edits: [{ append: 'more\n' }] } },
        { method: 'GET', path: day },
        { ...column('days'), ref: 'column' },
        { method: 'POST', path: '/api/cards', body: { columnId: '{{column.id}}', title: 'Card' }, ref: 'card' },
        {
          method: 'POST',
          path: '/api/links',
          body: { from: { type: 'note', id: '{{note.id}}' }, to: { type: 'card', id: '{{card.id}}' } },
        },
        { method: 'GET', path: '/api/links?type=card&id={{card.id}}' },
        { method: 'POST', path: '/api/projects/days/filters', body: { name: 'Mine', due: 'week' }, ref: 'filter' },
        { method: 'GET', path: '/api/projects/days/filters/{{filter.id}}' },
        { method: 'GET', path: '/api/notes?q=&limit=0' },
      ],
      {},
      token,
    );
    expect(results[4]?.body).toMatchObject({ title: '2031-05-06', content: 'of 2031-05-06\nmore\n' });
    expect(results[8]?.body.total).toBe(1);
    expect(results[10]?.body).toMatchObject({ name: 'Mine' });
    expect(results[11]?.body.total).toBe(2);
    const missing = await run([{ method: 'GET', path: '/api/notes/daily/2031-05-07' }], {}, token);
    expect(missing.failed?.problem.status).toBe(404);
  });

  test('200 with a note that is made, changed and read at once', async () => {
    const { results } = await run([
      { method: 'POST', path: '/api/notes', body: { title: 'Plan', content: 'one\n' }, ref: 'note' },
      { method: 'POST', path: '/api/notes/{{note.id}}/delta', body: { edits: [{ oldText: 'one', newText: 'two' }] }, ifMatch: 0 },
      { method: 'POST', path: '/api/notes/{{note.id}}/delta', body: { version: 1, clientID: 'batch', steps: [typed(1, 'x')] } },
      { method: 'GET', path: '/api/notes/{{note.id}}?include=doc' },
      { method: 'GET', path: '/api/notes?limit=1&include=content' },
    ]);
    const [made, , , read, listed] = results.map(({ body }) => body);
    expect(read).toMatchObject({ content: 'xtwo\n', version: 2, doc: { type: 'doc' } });
    expect(listed.items).toMatchObject([{ id: made.id, content: 'xtwo\n', excerpt: 'xtwo' }]);
    expect((await notes.read(made.id)).content).toBe('xtwo\n');
  });

  test('200 and nothing applied when an operation fails, with its problem', async () => {
    const seq = await boards.lastSeq();
    const { applied, batchId, failed, results } = await run([
      column('failed'),
      { method: 'POST', path: '/api/notes', body: { title: 'Gone', content: 'gone' } },
      { method: 'PUT', path: `/api/cards/${noId}`, body: { progress: 1 } },
      column('failed'),
    ]);
    expect([applied, batchId, results.length]).toEqual([false, null, 2]);
    expect(failed).toEqual({
      index: 2,
      problem: { type: 'about:blank', title: 'Not Found', status: 404, detail: 'There is no such card', code: 'not_found' },
    });
    expect(await titlesOf('failed')).toEqual([]);
    expect(await boards.changesSince(seq)).toEqual([]);
    expect((await notes.list('?q=Gone')).total).toBe(0);
  });

  test.each<[string, object, string, string | null]>([
    ['a field is refused', { method: 'POST', path: '/api/columns', body: { title: '', projectId: 'x' } }, 'validation_failed', 'title'],
    ['the version is another', { method: 'DELETE', path: '/api/columns/{{first.id}}', ifMatch: 7 }, 'version_mismatch', null],
    ['nothing has that name', { method: 'GET', path: '/api/columns/{{second.id}}' }, 'validation_failed', 'path'],
    [
      'the answer has no such field',
      { method: 'POST', path: '/api/notes', body: { title: '{{first.color}}' } },
      'validation_failed',
      'title',
    ],
    ['a query parameter is unknown', { method: 'GET', path: '/api/notes?what=word' }, 'validation_failed', 'what'],
  ])('200 with the problem when %s', async (_, operation, code, path) => {
    const { applied, failed } = await run([{ ...column('undone'), ref: 'first' }, operation]);
    expect([applied, failed?.index, failed?.problem.code, failed?.problem.errors?.[0]?.path ?? null]).toEqual([false, 1, code, path]);
    expect(await titlesOf('undone')).toEqual([]);
  });

  test.each<[string, object, number]>([
    ['one text', { title: '{{long.content}}'.repeat(1000) }, 1],
    ['texts that are nothing else', { title: 'x', content: '{{long.content}}' }, 18],
    ['a list of texts', { title: 'x', tags: Array.from({ length: 10_000 }, () => '#{{long.content}}') }, 1],
  ])('200 with too_large when references put in more than a body can hold, by %s', full, async (_, body, count) => {
    const long = { method: 'POST', path: '/api/notes', body: { title: 'Long', content: 'x'.repeat(1_000_000) }, ref: 'long' };
    const { applied, failed } = await run([long, ...Array.from({ length: count }, () => ({ method: 'POST', path: '/api/notes', body }))]);
    expect([applied, failed?.index, failed?.problem.status, failed?.problem.code]).toEqual([false, count === 1 ? 1 : 17, 413, 'too_large']);
    expect((await notes.list('?q=Long')).total).toBe(0);
  });

  test('200 for text with braces that name nothing', async () => {
    const { results } = await run([{ method: 'POST', path: '/api/notes', body: { title: '{{date}} {{ a.b }}', content: '{{}}' } }]);
    expect(results[0]?.body).toMatchObject({ title: '{{date}} {{ a.b }}', content: '{{}}' });
  });

  test('200 without a batchId where nothing is changed', async () => {
    const { id } = (await service.request('POST', '/api/columns', { body: { title: 'Same', projectId: 'same' } })).body as { id: string };
    const operations = [
      { method: 'GET', path: `/api/columns/${id}` },
      { method: 'PUT', path: `/api/columns/${id}`, body: { title: 'Same' } },
    ];
    expect(await run(operations)).toMatchObject({ applied: true, batchId: null });
  });

  test('200 for a dry run, which changes nothing', async () => {
    const note = await notes.create('one\n');
    const seq = await boards.lastSeq();
    const operations = [
      { ...column('dry'), ref: 'doing' },
      { method: 'POST', path: '/api/cards', body: { columnId: '{{doing.id}}', title: 'Dry' } },
      { method: 'POST', path: `/api/notes/${note.id}/delta`, body: { edits: [{ oldText: 'one', newText: 'two' }] } },
      { method: 'GET', path: `/api/notes/${note.id}` },
    ];
    const { applied, batchId, failed, results } = await run(operations, { dryRun: true });
    expect([applied, batchId, failed]).toEqual([false, null, null]);
    expect(results.map(({ status }) => status)).toEqual([201, 201, 200, 200]);
    expect(results[3]?.body).toMatchObject({ content: 'two\n', version: 1 });
    expect(await titlesOf('dry')).toEqual([]);
    expect(await boards.changesSince(seq)).toEqual([]);
    expect(await notes.read(note.id)).toMatchObject({ content: 'one\n', version: 0 });
    // The same delta is still possible, and the note is what it makes of it.
    await notes.change(note.id, { edits: [{ oldText: 'one', newText: 'three' }] });
    expect((await notes.read(note.id)).content).toBe('three\n');
  });

  test('200 again for the same Idempotency-Key, and done once', async () => {
    const headers = { 'Idempotency-Key': 'batch' };
    const first = await post({ operations: [column('key')] }, headers);
    const again = await post({ operations: [column('key')] }, headers);
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(await titlesOf('key')).toEqual(['Doing']);
    expect((await post({ operations: [column('other')] }, headers)).body.code).toBe('idempotency_mismatch');
  });

  test("404 in the result for another user's records", async () => {
    const berta = await service.signUp('berta');
    const { id } = await boards.column({ projectId: 'mine' });
    const { failed } = await run([{ method: 'DELETE', path: `/api/columns/${id}` }], {}, berta);
    expect(failed?.problem.code).toBe('not_found');
    expect(await titlesOf('mine')).toEqual(['Doing']);
  });

  test('200 for a large note that is there before, whose change is prepared ahead', async () => {
    const note = await notes.create(`${'many words in a paragraph\n\n'.repeat(6_000)}end\n`);
    const { applied, results } = await run([
      column('large'),
      { method: 'POST', path: `/api/notes/${note.id}/delta`, body: { edits: [{ oldText: 'end', newText: 'END' }] } },
    ]);
    expect([applied, results[1]?.status]).toEqual([true, 200]);
    expect((await notes.read(note.id)).content.endsWith('END\n')).toBe(true);
  });
});

/** An object in objects. */
function nested(levels: number): unknown {
  let value: unknown = 0;
  for (let level = 0; level < levels; level++) value = { value };
  return value;
}
