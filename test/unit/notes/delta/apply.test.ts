// Every row of the protocol: what is accepted, and what each refusal carries.

import { describe, expect, test } from 'vitest';
import { NoteDelta } from '../../../../main/contract/note-delta.ts';
import { runAtOnce } from '../../../../main/lib/cooperative-scheduler.ts';
import { applyDelta, preparingSteps } from '../../../../main/features/notes/delta/apply.ts';
import type { LiveNote, NoteOutcome } from '../../../../main/features/notes/live-note.ts';
import { NotPreparsed } from '../../../../main/features/notes/note-source.ts';
import { full } from '../../../support/tiers.ts';
import { liveNote, NoteLog, refusal } from './note-log.ts';

const insert = (at: number, text: string) => ({ stepType: 'replace', from: at, to: at, slice: { content: [{ type: 'text', text }] } });
const retitle = (value: string) => ({ stepType: 'docAttr', attr: 'title', value });

const note = (): NoteLog => new NoteLog(liveNote('hello world\n', 'Greeting', 3));
const titleOf = ({ note }: NoteLog): unknown => note.source.doc.attrs['title'];

/** Refuses `delta` and holds the note to being what it was. */
function refused(log: NoteLog, delta: object) {
  const before = log.note;
  const content = before.source.content();
  const { code, extra, message } = refusal(() => log.send(delta));
  expect(log.note).toBe(before);
  expect(log.note.source.content()).toBe(content);
  return { code, extra, message };
}

describe('steps', () => {
  test('are applied to the version that they name, which grows by their number', () => {
    const log = note();
    const answer = log.send({ version: 3, clientID: 'a', steps: [insert(6, ','), insert(7, ' dear')] });
    expect(log.note.version).toBe(5);
    expect(log.note.source.content()).toBe('hello, dear world\n');
    expect(answer.clientIDs).toEqual(['a', 'a']);
    expect(log.rows.map(({ version, delta, splices }) => [version, delta, splices])).toEqual([
      [4, 5, null],
      [5, 5, null],
    ]);
  });

  test('count also when they change nothing, as their sender waits for them', () => {
    const log = note();
    log.send({ version: 3, steps: [{ stepType: 'removeMark', from: 1, to: 3, mark: { type: 'em' } }, retitle('Greeting')] });
    expect(log.note.version).toBe(5);
  });

  test('of another version are refused with those that are missing', () => {
    const log = note();
    log.send({ version: 3, clientID: 'a', steps: [insert(1, 'x')] });
    log.send({ version: 4, steps: [insert(1, 'y')] });
    const { code, extra } = refused(log, { version: 3, clientID: 'b', steps: [insert(1, 'z')] });
    expect(code).toBe('stale_version');
    expect(extra).toEqual({ version: 5, steps: [insert(1, 'x'), insert(1, 'y')], clientIDs: ['a', null] });
  });

  test.each([
    { steps: [insert(1, 'z')] },
    { steps: [insert(1, 'z')], rebase: true },
    { content: 'x' },
    { edits: [{ append: 'x' }] },
    { title: 'New' },
  ])('and everything else is refused for a version ahead: %j', (delta) => {
    expect(refused(note(), { version: 4, ...delta })).toMatchObject({
      code: 'stale_version',
      extra: { version: 3, steps: [], clientIDs: [] },
    });
  });

  test('of a version that is no longer kept get history_gone', () => {
    expect(refused(note(), { version: 2, steps: [insert(1, 'z')] }).code).toBe('history_gone');
    expect(refused(note(), { version: 2, steps: [insert(1, 'z')], rebase: true }).code).toBe('history_gone');
    expect(refused(note(), { version: 2, content: '' }).code).toBe('history_gone');
  });

  test('are at most 500', () => {
    expect(refused(note(), { version: 3, steps: Array.from({ length: 501 }, () => insert(1, 'x')) }).code).toBe('too_large');
    const log = note();
    log.send({ version: 3, steps: Array.from({ length: 500 }, () => insert(1, 'x')) });
    expect(log.note.version).toBe(503);
  });

  test.each([
    ['malformed', { stepType: 'replace', from: 5, to: 1 }, 'invalid_step'],
    ['beyond the end', insert(99, 'x'), 'step_failed'],
    [
      'breaking the schema',
      { stepType: 'replace', from: 0, to: 0, slice: { content: [{ type: 'bullet_list', content: [{ type: 'list_item' }] }] } },
      'invalid_document',
    ],
  ])('are refused all together when the second is %s', (_, step, code) => {
    expect(refused(note(), { version: 3, steps: [insert(1, 'x'), step, insert(1, 'y')], title: 'New' })).toMatchObject({
      code,
      extra: { index: 1 },
    });
  });
});

