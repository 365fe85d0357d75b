import type { ResourceLimits } from 'node:worker_threads';
import { afterEach, expect, test } from 'vitest';
import { isOutOfMemory, WorkerPool, type WorkerPoolOptions } from '../../../main/lib/worker-pool.ts';
import { full } from '../../support/tiers.ts';
import { runWithoutFiles } from './run-without-files.ts';
import type { Job } from './worker-jobs.ts';

const pools: WorkerPool<Job, unknown>[] = [];
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.stop()));
});

function start(options: Partial<WorkerPoolOptions> = {}): WorkerPool<Job, unknown> {
  const pool = new WorkerPool<Job, unknown>({
    file: new URL('worker-jobs.ts', import.meta.url),
    task: 'work',
    timeoutMs: 30_000,
    memoryMb: 64,
    ...options,
  });
  pools.push(pool);
  return pool;
}

const refusal = (cause: unknown): Error => new Error('refused', { cause });

test('jobs run in one thread, one after the other', async () => {
  const pool = start();
  const [one, two] = await Promise.all([pool.run('thread', { refusal }), pool.run('thread', { refusal })]);
  expect(one).toBeGreaterThan(0);
  expect(two).toBe(one);
  expect(pool.size).toBe(1);
});

test('a job that throws is refused with its error, and the next one is done', async () => {
  const pool = start();
  await expect(pool.run('throw', { refusal })).rejects.toMatchObject({ message: 'refused', cause: { message: 'as told' } });
  await expect(pool.run('thread', { refusal })).resolves.toBeGreaterThan(0);
});

test('a job for which no thread can be started, for too many open files, is refused at once; later ones are done', (context) => {
  if (process.platform === 'win32') context.skip('no such limit on Windows');
  expect(runWithoutFiles('pool')).toEqual({ stdout: 'unavailable\ntrue\n', stderr: '' });
});

test('a job that takes too long ends with its thread; one that waits behind it gets another thread', full, async () => {
  const pool = start({ timeoutMs: 1_000 });
  const first = await start().run('thread', { refusal });
  const endless = pool.run('forever', { refusal });
  const next = pool.run('thread', { refusal });
  await expect(endless).rejects.toThrow('refused');
  expect(await next).toBeGreaterThan(first as number);
});

test('a start of a thread that is told apart is not counted, and goes on when the caller of the first job gives up', full, async () => {
  const pool = start({ timeoutMs: 1_000, starting: 'start' });
  const leaving = new AbortController();
  const first = pool.run('thread', { refusal, signal: leaving.signal });
  await expect.poll(() => pool.size).toBe(1);
  leaving.abort(new Error('left'));
  await expect(first).rejects.toThrow('left');
  expect(pool.size).toBe(1);
  await expect(pool.run('thread', { refusal })).resolves.toBeGreaterThan(0);
  await expect(pool.run('forever', { refusal })).rejects.toThrow('refused');
});

test('a thread that cannot start is no fault of the job', async () => {
  const pool = start({ starting: 'no such function', tooMany: 'Too busy' });
  await expect(pool.run('thread', { refusal })).rejects.toMatchObject({ code: 'unavailable', message: 'Too busy' });
});

test('a job that needs too much memory ends with its thread, and harms no other', full, async () => {
  // The less there is, the sooner it is full.
  const pool = start({ memoryMb: 32 });
  const greedy = pool.run('fill memory', { refusal });
  const next = pool.run('thread', { refusal });
  const error: unknown = await greedy.catch((cause: unknown) => cause);
  expect(error).toMatchObject({ message: 'refused' });
  expect(isOutOfMemory((error as Error).cause)).toBe(true);
  await expect(next).resolves.toBeGreaterThan(0);
});

test('a job whose buffers take too much memory ends with its thread, and harms no other', full, async () => {
  const pool = start({ buffersMb: 100 });
  const greedy = pool.run('fill buffers', { refusal });
  const next = pool.run('thread', { refusal });
  const error: unknown = await greedy.catch((cause: unknown) => cause);
  expect(error).toMatchObject({ message: 'refused' });
  expect(isOutOfMemory((error as Error).cause)).toBe(true);
  await expect(next).resolves.toBeGreaterThan(0);
});

test('a thread has so little room for young objects that one collection cannot take it past the limit at which Node ends the process', async () => {
  const limits = (await start().run('limits', { refusal })) as ResourceLimits;
  expect(limits.maxOldGenerationSizeMb).toBe(64);
  expect(limits.maxYoungGenerationSizeMb).toBeLessThanOrEqual(16);
});

test('a thread has room for many young objects at once where that is asked for, and others do not', async () => {
  const bytes = 16 * 1024 * 1024;
  expect(await start({ youngMb: 48, firstYoungMb: 16 }).run('young', { refusal })).toBeGreaterThanOrEqual(bytes);
  expect(await start({ youngMb: 48 }).run('young', { refusal })).toBeLessThan(bytes);
});

test('a caller that gives up gets its own reason, whether its job runs or waits', async () => {
  const pool = start();
  const [running, waiting] = [new AbortController(), new AbortController()];
  const endless = pool.run('forever', { refusal, signal: running.signal });
  const queued = pool.run('thread', { refusal, signal: waiting.signal });
  waiting.abort(new Error('no longer needed'));
  await expect(queued).rejects.toThrow('no longer needed');
  running.abort(new Error('left'));
  await expect(endless).rejects.toThrow('left');
  await expect(pool.run('thread', { refusal })).resolves.toBeGreaterThan(0);
});

test('more jobs than may wait are refused', async () => {
  const pool = start({ maxWaiting: 0, tooMany: 'Too many' });
  const first = pool.run('thread', { refusal });
  await expect(pool.run('thread', { refusal })).rejects.toMatchObject({ code: 'unavailable', message: 'Too many' });
  await first;
});

test('a thread without a job is ended after a while, and started again when there is one', async () => {
  const pool = start({ idleMs: 20 });
  const first = await pool.run('thread', { refusal });
  await expect.poll(() => pool.size).toBe(0);
  expect(await pool.run('thread', { refusal })).not.toBe(first);
});

test('threads see the environment that they are given', async () => {
  await expect(start({ env: {} }).run('environment', { refusal })).resolves.toEqual({});
});

test('a stop ends what is being done, and refuses what waits or comes later', async () => {
  // Longer than a test may take: what is not ended by the stop fails.
  const pool = start({ timeoutMs: 600_000 });
  const running = pool.run('wait', { refusal });
  await expect.poll(() => pool.size).toBe(1);
  const outcomes = Promise.allSettled([running, pool.run('thread', { refusal })]);
  await pool.stop();
  expect(await outcomes).toMatchObject([{ reason: { message: 'refused' } }, { reason: { code: 'unavailable' } }]);
  await expect(pool.run('thread', { refusal })).rejects.toMatchObject({ code: 'unavailable' });
});

test('a stop refuses what was asked for right before it, and starts no thread for it', async () => {
  const pool = start({ timeoutMs: 600_000 });
  const outcome = Promise.allSettled([pool.run('wait', { refusal })]);
  await pool.stop();
  expect(await outcome).toMatchObject([{ reason: { code: 'unavailable' } }]);
  expect(pool.size).toBe(0);
});
