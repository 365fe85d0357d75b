import Sqlite from 'better-sqlite3';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Note, NoteList } from '../../main/contract/notes.ts';
import { full } from '../support/tiers.ts';
import { KillableService } from '../support/killable-service.ts';
import { typed } from '../support/notes.ts';
import { times } from '../support/property.ts';

let dataDir: string;
let service: KillableService;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'daybook-notes-crash-'));
  service = new KillableService(dataDir);
});

afterEach(async () => {
  await service.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

// oxlint-disable-next-line typescript/no-explicit-any -- each caller names what it is
const must = async (status: number, method: string, path: string, body?: unknown): Promise<any> => {
  const answer = await service.request(method, path, body);
  expect([answer.status, answer.body]).toEqual([status, answer.status === status ? answer.body : null]);
  return answer.body;
};
const read = (id: string): Promise<Note> => must(200, 'GET', `/api/notes/${id}?include=doc&since=0`);
const change = (id: string, delta: object): Promise<{ version: number }> => must(200, 'POST', `/api/notes/${id}/delta`, delta);

test('SIGKILL right after acknowledged deltas of all kinds: content, document, version, steps and search are exact', async () => {
  const { id: still } = await must(201, 'POST', '/api/notes', { title: 'Still', content: '\uFEFF# Never changed\r\n\r\n' });
  const { id: busy } = await must(201, 'POST', '/api/notes', { title: 'Busy', content: '# Busy #\r\n\r\n*  one\r\n*  two\r\n' });
  for (let round = 0; round < times(2, 9); round += 1) {
    const { id: fresh } = await must(201, 'POST', '/api/notes', { title: `Fresh ${round}`, content: `fresh${round}  \n` });
    const { version } = await read(busy);
    const stepped = await change(busy, { version, steps: [typed(1, `s${round}`), typed(1, ' ')] });
    await change(busy, { version, steps: [typed(3, `r${round}`)], rebase: true });
    await change(busy, { title: `Busy ${round}` });
    // An empty paragraph has no markdown: only steps can bring it back.
    const { version: then } = await read(busy);
    await change(busy, { version: then, steps: [{ stepType: 'replace', from: 0, to: 0, slice: { content: [{ type: 'paragraph' }] } }] });
    if (round % 2 === 1) await must(200, 'GET', '/api/notes?q=busy');
    await change(busy, { edits: [{ oldText: 'two', newText: `two\r\n*  three${round}` }] });
    if (round === 1) await change(busy, { version: (await read(busy)).version, content: `${(await read(busy)).content}\nwhole${round}\n` });
    await must(200, 'POST', `/api/notes/${fresh}/restore`, { version: 0 });
    const before = await Promise.all([still, busy, fresh].map(read));
    // And two more whose results no client has read.
    const last = await change(busy, { edits: [{ append: `\r\nlast${round}\r\n` }], deltaId: `last ${round}` });
    const freshLast = await change(fresh, { edits: [{ append: `more${round}` }] });
    await service.kill();

    const [stillNow, busyNow, freshNow] = (await Promise.all([still, busy, fresh].map(read))) as [Note, Note, Note];
    expect(stillNow).toEqual(before[0]);
    expect(busyNow).toMatchObject({ title: `Busy ${round}`, version: last.version });
    expect(busyNow.content.endsWith(`\r\nlast${round}\r\n`)).toBe(true);
    expect(busyNow.steps?.slice(0, before[1]?.version)).toEqual(before[1]?.steps);
    expect(busyNow.steps).toHaveLength(last.version);
    expect(freshNow).toMatchObject({ content: `fresh${round}  \nmore${round}`, version: freshLast.version });
    expect(await change(busy, { edits: [{ append: `\r\nlast${round}\r\n` }], deltaId: `last ${round}` })).toEqual({
      ...last,
      duplicate: true,
    });
    const at = (await must(200, 'GET', `/api/notes/${busy}/history/${before[1]?.version}`)).content;
    expect(at).toBe(before[1]?.content);
    expect((await must(200, 'GET', `/api/notes/${busy}/history/${stepped.version}`)).content).toContain(`s${round}`);
    for (const [word, id] of [
      [`last${round}`, busy],
      [`three${round}`, busy],
      [`fresh${round}`, fresh],
      ['never', still],
    ]) {
      const { items } = (await must(200, 'GET', `/api/notes?q=${word}&include=content`)) as NoteList;
      expect(items.map((item) => [word, item.id, item.content])).toEqual([[word, id, (await read(id as string)).content]]);
    }
  }
  await service.stop();
  const database = new Sqlite(join(dataDir, 'daybook.db'));
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(database.pragma('foreign_key_check')).toEqual([]);
  expect(database.prepare('SELECT count(*) AS n FROM notes WHERE settled_version < version OR indexed_version < version').get()).toEqual({
    n: 0,
  });
  database.close();
}, 120_000);

test('SIGKILL with a hundred notes on their way: what was acknowledged is there, once, and all of it is found', full, async () => {
  const acknowledged = new Map<string, string[]>();
  for (let round = 0; round < times(1, 6); round += 1) {
    let going = true;
    const writers = Array.from({ length: 8 }, async (_, lane) => {
      for (let index = 0; going; index += 1) {
        try {
          const word = `w${round}x${lane}x${index}`;
          const { id } = await must(201, 'POST', '/api/notes', { title: word, content: `${word}\n` });
          acknowledged.set(id, [word]);
          await change(id, { edits: [{ append: `${word}a\n` }] });
          acknowledged.get(id)?.push(`${word}a`);
        } catch (error) {
          if (!(error instanceof TypeError)) throw error;
          return;
        }
      }
    });
    const enough = acknowledged.size + 40;
    await expect.poll(() => acknowledged.size, { timeout: 60_000 }).toBeGreaterThan(enough);
    await service.kill();
    going = false;
    await Promise.all(writers);
    const { items } = (await must(200, 'GET', '/api/notes?include=content')) as NoteList;
    const contents = new Map(items.map(({ id, content = '' }) => [id, content]));
    // A delta that was not acknowledged may have been done.
    for (const [id, words] of acknowledged)
      expect(
        `${words[0]}\n${words[0]}a\n`.startsWith(contents.get(id) ?? 'missing') && (contents.get(id) ?? '').includes(`${words.at(-1)}\n`),
      ).toBe(true);
  }
  for (const [id, words] of [...acknowledged].slice(0, 50))
    expect(((await must(200, 'GET', `/api/notes?q=${words.at(-1)}`)) as NoteList).items.map((item) => item.id)).toContain(id);
});