describe('edits', () => {
  test.each<[string, object[], string]>([
    ['replace what occurs once', [{ oldText: 'world', newText: 'there' }], 'hello there\n'],
    ['append to the very end', [{ append: 'no line' }], 'hello world\nno line'],
    [
      'go one upon the other',
      [{ oldText: 'world', newText: 'moon' }, { oldText: 'moon', newText: 'sun' }, { append: '\nend\n' }],
      'hello sun\n\nend\n',
    ],
    ['can remove', [{ oldText: 'hello ', newText: '' }], 'world\n'],
    ['can take line ends', [{ oldText: 'world\n', newText: 'world' }], 'hello world'],
  ])('%s', (_, edits, content) => {
    const log = note();
    log.send({ edits });
    expect(log.note.source.content()).toBe(content);
    expect(log.note.version).toBeGreaterThan(3);
    expect(log.rows.at(-1)?.splices).not.toBeNull();
  });

  test('are refused with their index when the text does not occur', () => {
    expect(refused(note(), { edits: [{ append: 'x' }, { oldText: 'nowhere', newText: '' }] })).toMatchObject({
      code: 'edit_conflict',
      extra: { index: 1 },
    });
  });

  test('are refused with index and count when the text occurs more than once, overlapping ones among them', () => {
    const log = new NoteLog(liveNote('aaaa b\n'));
    expect(refused(log, { edits: [{ oldText: 'aa', newText: '' }] })).toMatchObject({
      code: 'edit_ambiguous',
      extra: { index: 0, count: 3 },
    });
    log.send({ edits: [{ oldText: 'aaaa', newText: 'c' }] });
    expect(log.note.source.content()).toBe('c b\n');
  });

  test('may come from an older version: only the answer depends on it', () => {
    const log = note();
    log.send({ title: 'One' });
    const answer = log.send({ version: 3, edits: [{ oldText: 'hello', newText: 'bye' }] });
    expect(log.note.source.content()).toBe('bye world\n');
    expect(answer.steps).toHaveLength(log.note.version - 3);
  });

  test('that leave every byte as it was are no version', () => {
    const log = note();
    log.send({
      edits: [
        { oldText: 'hello', newText: 'bye' },
        { oldText: 'bye', newText: 'hello' },
      ],
    });
    expect(log.note.version).toBe(3);
    expect(log.rows).toEqual([]);
  });

  test('are at most 500', () => {
    expect(refused(note(), { edits: Array.from({ length: 501 }, () => ({ append: 'x' })) }).code).toBe('too_large');
    const log = note();
    log.send({ edits: Array.from({ length: 500 }, () => ({ append: 'x' })) });
    expect(log.note.source.content()).toBe(`hello world\n${'x'.repeat(500)}`);
  });
});

describe('content', () => {
  test('takes the place of all, byte for byte', () => {
    const log = note();
    const content = '\uFEFFSetext\r\n===\r\n\r\n\r\n* a\r\n';
    log.send({ version: 3, content });
    expect(log.note.source.content()).toBe(content);
    expect(titleOf(log)).toBe('Greeting');
  });

  test('of an older version is refused with the missing steps, even if it is what is there', () => {
    const log = note();
    log.send({ version: 3, steps: [insert(1, 'x')] });
    expect(refused(log, { version: 3, content: log.note.source.content() })).toMatchObject({
      code: 'stale_version',
      extra: { version: 4, steps: [insert(1, 'x')] },
    });
  });

  test('that is there already is no version, and neither is a title', () => {
    const log = note();
    expect(log.send({ version: 3, content: 'hello world\n', title: 'Greeting' })).toEqual({ version: 3, steps: [], clientIDs: [] });
    expect(log.rows).toEqual([]);
  });
});

