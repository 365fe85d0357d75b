import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Blobs, type Content } from '../../../main/storage/blobs.ts';

let folder: string;
let warnings: { fields: object; message: string }[];
/** What rows would name, with how many bytes. */
let named: Map<string, number>;
let blobs: Blobs;
let quarantine: string;
/** Whether a restore has put a database aside. */
let isNeeded: boolean;
let now: number;
const open = (): Blobs => new Blobs(folder, [rows], log, { folder: quarantine, isNeeded: () => isNeeded, clock: () => now });

const log = {
  warn: (fields: object, message: string): void => {
    warnings.push({ fields, message });
  },
};
const rows = {
  isNamed: (sha256: string): boolean => named.has(sha256),
  namedAfter: (after: string, limit: number): Content[] =>
    [...named]
      .map(([sha256, size]) => ({ sha256, size }))
      .filter(({ sha256 }) => sha256 > after)
      .toSorted((a, b) => (a.sha256 < b.sha256 ? -1 : 1))
      .slice(0, limit),
};

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'daybook-blobs-')), 'attachments');
  warnings = [];
  named = new Map();
  quarantine = join(folder, '..', 'backups', 'attachments');
  isNeeded = false;
  now = Date.now();
  blobs = open();
});
afterEach(() => {
  rmSync(join(folder, '..'), { recursive: true, force: true });
});

const hash = (content: string): string => createHash('sha256').update(content).digest('hex');
let counter = 0;

function upload(content: string): Content & { path: string } {
  const path = join(blobs.incoming, String((counter += 1)));
  writeFileSync(path, content);
  return { path, sha256: hash(content), size: Buffer.byteLength(content) };
}

const isKept = (content: string): boolean => existsSync(blobs.path(hash(content)));

test('what is kept lies under its hash, and stays when a row names it', async () => {
  const file = upload('one');
  const pin = await blobs.keep([file]);
  expect(existsSync(file.path)).toBe(false);
  expect(blobs.path(file.sha256)).toBe(join(folder, file.sha256.slice(0, 2), file.sha256));
  named.set(file.sha256, file.size);
  pin[Symbol.dispose]();
  expect(readFileSync(blobs.path(file.sha256), 'utf8')).toBe('one');
});

test('without a row it goes with its last pin', async () => {
  const first = await blobs.keep([upload('one'), upload('two'), upload('two')]);
  const second = await blobs.keep([upload('two')]);
  expect(readdirSync(blobs.incoming)).toEqual([]);
  first[Symbol.dispose]();
  expect([isKept('one'), isKept('two')]).toEqual([false, true]);
  second[Symbol.dispose]();
  expect(isKept('two')).toBe(false);
});

test('a removal waits for the commit, and for uploads of the same content', async () => {
  const pin = await blobs.keep([upload('one')]);
  blobs.release([hash('one')]);
  blobs.committed();
  expect(isKept('one')).toBe(true);
  named.set(hash('one'), 3);
  pin[Symbol.dispose]();
  named.clear();
  blobs.release([hash('one')]);
  expect(isKept('one')).toBe(true);
  blobs.committed();
  expect(isKept('one')).toBe(false);
});

test('what is still named, or cannot be asked for, is not removed', async () => {
  const pin = await blobs.keep([upload('one'), upload('two')]);
  named.set(hash('one'), 3);
  const ask = rows.isNamed;
  rows.isNamed = (sha256) => {
    if (sha256 === hash('two')) throw new Error('the disk cannot be read');
    return ask(sha256);
  };
  pin[Symbol.dispose]();
  rows.isNamed = ask;
  expect([isKept('one'), isKept('two'), warnings.length]).toEqual([true, true, 1]);
});

test('many removals go on after the commit, in steps', async () => {
  const contents = Array.from({ length: 100 }, (_, index) => `content ${index}`);
  const pin = await blobs.keep(contents.map(upload));
  pin[Symbol.dispose]();
  const deadline = performance.now() + 60_000;
  while (contents.some(isKept) && performance.now() < deadline) await sleep(5);
  expect(contents.filter(isKept)).toEqual([]);
});

test('what is held meanwhile stays, also while many are being removed', async () => {
  const contents = Array.from({ length: 100 }, (_, index) => `content ${index}`);
  (await blobs.keep(contents.map(upload)))[Symbol.dispose]();
  const left = contents.filter(isKept);
  const hold = blobs.hold();
  await sleep(20);
  expect([left.length > 0, contents.filter(isKept)]).toEqual([true, left]);
  hold[Symbol.dispose]();
  await expect.poll(() => contents.filter(isKept)).toEqual([]);
});

test('if one of several cannot be kept, none is', async () => {
  const good = upload('good');
  await expect(blobs.keep([good, { path: join(blobs.incoming, 'missing'), sha256: hash('bad'), size: 3 }])).rejects.toMatchObject({
    code: 'ENOENT',
  });
  expect([isKept('good'), isKept('bad')]).toEqual([false, false]);
});

test.each([
  ['of another size', 'on'],
  ['of the same size, as a disk may leave it', '\0\0\0'],
])('a damaged content is replaced when it comes again: one %s', async (_, left) => {
  named.set(hash('one'), 3);
  (await blobs.keep([upload('one')]))[Symbol.dispose]();
  writeFileSync(blobs.path(hash('one')), left);
  (await blobs.keep([upload('one')]))[Symbol.dispose]();
  expect(readFileSync(blobs.path(hash('one')), 'utf8')).toBe('one');
});

