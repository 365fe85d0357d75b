// Runs over stops of the service, clean ones and SIGKILL: nothing is lost, and no call is carried out twice.

import Sqlite from 'better-sqlite3';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ChangeEntry } from '../../main/contract/changes.ts';
import type { Run } from '../../main/contract/runs.ts';
import { RunClient, says, waitingCall } from '../support/agent.ts';
import { full } from '../support/tiers.ts';
import { KillableService } from '../support/killable-service.ts';
import { times } from '../support/property.ts';
import { startProvider, type Script, type StandIn } from '../support/provider.ts';
import { startTestService, type TestService } from '../support/service.ts';

let provider: StandIn;
let folder: string;

beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => {
  provider.close();
});
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'daybook-runs-')));
  provider.asked.length = 0;
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** A model that makes notes one by one: which, it sees from the answers that it has got. */
const makesNotes =
  (count: number): Script =>
  (res, asked) => {
    const made = (asked.body.messages as { role: string }[]).filter(({ role }) => role === 'tool').length;
    const title = `Note number ${made}`;
    return made < count ? says('', { name: 'create_note', args: { title } })(res, asked) : says('All made.')(res, asked);
  };

describe('SIGKILL', () => {
  let service: KillableService;
  let runs: RunClient;

  let dataDir: string;
  // One service for all of them: a start takes a second or two.
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'daybook-runs-kill-'));
    service = new KillableService(dataDir);
    runs = new RunClient((method, path, options) => service.request(method, path, options?.body));
    await service.request('PUT', '/api/config', { AI_BASE_URL: provider.baseUrl, AI_MODEL: 'small' });
  });
  afterAll(async () => {
    await service.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  beforeEach(async () => {
    for (const { id } of (await service.request('GET', '/api/notes')).body.items as { id: string }[])
      await service.request('DELETE', `/api/notes/${id}`);
  });

  const titles = async (): Promise<string[]> =>
    (await service.request('GET', '/api/notes')).body.items.map(({ title }: { title: string }) => title).toSorted() as string[];

  test(
    'a waiting approval is still there, and what is allowed then is done once; while the model is asked: interrupted, and resume goes on',
    full,
    async () => {
      provider.answer(makesNotes(1));
      const { id } = await runs.start('Make a note');
      const before = await runs.until(id, 'waiting');
      provider.answer(() => undefined);
      const asked = provider.asked.length;
      const { id: other } = await runs.start('Make another', { approval: 'auto-safe' });
      await expect.poll(() => provider.asked.length).toBe(asked + 1);
      await service.kill();
      expect(await runs.read(id)).toEqual(before);
      expect(await runs.read(other)).toMatchObject({ status: 'interrupted', error: null, steps: 0 });
      provider.answer(makesNotes(1));
      expect((await runs.decide(id, waitingCall(before), 'once')).status).toBe(200);
      expect((await runs.until(id, 'done')).calls).toMatchObject([{ status: 'done', decision: 'once' }]);
      expect(await titles()).toEqual(['Note number 0']);
      expect(await runs.post(other, 'resume')).toMatchObject({ status: 200, body: { status: 'running' } });
      const done = await runs.until(other, 'done');
      expect(done.messages.map(({ content }) => content)).toEqual(['Make another', '', 'All made.']);
      expect(await titles()).toEqual(['Note number 0', 'Note number 0']);
    },
  );

  test('at any moment of a run that writes: every note is there once, and so is every call', full, async () => {
    const count = times(12, 60);
    provider.answer(makesNotes(count));
    const { id } = await runs.start('Make notes', { approval: 'auto-safe', maxSteps: 100 });
    for (let kills = 0; kills < times(2, 15); kills += 1) {
      await sleep(kills * 17);
      await service.kill();
      const { status, calls } = await runs.read(id);
      // What was answered as done is there.
      expect(await titles()).toEqual(
        expect.arrayContaining(calls.flatMap((call, index) => (call.status === 'done' ? [`Note number ${index}`] : []))),
      );
      if (status === 'interrupted') expect((await runs.post(id, 'resume')).status).toBe(200);
      else expect(status).toBe('done');
    }
    const done = await runs.until(id, 'done');
    expect(await titles()).toEqual(Array.from({ length: count }, (_, index) => `Note number ${index}`).toSorted());
    expect(done.calls.map(({ status }) => status)).toEqual(Array.from({ length: count }, () => 'done'));
  });
});