describe('title', () => {
  test.each<[string, object, string]>([
    ['alone', {}, 'hello world\n'],
    ['after steps', { version: 3, steps: [retitle('Other'), insert(1, 'x')] }, 'xhello world\n'],
    ['after edits', { edits: [{ oldText: 'world', newText: 'you' }] }, 'hello you\n'],
    ['after content', { version: 3, content: 'c' }, 'c'],
    ['with edits that change nothing', { edits: [{ oldText: 'world', newText: 'world' }] }, 'hello world\n'],
    ['for an older version', { version: 2 }, 'hello world\n'],
  ])('is set %s, as the last step', (_, delta, content) => {
    const log = new NoteLog(liveNote('hello world\n', 'Greeting', 2));
    log.send({ title: 'Between' });
    log.send({ ...delta, title: 'New "title"' });
    expect(titleOf(log)).toBe('New "title"');
    expect(log.note.source.content()).toBe(content);
    const last = log.rows.at(-1);
    expect(JSON.parse(last?.step ?? '')).toEqual(retitle('New "title"'));
    expect(last?.version).toBe(log.note.version);
    expect(last?.delta).toBe(log.note.version);
  });

  test('may come as a step', () => {
    const log = note();
    log.send({ version: 3, steps: [retitle('By step')] });
    expect(titleOf(log)).toBe('By step');
  });

  test.each(['', ' \n', 'x'.repeat(501), 'a\uD800', 'a\0', 5, null])('by step keeps to the rules of titles: %j', (value) => {
    expect(refused(note(), { version: 3, steps: [{ ...retitle(''), value }] })).toMatchObject({
      code: 'invalid_document',
      extra: { index: 0 },
    });
  });
});

describe('size', () => {
  const limit = 5 * 1024 * 1024;
  const long = (bytes: number): LiveNote => liveNote(`${'é'.repeat((bytes - 2) / 2)}a\n`);

  test('of markdown is counted in bytes of UTF-8', full, () => {
    const log = note();
    expect(refused(log, { version: 3, content: 'é'.repeat(limit / 2) + 'a' }).code).toBe('too_large');
    log.send({ version: 3, content: 'é'.repeat(limit / 2) });
    expect(Buffer.byteLength(log.note.source.content())).toBe(limit);
    expect(refused(log, { edits: [{ append: 'a' }] }).code).toBe('too_large');
  });

  test('holds for steps to the byte', () => {
    const log = new NoteLog(long(limit - 2));
    log.send({ version: 0, steps: [insert(1, 'ab')] });
    expect(Buffer.byteLength(log.note.source.content())).toBe(limit);
    expect(refused(log, { version: 1, steps: [insert(1, 'c')] }).code).toBe('too_large');
    log.send({ version: 1, steps: [{ stepType: 'replace', from: 1, to: 2 }] });
    log.send({ version: 2, steps: [insert(1, 'c')] });
    expect(Buffer.byteLength(log.note.source.content())).toBe(limit);
  });

  test('of a heavy block is counted once that has been written', full, () => {
    const markdown = `${'a *b* '.repeat(4_000)}end`;
    const large = { ...liveNote(markdown), sizeAtMost: limit };
    const delta = NoteDelta.parse({ version: 0, steps: [insert(1, 'x')] });
    const history = { after: () => [] };
    const stepped = runAtOnce(preparingSteps(large, delta, history));
    expect(stepped?.change.sizeAtMost).toBeGreaterThan(limit);
    const applied = (): NoteOutcome => applyDelta(large, delta, history, { maxWeight: 64 * 1024, preparsed: null, stepped });
    expect(applied).toThrow(NotPreparsed);
    for (const block of stepped?.change.source.unwritten() ?? []) block.write();
    expect(applied().note.sizeAtMost).toBe(markdown.length + 1);
  });

  test('and steps are worked out anew where the note is another by now', () => {
    const [before, now] = [liveNote('word\n'), liveNote('another word\n')];
    const delta = NoteDelta.parse({ version: 0, steps: [insert(1, 'x')] });
    const stepped = runAtOnce(preparingSteps(before, delta, { after: () => [] }));
    const { note } = applyDelta(now, delta, { after: () => [] }, { maxWeight: 64 * 1024, preparsed: null, stepped });
    expect(note.source.content()).toBe('xanother word\n');
  });

  test('of a large note is not counted for each step', () => {
    const large = liveNote('word '.repeat(20_000) + '\n\n' + 'more '.repeat(20_000));
    let counted = 0;
    const { source } = large;
    const watched = new Proxy(source, {
      get(target, key) {
        const value: unknown = Reflect.get(target, key, target);
        if (key === 'contentWithin') counted++;
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
    const delta = NoteDelta.parse({ version: 0, steps: [insert(1, 'x')] });
    const first = applyDelta({ version: 0, source: watched }, delta, { after: () => [] });
    expect(counted).toBe(1);
    expect(applyDelta({ ...first.note, version: 0 }, delta, { after: () => [] }).note.sizeAtMost).toBeGreaterThan(
      first.note.sizeAtMost ?? Infinity,
    );
    expect(counted).toBe(1);
  });
});
