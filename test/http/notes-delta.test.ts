import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noId, refused } from '../support/boards.ts';
import { full } from '../support/tiers.ts';
import { noteClient, typed, type NoteClient } from '../support/notes.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let notes: NoteClient;

beforeAll(async () => {
  service = await startTestService();
  notes = noteClient(service);
});

afterAll(() => service.dispose());

const megabyte = 1024 * 1024;
const uuid = (): string => crypto.randomUUID();

/** The note’s id at version 2 of "ab": typed as "xa", then "xyab". */
async function atTwo(): Promise<string> {
  const { id } = await notes.create('ab\n');
  await notes.change(id, { version: 0, steps: [typed(1, 'x')], clientID: 'first' });
  await notes.change(id, { version: 1, steps: [typed(2, 'y')], clientID: 7 });
  return id;
}

describe('POST /api/notes/:id/delta', () => {
  test.each<[string, object, string[]]>([
    ['nothing to do', {}, ['']],
    ['a version alone', { version: 0 }, ['']],
    ['two of steps, edits and content', { version: 0, content: 'a', edits: [{ append: 'b' }] }, ['']],
    ['steps without a version', { steps: [typed(1, 'x')] }, ['version']],
    ['content without a version', { content: 'x' }, ['version']],
    ['a negative version', { version: -1, content: 'x' }, ['version']],
    ['a version in half', { version: 0.5, content: 'x' }, ['version']],
    ['no steps', { version: 0, steps: [] }, ['steps']],
    ['no edits', { edits: [] }, ['edits']],
    ['an edit of nothing', { edits: [{ oldText: '', newText: 'x' }] }, ['edits.0.oldText']],
    ['a blank title', { title: ' ' }, ['title']],
    ['a null title', { title: null }, ['title']],
    ['NUL in the content', { version: 0, content: 'a\0' }, ['content']],
    ['NUL in an edit', { edits: [{ append: '\0' }] }, ['edits.0.append']],
    ['an empty deltaId', { title: 'x', deltaId: '' }, ['deltaId']],
    ['an unknown field', { title: 'x', text: 'y' }, ['text']],
    ['an unknown field of an edit', { edits: [{ append: 'x', at: 3 }] }, ['edits.0.at']],
  ])('400 for %s', async (_, delta, paths) => {
    const { id } = await notes.create('a\n');
    const answer = await notes.post(id, delta);
    expect(answer.status).toBe(400);
    expect(refused(answer)).toEqual(paths);
    expect(await notes.read(id)).toMatchObject({ version: 0, content: 'a\n' });
  });

  test.each<[string, unknown]>([
    ['no object', 5],
    ['of an unknown type', { stepType: 'explode' }],
    ['from after to', { stepType: 'replace', from: 2, to: 1 }],
    ['at half a place', { stepType: 'replace', from: 0.5, to: 1 }],
    ['at a negative place', { stepType: 'replace', from: -1, to: 1 }],
    ['with an unknown node', { stepType: 'replace', from: 1, to: 1, slice: { content: [{ type: 'video' }] } }],
  ])('400 invalid_step with its index for a step %s', async (_, step) => {
    const { id } = await notes.create('a\n');
    const { status, body } = await notes.post(id, { version: 0, steps: [typed(1, 'x'), step] });
    expect([status, body.code, body.index]).toEqual([400, 'invalid_step', 1]);
    expect((await notes.read(id)).version).toBe(0);
  });

  test.each([noId, 'x'])('404 for %s', async (id) => {
    expect((await notes.post(id, { title: 'x' })).status).toBe(404);
  });

  test('409 stale_version with what is missing, ready for prosemirror-collab', async () => {
    const id = await atTwo();
    for (const delta of [{ steps: [typed(1, 'z')] }, { content: 'all new\n' }]) {
      const { status, body } = await notes.post(id, { version: 0, ...delta });
      expect([status, body.code, body.version]).toEqual([409, 'stale_version', 2]);
      expect([body.steps, body.clientIDs]).toMatchObject([
        [typed(1, 'x'), typed(2, 'y')],
        ['first', 7],
      ]);
    }
    expect((await notes.read(id)).content).toBe('xyab\n');
  });

  test('409 stale_version with a step as long as the note, as it is told everywhere else', full, async () => {
    const { id } = await notes.create('a\n');
    const next = `${Array.from({ length: 3_000 }, (_, index) => `**${index} 😀** ü`).join(' ')}\n`;
    const given = { version: 0, content: next, deltaId: uuid() };
    const { body: accepted } = await notes.post(id, given);
    expect(accepted.steps.map((step: object) => JSON.stringify(step).length > 200_000)).toEqual([true]);
    const { status, body } = await notes.post(id, { version: 0, steps: [typed(1, 'x')] });
    expect([status, body.code, body.version, body.clientIDs]).toEqual([409, 'stale_version', 1, [null]]);
    expect(body.steps).toEqual(accepted.steps);
    expect((await notes.post(id, given)).body).toEqual({ ...accepted, duplicate: true });
    expect((await notes.read(id, '?since=0')).steps).toEqual(accepted.steps);
  });

  test('409 stale_version for a version ahead of the note', async () => {
    const id = await atTwo();
    for (const delta of [
      { steps: [typed(1, 'z')] },
      { steps: [typed(1, 'z')], rebase: true },
      { content: 'c' },
      { edits: [{ append: 'c' }] },
      { title: 'c' },
    ]) {
      const { status, body } = await notes.post(id, { version: 3, ...delta });
      expect([status, body.code, body.version]).toEqual([409, 'stale_version', 2]);
    }
  });

  test('409 edit_conflict and edit_ambiguous with index and count; nothing of the delta is done', async () => {
    const { id } = await notes.create('one two two\n');
    const missing = await notes.post(id, {
      edits: [
        { oldText: 'one', newText: 'ONE' },
        { oldText: 'three', newText: '' },
      ],
    });
    expect([missing.status, missing.body.code, missing.body.index]).toEqual([409, 'edit_conflict', 1]);
    const twice = await notes.post(id, { edits: [{ append: 'x' }, { oldText: 'two', newText: 'TWO' }] });
    expect([twice.status, twice.body.code, twice.body.index, twice.body.count]).toEqual([409, 'edit_ambiguous', 1, 2]);
    expect(await notes.read(id)).toMatchObject({ version: 0, content: 'one two two\n' });
  });

  test('409 edit_conflict for a rebased step that would delete what was written meanwhile', async () => {
    const { id } = await notes.create('abcdef\n');
    await notes.change(id, { version: 0, steps: [typed(4, 'NEW')] });
    const { status, body } = await notes.post(id, { version: 0, rebase: true, steps: [{ stepType: 'replace', from: 2, to: 6 }] });
    expect([status, body.code, body.index]).toEqual([409, 'edit_conflict', 0]);
    expect((await notes.read(id)).content).toBe('abcNEWdef\n');
  });

  test('412 when If-Match names another version', async () => {
    const id = await atTwo();
    const { status, headers, body } = await notes.post(id, { title: 'x' }, { headers: { 'If-Match': '"1"' } });
    expect([status, body.code, body.version, headers.get('ETag')]).toEqual([412, 'version_mismatch', 2, '"2"']);
    expect((await notes.post(id, { title: 'x' }, { headers: { 'If-Match': '"2"' } })).status).toBe(200);
  });

  test('413 for too many steps, and for what would make the note too large', full, async () => {
    const { id } = await notes.create('x'.repeat(3 * megabyte));
    const many = await notes.post(id, { version: 0, steps: Array.from({ length: 501 }, () => typed(1, 'x')) });
    expect([many.status, many.body.code]).toEqual([413, 'too_large']);
    const large = await notes.post(id, { edits: [{ append: 'y'.repeat(2.5 * megabyte) }] });
    expect([large.status, large.body.code]).toEqual([413, 'too_large']);
    const body = await notes.post(id, { version: 0, content: 'z'.repeat(4 * megabyte) });
    expect([body.status, body.body.code]).toEqual([413, 'too_large']);
    expect((await notes.read(id)).version).toBe(0);
  });

  test('415 when it is not JSON', async () => {
    const { id } = await notes.create();
    expect((await service.request('POST', `/api/notes/${id}/delta`, { body: 'x', headers: { 'Content-Type': 'text/plain' } })).status).toBe(
      415,
    );
  });

  test('422 step_failed for a step that does not apply', async () => {
    const { id } = await notes.create('a\n');
    const { status, body } = await notes.post(id, { version: 0, steps: [typed(1, 'x'), typed(99, 'y')] });
    expect([status, body.code, body.index]).toEqual([422, 'step_failed', 1]);
    expect((await notes.read(id)).content).toBe('a\n');
  });

  test('422 invalid_document for what no note can hold', async () => {
    const { id } = await notes.create('a\n');
    const link = { stepType: 'addMark', from: 1, to: 2, mark: { type: 'link', attrs: { href: 'javascript:alert(1)' } } };
    const { status, body } = await notes.post(id, { version: 0, steps: [link] });
    expect([status, body.code]).toEqual([422, 'invalid_document']);
    expect((await notes.read(id)).content).toBe('a\n');
  });

  test('200 for steps: the version counts them, the feed has one entry', async () => {
    const { id, createdAt } = await notes.create('ab\n');
    const seq = await notes.lastSeq();
    const { status, headers, body } = await notes.post(id, { version: 0, steps: [typed(1, 'x'), typed(2, 'y')], clientID: 'me' });
    expect([status, headers.get('ETag')]).toEqual([200, '"2"']);
    expect(body).toEqual({
      id,
      version: 2,
      steps: [typed(1, 'x'), typed(2, 'y')],
      clientIDs: ['me', 'me'],
      title: 'Note',
      updatedAt: expect.any(String),
    });
    expect(await notes.read(id)).toMatchObject({ content: 'xyab\n', version: 2, updatedAt: body.updatedAt, createdAt });
    expect(await notes.changesSince(seq)).toEqual([expect.objectContaining({ type: 'note', action: 'updated', id, version: 2 })]);
  });

  test('200 for rebased steps, with all steps after the version sent', async () => {
    const id = await atTwo();
    const { version, steps, clientIDs } = await notes.change(id, { version: 0, rebase: true, steps: [typed(3, '!')], clientID: 'late' });
    expect(version).toBe(3);
    expect(steps).toMatchObject([typed(1, 'x'), typed(2, 'y'), typed(5, '!')]);
    expect(clientIDs).toEqual(['first', 7, 'late']);
    expect((await notes.read(id)).content).toBe('xyab!\n');
  });

  test('200 for edits, one after the other; the rest keeps its bytes', async () => {
    const content = '# Title #\r\n\r\n*  one\r\n*  two\r\n\r\nlast line without end';
    const { id } = await notes.create(content);
    await notes.change(id, {
      edits: [{ oldText: 'last', newText: 'next to last' }, { oldText: 'next to last', newText: 'The last' }, { append: '\r\n\r\nEnd' }],
    });
    expect((await notes.read(id)).content).toBe('# Title #\r\n\r\n*  one\r\n*  two\r\n\r\nThe last line without end\r\n\r\nEnd');
  });

  test('200 for edits whose lines end in LF, in a note whose lines end in CRLF: they end so there; 409 where they are there twice', async () => {
    const { id } = await notes.create('one\r\n\r\ntwo\r\nthree\r\n\r\nfour\r\n');
    await notes.change(id, { edits: [{ oldText: 'one\n\ntwo\nth', newText: 'One\n\nTwo\n\nTh' }] });
    expect((await notes.read(id)).content).toBe('One\r\n\r\nTwo\r\n\r\nThree\r\n\r\nfour\r\n');
    const twice = await notes.post(id, { edits: [{ oldText: '\n\nT', newText: '' }] });
    expect([twice.status, twice.body.code, twice.body.count]).toEqual([409, 'edit_ambiguous', 2]);
  });

  test('200 for edits beside what no markdown says yet: one step for what they change, and the blank stays', async () => {
    const { id } = await notes.create('- [ ] one\n- [ ] two\n');
    await notes.change(id, { version: 0, steps: [typed(13, ' and ')] });
    const ticked = await notes.change(id, { edits: [{ oldText: '[ ] one', newText: '[x] uno' }] });
    expect(ticked.steps).toMatchObject([
      { from: 3, to: 6 },
      { from: 1, to: 2 },
    ]);
    await notes.change(id, { version: ticked.version, steps: [typed(18, 'more')] });
    expect((await notes.read(id)).content).toBe('- [x] uno\n- [ ] two and more\n');
  });

  test('200 for content: exactly these bytes', async () => {
    const { id } = await notes.create('# T\n');
    const content = 'T\n===\r\n\n\n* a\n  \n+ b\n\n~~~\nx';
    const { version } = await notes.change(id, { version: 0, content });
    expect(version).toBeGreaterThan(0);
    expect(await notes.read(id)).toMatchObject({ version, content });
  });

  test('200 for a title alone and beside a content', async () => {
    const { id } = await notes.create('a\n');
    expect(await notes.change(id, { title: 'Second' })).toMatchObject({
      version: 1,
      title: 'Second',
      steps: [{ stepType: 'docAttr', attr: 'title', value: 'Second' }],
    });
    const both = await notes.change(id, { version: 1, content: 'b\n', title: 'Third' });
    expect(await notes.read(id)).toMatchObject({ version: both.version, title: 'Third', content: 'b\n' });
    expect((await notes.read(id, '?include=doc')).doc).toMatchObject({ attrs: { title: 'Third' } });
  });

  test('200 without a new version, time or feed entry when nothing changes', async () => {
    const { id, updatedAt } = await notes.create('a\n');
    const seq = await notes.lastSeq();
    for (const delta of [{ title: 'Note' }, { version: 0, content: 'a\n' }, { edits: [{ oldText: 'a', newText: 'a' }] }]) {
      expect(await notes.change(id, delta)).toEqual({ id, version: 0, steps: [], clientIDs: [], title: 'Note', updatedAt });
    }
    expect(await notes.lastSeq()).toBe(seq);
  });

  test('200 with the first answer for a deltaId that was there before, whatever came after it', async () => {
    const { id } = await notes.create('a\n');
    const deltaId = uuid();
    const append = { edits: [{ append: 'b\n' }], deltaId, clientID: 3 };
    const first = await notes.change(id, append, { headers: { 'If-Match': '"0"' } });
    await notes.change(id, { title: 'Later' });
    const seq = await notes.lastSeq();
    const { status, headers, body } = await notes.post(id, append, { headers: { 'If-Match': '"0"' } });
    expect([status, body]).toEqual([200, { ...first, duplicate: true }]);
    expect(headers.get('ETag')).toBe(`"${first.version}"`);
    expect(await notes.lastSeq()).toBe(seq);
    expect((await notes.read(id)).content).toBe('a\nb\n');
    await service.restart();
    expect(await notes.change(id, append)).toEqual({ ...first, duplicate: true });
  });

  test('200 with the first answer also for steps that would be stale by now, and for a change of nothing', async () => {
    const { id } = await notes.create('a\n');
    const steps = { version: 0, steps: [typed(1, 'x')], deltaId: uuid() };
    const nothing = { title: 'Note', deltaId: uuid() };
    const answers = [await notes.change(id, nothing), await notes.change(id, steps)];
    await notes.change(id, { title: 'Other' });
    expect([await notes.change(id, nothing), await notes.change(id, steps)]).toEqual(
      answers.map((answer) => ({ ...answer, duplicate: true })),
    );
    expect(await notes.read(id)).toMatchObject({ content: 'xa\n', title: 'Other' });
  });

  test('200 once for retries that arrive together; the id of a delta that was refused is free', async () => {
    const { id } = await notes.create('a\n');
    const deltaId = uuid();
    expect((await notes.post(id, { edits: [{ oldText: 'z', newText: '' }], deltaId })).status).toBe(409);
    const answers = await Promise.all(Array.from({ length: 8 }, () => notes.change(id, { edits: [{ append: 'b\n' }], deltaId })));
    expect(answers.filter((answer) => answer.duplicate !== true)).toHaveLength(1);
    expect(new Set(answers.map(({ version }) => version)).size).toBe(1);
    expect((await notes.read(id)).content).toBe('a\nb\n');
  });

  test('200 for the same deltaId on another note: it is another delta', async () => {
    const [one, two] = [await notes.create('1\n'), await notes.create('2\n')];
    const delta = { edits: [{ append: 'x\n' }], deltaId: 'the same' };
    await notes.change(one.id, delta);
    expect(await notes.change(two.id, delta)).not.toHaveProperty('duplicate');
    expect((await notes.read(two.id)).content).toBe('2\nx\n');
  });

  test('200 for edits at once of one text that is too large to be parsed in between', async () => {
    const content = `${'word '.repeat(20_000)}end\n`;
    const { id } = await notes.create(content);
    const marks = ['one', 'two', 'three'];
    const answers = await Promise.all(marks.map((mark) => notes.post(id, { edits: [{ append: `${mark}\n` }] })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const after = (await notes.read(id)).content;
    expect(after.startsWith(content)).toBe(true);
    expect(after.slice(content.length).trim().split('\n').toSorted()).toEqual(marks.toSorted());
  });

  test('200 for a note of 5 MiB, also when it was not in memory', full, async () => {
    // In blocks of a usual length: how many there are is not what is tried here.
    const block = `Some *words* of [a link](https://example.org/) in a line.${' And many more words.'.repeat(50)}\n\n`;
    const content = block.repeat(5_000).slice(0, 5 * megabyte - 100);
    expect(content).toHaveLength(5 * megabyte - 100);
    const { id } = await notes.create(content);
    await service.restart();
    expect((await notes.change(id, { edits: [{ append: '\n\nend\n' }] })).version).toBeGreaterThan(0);
    await notes.change(id, { title: 'Large' });
    expect((await notes.read(id)).content === `${content}\n\nend\n`).toBe(true);
  });
});