describe('a stop between what a call writes and its result', () => {
  let service: TestService;
  let runs: RunClient;
  let root: string;

  beforeEach(async () => {
    root = join(folder, 'work');
    mkdirSync(root);
    writeFileSync(join(root, 'a.txt'), 'old');
    service = await startTestService({ dataDir: join(folder, 'data') });
    runs = new RunClient((...args) => service.request(...args));
    await service.request('PUT', '/api/config', { body: { AI_BASE_URL: provider.baseUrl, AI_MODEL: 'small', WORKSPACE_ROOT: root } });
  });
  afterEach(() => service.dispose());

  /** Starts the service on the data of one that was killed after these statements. */
  async function killedAfter(id: string, ...statements: readonly string[]): Promise<void> {
    await service.stop();
    const database = new Sqlite(join(service.dataDir, 'daybook.db'));
    for (const sql of [
      "UPDATE runs SET status = 'running', ended_at = NULL",
      "UPDATE run_calls SET status = 'running', result = NULL, record_id = NULL, record_version = NULL",
      "DELETE FROM run_steps WHERE role = 'assistant' AND id NOT IN (SELECT step_id FROM run_calls)",
      ...statements,
    ])
      database.exec(sql);
    database.close();
    await service.restart();
    expect((await runs.read(id)).status).toBe('interrupted');
  }

  /** And goes on with the run. */
  async function goOnAfter(id: string, ...statements: readonly string[]): Promise<Run> {
    await killedAfter(id, ...statements);
    await runs.post(id, 'resume');
    return runs.until(id, 'done', 'failed');
  }

  async function makeNote(): Promise<Run> {
    provider.answer(makesNotes(1));
    return runs.until((await runs.start('Make a note', { approval: 'auto-safe' })).id, 'done');
  }
  const countNotes = async (): Promise<number> => (await service.request('GET', '/api/notes')).body.total as number;

  test('the answer of then is given again, and nothing is written twice', async () => {
    const before = await makeNote();
    const after = await goOnAfter(before.id);
    // The page has another port by now.
    const [first] = before.calls[0]?.result?.split('\n') ?? [];
    expect([after.status, after.calls[0]?.result?.split('\n')[0], await countNotes()]).toEqual(['done', first, 1]);
  });

  test.each([
    ['is forgotten', 'DELETE FROM idempotency_keys'],
    ['was of another secret', "UPDATE idempotency_keys SET fingerprint = x'00'"],
  ])('also when the answer %s: nothing is written twice', async (_, sql) => {
    const before = await makeNote();
    const after = await goOnAfter(before.id, sql);
    expect([after.status, after.calls[0]?.status, await countNotes()]).toEqual(['done', 'done', 1]);
    expect(after.calls[0]?.result).toContain('carried out before the service stopped');
  });

  test.each([
    ['had written', 1, 'done', /^This was carried out before the service stopped/],
    ['had not', 0, 'failed', /^The run ended before this was carried out/],
  ] as const)('a call that %s is not running any more once the run is cancelled', async (_, hasWritten, status, result) => {
    const { id } = await makeNote();
    await killedAfter(id, `UPDATE run_calls SET has_written = ${hasWritten}`);
    expect((await runs.read(id)).calls[0]?.status).toBe('running');
    await runs.post(id, 'cancel');
    expect((await runs.read(id)).calls).toMatchObject([{ status, result: expect.stringMatching(result) as string }]);
  });

  test('what was not written is written', async () => {
    const before = await makeNote();
    const after = await goOnAfter(before.id, 'UPDATE run_calls SET has_written = 0', 'DELETE FROM idempotency_keys', 'DELETE FROM notes');
    expect([after.status, after.calls[0]?.status, await countNotes()]).toEqual(['done', 'done', 1]);
  });

  test.each([
    ['the old bytes are there: it is written', 'old', 'done', 'new'],
    ['the new bytes are there: it is left', 'new', 'done', 'new'],
    ['other bytes are there: they are left', 'of a person', 'failed', 'of a person'],
  ])('a file, of which %s', full, async (_, found, status, left) => {
    provider.answer(says('', { name: 'write_file', args: { path: 'a.txt', content: 'new' } }), says('Written.'));
    const waiting = await runs.until((await runs.start('Write')).id, 'waiting');
    await runs.decide(waiting.id, waitingCall(waiting), 'once');
    await runs.until(waiting.id, 'done');
    writeFileSync(join(root, 'a.txt'), found);
    writeFileSync(join(root, 'a.txt.0123456789ab.tmp'), 'half');
    const after = await goOnAfter(waiting.id);
    expect([after.calls[0]?.status, readFileSync(join(root, 'a.txt'), 'utf8')]).toEqual([status, left]);
    expect((await service.request('POST', `/api/ai/agent/runs/${waiting.id}/undo`)).body.files.restored).toEqual(
      left === 'new' ? ['a.txt'] : [],
    );
  });

  /** What the change feed tells of runs after `seq`. */
  const told = async (seq: number): Promise<string[]> =>
    ((await service.request('GET', `/api/changes?since=${seq}`)).body.items as ChangeEntry[]).flatMap(({ type, action, id, actor }) =>
      type === 'run' ? [`${id ?? ''} ${action} by ${actor.kind}`] : [],
    );
  const lastSeq = async (): Promise<number> => (await service.request('GET', '/api/changes?limit=0')).body.lastSeq as number;

  test('a clean stop interrupts what works, at once, and the feed tells it', async () => {
    provider.answer(() => undefined);
    const { id } = await runs.start('Never ends');
    await expect.poll(() => provider.asked.length).toBeGreaterThan(0);
    const since = await lastSeq();
    await service.restart();
    expect((await runs.read(id)).status).toBe('interrupted');
    expect(await told(since)).toEqual([`${id} updated by system`]);
  });

  test('what a kill has interrupted, and runs that make room for newer ones, the feed tells', async () => {
    const { id } = await makeNote();
    const since = await lastSeq();
    await service.stop();
    const database = new Sqlite(join(service.dataDir, 'daybook.db'));
    const columns = (database.pragma('table_info(runs)') as { name: string }[]).map(({ name }) => name);
    const values = columns.map((name) => (name === 'id' ? "'old-' || value" : name === 'created_at' ? 'created_at - value' : name)).join();
    database.exec(`
      INSERT INTO runs (${columns.join()})
      WITH RECURSIVE numbers (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM numbers WHERE value < 201)
      SELECT ${values} FROM runs, numbers;
      UPDATE runs SET status = 'running' WHERE id = '${id}'`);
    database.close();
    await service.restart();
    expect(await told(since)).toEqual([`${id} updated by system`]);
    provider.answer(says('Done.'));
    const { id: newest } = await runs.start('One more');
    await runs.until(newest, 'done');
    expect((await told(since)).slice(1)).toEqual([
      ...['old-199', 'old-200', 'old-201'].map((old) => `${old} deleted by window`),
      `${newest} created by window`,
      `${newest} updated by agent`,
    ]);
  });
});
