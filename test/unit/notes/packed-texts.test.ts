// Long steps and states are stored deflated. What an earlier version has stored stays readable beside them.

import Sqlite from 'better-sqlite3';
import { join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { Slice } from 'prosemirror-model';
import { ReplaceStep } from 'prosemirror-transform';
import { expect, test, vi } from 'vitest';
import { jsonOf, prepareJson } from '../../../main/features/notes/delta/step-json.ts';
import { NoteSource } from '../../../main/features/notes/note-source.ts';
import { CooperativeScheduler } from '../../../main/lib/cooperative-scheduler.ts';
import { maybePacked, unpackedText, unpackedInThread } from '../../../main/lib/packed-text.ts';
import { databaseName } from '../../../main/storage/files.ts';
import { backTo45 } from '../../support/earlier-schema.ts';
import { full } from '../../support/tiers.ts';
import { anyVersion, openTestNotes, type TestNotes } from './fixture.ts';

/**
 * One paragraph of so much markup, with brackets, which weigh much, that a step of all of it is long, and so is the state of a note with a
 * letter in it. A letter behind a word turns all underscores into stars; the state alone tells what they were.
 */
const dense = (letter: string): string => `${`__[${letter}__ `.repeat(1_300).trim()}\n`;
const typed = { stepType: 'replace', from: 3, to: 3, slice: { content: [{ type: 'text', text: 'x' }] } };
const takenOut = { stepType: 'replace', from: 3, to: 4 };

interface Row {
  readonly version: number;
  readonly text: string | null;
  readonly packed: Buffer | null;
}

const rowsOf = (notes: TestNotes, sql: string): Row[] => notes.database.prepare<[], Row>(sql).all();
const stepsOf = (notes: TestNotes): Row[] =>
  rowsOf(notes, 'SELECT version, step AS text, step_packed AS packed FROM note_steps ORDER BY version');
const statesOf = (notes: TestNotes): Row[] =>
  rowsOf(
    notes,
    `SELECT version, state AS text, state_packed AS packed FROM note_contents
      UNION ALL SELECT version, state, state_packed FROM note_snapshots ORDER BY version`,
  );

/** A note that was typed into, was rewritten and got an old version back; its content at each version. */
async function edited(notes: TestNotes): Promise<{ readonly id: string; readonly contents: string[] }> {
  const { id } = await notes.create(dense('a'));
  const contents = [dense('a')];
  const took = async (): Promise<void> => {
    contents.push(await notes.content(id));
  };
  await notes.change(id, { version: 0, steps: [typed] });
  await took();
  await notes.flush();
  await notes.change(id, { version: 1, content: dense('b') });
  await took();
  const prepared = await notes.history.prepareRestore(notes.userId, id, { version: 1 });
  await notes.database.write(() => notes.history.restore(notes.userId, id, anyVersion, prepared));
  await took();
  await notes.flush();
  return { id, contents };
}

/** The database as the version before had it. */
function unpackAll(dataDir: string): void {
  const connection = new Sqlite(join(dataDir, databaseName));
  connection.function('unpacked', (bytes) => unpackedText(bytes as Buffer));
  connection.exec(`
    UPDATE note_steps SET step = unpacked(step_packed) WHERE step_packed IS NOT NULL;
    UPDATE note_contents SET state = unpacked(state_packed) WHERE state_packed IS NOT NULL;
    UPDATE note_snapshots SET state = unpacked(state_packed) WHERE state_packed IS NOT NULL;
    ALTER TABLE note_steps DROP COLUMN step_packed;
    ALTER TABLE note_contents DROP COLUMN state_packed;
    ALTER TABLE note_snapshots DROP COLUMN state_packed;
    ALTER TABLE events DROP COLUMN rings_from;
    ALTER TABLE events DROP COLUMN is_cancelled;
    ALTER TABLE events DROP COLUMN is_free;
    ALTER TABLE cards DROP COLUMN rings_from;
    DROP INDEX text_links_by_name;
    ALTER TABLE text_links DROP COLUMN name_key;
    ${backTo45}
    PRAGMA user_version = 39;`);
  connection.close();
}

test('long steps and states are packed, read the same, and stand beside those of an earlier version', full, async () => {
  const before = await openTestNotes({ snapshots: { versions: 1, stepBytes: 1e9 }, memory: 1 });
  const { id, contents } = await edited(before);
  expect(contents[1]?.slice(0, 12)).toBe('**[a**x __[a');
  expect(stepsOf(before).map(({ text, packed }) => [text === '', packed !== null && packed.length < 20_000])).toEqual([
    [false, false],
    [true, true],
    [true, true],
  ]);
  const states = statesOf(before);
  expect(states.some(({ text, packed }) => text === null && packed !== null)).toBe(true);
  expect(states.every(({ text }) => text === null || text.length < 64 * 1024)).toBe(true);
  // They are answered as the text that they are, in parts.
  const parse = vi.spyOn(JSON, 'parse');
  const { steps = [] } = await before.notes.read(before.userId, id, { since: 1 });
  expect(parse.mock.calls.every(([text]) => text.length < 64 * 1024)).toBe(true);
  parse.mockRestore();
  const sent = JSON.parse(JSON.stringify(steps)) as { readonly stepType: string }[];
  expect(sent.map(({ stepType }) => stepType)).toEqual(['replace', 'replace']);
  // Another note takes the place of this one in memory, so that it is loaded.
  const { id: other } = await before.create('other\n');
  await before.change(other, { edits: [{ append: 'more\n' }] });
  await before.change(id, { version: 3, steps: [takenOut] });
  contents.push(await before.content(id));
  expect(contents[4] === contents[0]).toBe(true);
  before.abandon();

  unpackAll(before.dataDir);
  const after = await openTestNotes({}, before.dataDir);
  expect(stepsOf(after).every(({ text, packed }) => text !== '' && packed === null)).toBe(true);
  expect(Math.max(...statesOf(after).map(({ text }) => text?.length ?? 0))).toBeGreaterThan(64 * 1024);
  await after.change(id, { version: 4, content: dense('c') });
  contents.push(dense('c'));
  expect(stepsOf(after).at(-1)?.packed).not.toBeNull();
  for (const [version, content] of contents.entries())
    expect((await after.history.read(after.userId, id, String(version))).content === content, `version ${version}`).toBe(true);
});

test('a long step is packed without its text being put together, a short one is text', async () => {
  const stepOf = (markdown: string): ReplaceStep => new ReplaceStep(0, 0, new Slice(NoteSource.parse(markdown, 'Title').doc.content, 0, 0));
  const [long, short] = [stepOf('**a** ü `c` '.repeat(2_000)), stepOf('**a**')];
  await prepareJson([long, short], new CooperativeScheduler());
  const { text, packed } = jsonOf(long);
  const json = JSON.stringify(long.toJSON());
  expect([text, packed?.length]).toEqual([undefined, json.length]);
  expect(unpackedText(packed?.bytes ?? Buffer.alloc(0)) === json).toBe(true);
  expect(jsonOf(short)).toEqual({ step: short.toJSON() as object, text: JSON.stringify(short.toJSON()) });
});

test('a long text that a thread inflates is read in parts, which cut no character; damaged bytes are refused', async () => {
  const text = 'a\u00e9\u{1F600}'.repeat(200_000);
  const packed = (await maybePacked([text])) ?? Buffer.of();
  const reading = vi.spyOn(StringDecoder.prototype, 'write');
  expect((await unpackedInThread(packed)) === text).toBe(true);
  expect(reading.mock.calls.length).toBeGreaterThan(4);
  expect(Math.max(...reading.mock.calls.map(([bytes]) => (bytes as Buffer).length))).toBeLessThan(300_000);
  reading.mockRestore();
  await expect(unpackedInThread(packed.subarray(0, -10))).rejects.toThrow(/unexpected end/);
  await expect(unpackedInThread(Buffer.from('none'))).rejects.toThrow(/header/);
});