test('the sweep removes what a killed process left, spares what is new or not ours, and tells what is missing', async () => {
  const pin = await blobs.keep([upload('named'), upload('orphan')]);
  upload('half');
  blobs.stop().catch(() => undefined);
  pin[Symbol.dispose]();
  named.set(hash('named'), 5);
  named.set(hash('lost'), 4);
  const next = open();
  const late = join(next.incoming, 'late');
  writeFileSync(late, 'an upload that has come since');
  const uploading = await next.keep([upload('uploading')]);
  mkdirSync(join(folder, 'mine'));
  writeFileSync(join(folder, 'mine', hash('orphan')), 'mine');
  writeFileSync(join(folder, hash('named').slice(0, 2), 'notes.txt'), 'mine');
  await next.sweep();
  expect(readdirSync(next.incoming)).toEqual(['late']);
  expect([isKept('named'), isKept('orphan'), isKept('uploading')]).toEqual([true, false, true]);
  expect(readdirSync(join(folder, 'mine'))).toHaveLength(1);
  expect(existsSync(join(folder, hash('named').slice(0, 2), 'notes.txt'))).toBe(true);
  expect(readdirSync(quarantine)).toEqual([hash('orphan')]);
  expect(warnings.map(({ fields }) => fields)).toEqual([
    { files: 1, folder: quarantine },
    { files: 1 },
    { sha256: hash('lost'), size: 4, found: null },
  ]);
  uploading[Symbol.dispose]();
});

/** What a start does, and a round of maintenance after it. */
async function sweepAnew(): Promise<void> {
  const next = open();
  const { outdated } = next;
  expect([outdated.isByAge, outdated.slice()]).toEqual([true, false]);
  await next.sweep();
  while (outdated.slice());
}

test('what the sweep has put aside comes back with its rows, and goes after 30 days', async () => {
  const day = 24 * 60 * 60 * 1000;
  named.set(hash('newer'), 5);
  (await blobs.keep([upload('newer')]))[Symbol.dispose]();
  // However old it is: its time there counts.
  utimesSync(blobs.path(hash('newer')), 0, 0);
  named.clear();
  await sweepAnew();
  expect([isKept('newer'), existsSync(join(quarantine, hash('newer')))]).toEqual([false, true]);
  now += 29 * day;
  named.set(hash('newer'), 5);
  await sweepAnew();
  expect(readFileSync(blobs.path(hash('newer')), 'utf8')).toBe('newer');
  named.clear();
  await sweepAnew();
  now += 29 * day;
  await sweepAnew();
  expect(existsSync(join(quarantine, hash('newer')))).toBe(true);
  now += 2 * day;
  isNeeded = true;
  await sweepAnew();
  expect(existsSync(join(quarantine, hash('newer')))).toBe(true);
  isNeeded = false;
  await sweepAnew();
  expect(existsSync(quarantine)).toBe(false);
  expect(warnings.map(({ message }) => message)).toEqual([
    'Files that no record names were put aside; they go after 30 days',
    'Files that no record names were put aside; they go after 30 days',
    'Files that no record has named for 30 days were removed',
  ]);
});

test('what was put aside and a record names again stays, however long it could not be brought back', async () => {
  mkdirSync(quarantine, { recursive: true });
  for (const content of ['named', 'unnamed']) writeFileSync(join(quarantine, hash(content)), content);
  const next = open();
  await next.sweep();
  named.set(hash('named'), 5);
  now += 31 * 24 * 60 * 60 * 1000;
  for (const content of ['named', 'unnamed']) utimesSync(join(quarantine, hash(content)), 0, 0);
  next.outdated.slice();
  expect(readdirSync(quarantine)).toEqual([hash('named')]);
});

test('what loses its rows while the sweep runs is removed, not put aside', async () => {
  const contents = Array.from({ length: 100 }, (_, index) => `content ${index}`);
  for (const content of contents) named.set(hash(content), Buffer.byteLength(content));
  (await blobs.keep(contents.map(upload)))[Symbol.dispose]();
  const sweeping = blobs.sweep();
  named.clear();
  blobs.release(contents.map(hash));
  blobs.committed();
  await sweeping;
  await expect.poll(() => contents.filter(isKept)).toEqual([]);
  expect(existsSync(quarantine)).toBe(false);
});

test('a damaged content is replaced by the one that was put aside, unless that is damaged too', async () => {
  for (const [content, aside] of [
    ['whole', 'whole'],
    ['neither', 'also'],
  ] as const) {
    named.set(hash(content), content.length);
    (await blobs.keep([upload(content)]))[Symbol.dispose]();
    writeFileSync(blobs.path(hash(content)), 'half');
    mkdirSync(quarantine, { recursive: true });
    writeFileSync(join(quarantine, hash(content)), aside);
  }
  await open().sweep();
  expect(['whole', 'neither'].map((content) => readFileSync(blobs.path(hash(content)), 'utf8'))).toEqual(['whole', 'half']);
  expect(warnings.map(({ fields }) => fields)).toEqual([{ sha256: hash('neither'), size: 7, found: 4 }]);
});

test('what cannot be put aside stays, and is told once', async () => {
  const pin = await blobs.keep([upload('one'), upload('two')]);
  blobs.stop().catch(() => undefined);
  pin[Symbol.dispose]();
  mkdirSync(join(quarantine, '..'));
  writeFileSync(quarantine, 'a file in its place');
  await open().sweep();
  expect([isKept('one'), isKept('two')]).toEqual([true, true]);
  expect(warnings).toEqual([
    {
      fields: { err: expect.objectContaining({ code: 'EEXIST' }) as Error, files: 2 },
      message: 'Files that no record names could not be put aside; they stay',
    },
  ]);
});

test('a name that is no hash leads nowhere', () => {
  expect(() => blobs.path('../../etc/passwd')).toThrow(TypeError);
});
