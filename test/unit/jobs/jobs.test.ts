// Jobs as the features see them that start them: turns, ends, what a stop leaves, folders.

import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Job } from '../../../main/contract/jobs.ts';
import { Jobs } from '../../../main/features/jobs/jobs.ts';
import { JobStore } from '../../../main/features/jobs/store.ts';
import { AppError } from '../../../main/lib/app-error.ts';
import { everyScope, windowActor, type Caller } from '../../../main/lib/caller.ts';
import type { JobKind, JobWork } from '../../../main/lib/job-kind.ts';
import type { Log } from '../../../main/lib/log.ts';
import { newId } from '../../../main/lib/ids.ts';
import type { Database } from '../../../main/storage/database.ts';
import { full } from '../../support/tiers.ts';
import { newFolder, openNew } from '../storage/fixture.ts';

const user = 'INSERT INTO users (id, username, username_key, is_owner, created_at, updated_at) VALUES (?, ?, ?, 0, 0, 0)';

const callerOf = (userId: string): Caller => ({
  userId,
  username: userId,
  isOwner: true,
  tokenId: 'login',
  expiresAt: null,
  isLogin: true,
  scopes: everyScope,
  actor: windowActor,
});

/** A kind whose jobs wait until they are told how to end. */
class Told implements JobKind<string> {
  readonly kind = 'told';
  readonly scopes = ['notes:read', 'files:read'] as const;
  readonly unit = 'steps';
  readonly filesKeptMs = 86_400_000;
  readonly works = new Map<string, JobWork<string> & { resolve(result: unknown): void; reject(error: Error): void }>();

  run(work: JobWork<string>): Promise<unknown> {
    writeFileSync(join(work.folder, 'half'), 'half');
    return new Promise((resolve, reject) => {
      this.works.set(work.input, { ...work, resolve, reject });
      work.signal.addEventListener('abort', () => {
        reject(work.signal.reason as Error);
      });
    });
  }
}

function absent(): never {
  throw new Error('not yet');
}

class Bench {
  readonly told = new Told();
  readonly changes: string[] = [];
  readonly database: Database;
  readonly jobs: Jobs;
  readonly root: string;
  allowed = true;
  /** How far the clock is ahead, in milliseconds. */
  later = 0;

  constructor(dataDir = newFolder(), database = openNew(dataDir)) {
    this.database = database;
    this.root = join(dataDir, 'jobs');
    this.jobs = new Jobs({
      store: new JobStore(database),
      root: this.root,
      write: (work) => database.write(work),
      record: ({ action, id }) => void this.changes.push(`${action} ${id}`),
      clock: () => Date.now() + this.later,
      newId,
      log: { warn: () => undefined, error: () => undefined } as unknown as Log,
      callerOf: ({ userId, tokenEndsAt }) => {
        if (!this.allowed || (tokenEndsAt ?? Infinity) <= Date.now()) throw new AppError('unauthorized', 'The token was revoked');
        return callerOf(userId);
      },
    });
    this.jobs.register(this.told);
    database.onCommit(() => {
      this.jobs.committed();
    });
  }

  async signUp(...names: string[]): Promise<this> {
    await this.database.write(() => {
      for (const name of names) this.database.prepare<[string, string, string]>(user).run(name, name, name);
    });
    return this;
  }

  add(input: string, userId = 'a'): Promise<Job> {
    return this.database.write(() => this.jobs.create(callerOf(userId), { kind: this.told, input, title: null }));
  }

  read(id: string, userId = 'a'): Job {
    return this.jobs.read(callerOf(userId), id);
  }

  remove(id: string): Promise<Job | null> {
    return this.database.write(() => this.jobs.remove(callerOf('a'), id));
  }

  async working(input: string) {
    return vi.waitFor(() => this.told.works.get(input) ?? absent(), { timeout: 60_000 });
  }

  async ended(id: string, status: Job['status']): Promise<void> {
    await vi.waitFor(() => this.read(id).status === status || absent(), { timeout: 60_000 });
  }

  folders(): string[] {
    return existsSync(this.root) ? readdirSync(this.root) : [];
  }
}

const benches: Bench[] = [];
afterEach(async () => {
  for (const bench of benches.splice(0)) await bench.jobs.stop();
});

async function start(dataDir?: string): Promise<Bench> {
  const bench = new Bench(dataDir);
  benches.push(bench);
  await bench.signUp('a', 'b', 'c');
  bench.jobs.start();
  return bench;
}

describe('turns', () => {
  test('two run at a time, the others wait; no user holds both places while another waits', async () => {
    const bench = await start();
    const first = await bench.add('a1');
    await bench.working('a1');
    const second = await bench.add('a2');
    const third = await bench.add('a3');
    const other = await bench.add('b1', 'b');
    const last = await bench.add('c1', 'c');
    await bench.working('a2');
    expect([first, second, third].map(({ id }) => bench.read(id).status)).toEqual(['running', 'running', 'queued']);
    expect([bench.read(other.id, 'b').status, bench.read(last.id, 'c').status]).toEqual(['queued', 'queued']);
    (await bench.working('a1')).resolve('good');
    await bench.working('b1');
    expect(bench.read(third.id).status).toBe('queued');
    (await bench.working('a2')).resolve('good');
    await bench.working('a3');
    (await bench.working('b1')).resolve('good');
    await bench.working('c1');
    (await bench.working('a3')).resolve({ url: 'x' });
    await bench.ended(third.id, 'done');
    expect(bench.read(third.id)).toMatchObject({ result: { url: 'x' }, error: null, cancelRequestedAt: null });
  });

  test('a sixth job that waits or runs is refused, and one of a token that lacks a scope', async () => {
    const bench = await start();
    for (let count = 0; count < 5; count += 1) await bench.add(`${count}`);
    await expect(bench.add('sixth')).rejects.toMatchObject({ code: 'conflict' });
    const caller = { ...callerOf('b'), scopes: new Set(['notes:read'] as const) };
    await expect(bench.database.write(() => bench.jobs.create(caller, { kind: bench.told, input: '', title: null }))).rejects.toMatchObject(
      { code: 'insufficient_scope', message: 'This token lacks the scope files:read' },
    );
  });

  test('the files of an ended one go with their time, the job stays; what is in use stays as long', async () => {
    const bench = await start();
    const [first, second] = [await bench.add('1'), await bench.add('2')];
    (await bench.working('1')).resolve('read');
    await bench.ended(first.id, 'done');
    await bench.working('2');
    bench.later = 86_000_000;
    bench.jobs.sweep();
    expect(bench.folders().toSorted()).toEqual([first.id, second.id].toSorted());
    bench.later = 86_500_000;
    const held = bench.jobs.hold(first.id);
    bench.jobs.sweep();
    expect(bench.folders().toSorted()).toEqual([first.id, second.id].toSorted());
    held[Symbol.dispose]();
    await expect.poll(() => bench.folders()).toEqual([second.id]);
    expect(bench.read(first.id)).toMatchObject({ status: 'done', result: 'read' });
  });

  test('the files of an ended one go at once for what would use them, but nothing waits until all are removed', async () => {
    const bench = await start();
    const { id } = await bench.add('1');
    (await bench.working('1')).resolve('read');
    await bench.ended(id, 'done');
    bench.later = 86_500_000;
    bench.jobs.sweep();
    expect(bench.folders()).toEqual([expect.any(String)]);
    expect(bench.folders()).not.toContain(id);
    await expect.poll(() => bench.folders()).toEqual([]);
  });

  test('of the ended ones twenty are kept, and the folders of the others go', full, async () => {
    const bench = await start();
    const ids: string[] = [];
    for (let count = 0; count < 22; count += 1) {
      const { id } = await bench.add(`${count}`);
      ids.push(id);
      (await bench.working(`${count}`)).resolve(count);
      await bench.ended(id, 'done');
    }
    await bench.add('last');
    expect(bench.jobs.list(callerOf('a'), { status: 'done' }).items.map(({ id }) => id)).toEqual(ids.slice(3).toReversed());
    await expect
      .poll(() =>
        bench
          .folders()
          .filter((name) => ids.includes(name))
          .toSorted(),
      )
      .toEqual(ids.slice(3).toSorted());
  });
});

describe('ends', () => {
  test('what fails tells why, and leaves no files', async () => {
    const bench = await start();
    const jobs = [await bench.add('app'), await bench.add('disk'), await bench.add('bug')];
    (await bench.working('app')).reject(new AppError('too_large', 'Too much of it'));
    (await bench.working('disk')).reject(Object.assign(new Error('ENOSPC: /secret/path'), { code: 'ENOSPC' }));
    (await bench.working('bug')).reject(new Error('/secret/path'));
    for (const { id } of jobs) await bench.ended(id, 'failed');
    expect(jobs.map(({ id }) => bench.read(id).error)).toEqual([
      { code: 'too_large', message: 'Too much of it' },
      { code: 'storage_full', message: 'There is no room left on the disk; nothing was changed' },
      { code: 'internal', message: 'Something went wrong; the log says more' },
    ]);
    expect(bench.folders()).toEqual([]);
  });

  test('one that runs is cancelled: asked for first, ended when its work has, without its files', async () => {
    const bench = await start();
    const { id } = await bench.add('x');
    const work = await bench.working('x');
    work.progress({ done: 3, total: 7 });
    expect(await bench.remove(id)).toMatchObject({ status: 'running', progress: { done: 3, total: 7, unit: 'steps' } });
    await bench.ended(id, 'cancelled');
    expect(bench.read(id)).toMatchObject({ error: null, progress: { done: 3, total: 7 } });
    expect(bench.folders()).toEqual([]);
    expect(await bench.remove(id)).toBeNull();
    expect(() => bench.read(id)).toThrow('There is no such job');
  });

  test('one that waits is cancelled at once; one that came to its end in the same moment is done', async () => {
    const bench = await start();
    const { id } = await bench.add('x');
    await bench.add('y');
    const waiting = await bench.add('z');
    expect(await bench.remove(waiting.id)).toMatchObject({ status: 'cancelled' });
    const work = await bench.working('x');
    work.resolve('whole');
    await bench.remove(id);
    await bench.ended(id, 'done');
    expect(bench.read(id).result).toBe('whole');
  });

  test('one that is cancelled right before it begins leaves no files', async () => {
    const bench = await new Bench().signUp('a');
    benches.push(bench);
    const { id } = await bench.add('x');
    mkdirSync(bench.jobs.folderOf(id), { recursive: true });
    const removing = bench.remove(id);
    // It is looked for before that, and begun after it.
    bench.jobs.start();
    expect(await removing).toMatchObject({ status: 'cancelled' });
    await expect.poll(() => bench.folders()).toEqual([]);
    expect(bench.told.works.size).toBe(0);
  });

  test('what is kept on the way is shown also when it fails', async () => {
    const bench = await start();
    const { id } = await bench.add('x');
    const work = await bench.working('x');
    await work.keep({ made: 3 });
    expect(bench.read(id).result).toEqual({ made: 3 });
    await expect(work.keep('x'.repeat(300_000))).rejects.toThrow('larger than');
    work.reject(new AppError('conflict', 'No'));
    await bench.ended(id, 'failed');
    expect(bench.read(id).result).toEqual({ made: 3 });
  });

  test('its batch is told once it has ended only where something came in', async () => {
    const bench = await start();
    const add = (input: string): Promise<Job> =>
      bench.database.write(() => bench.jobs.create(callerOf('a'), { kind: bench.told, input, title: null, batchId: `of ${input}` }));
    const [some, none] = [await add('some'), await add('none')];
    const works = [await bench.working('some'), await bench.working('none')];
    expect(bench.read(none.id).batchId).toBe('of none');
    const change = "INSERT INTO changes (user_id, at, type, action, batch_id) VALUES ('a', 0, 'note', 'created', 'of some')";
    await bench.database.write(() => bench.database.prepare(change).run());
    for (const work of works) work.reject(new AppError('conflict', 'no'));
    for (const { id } of [some, none]) await bench.ended(id, 'failed');
    expect([some, none].map(({ id }) => bench.read(id).batchId)).toEqual(['of some', null]);
  });

  test('one whose token was revoked fails', async () => {
    const bench = await start();
    const { id } = await bench.add('x');
    await bench.working('x');
    bench.allowed = false;
    bench.jobs.accessChanged();
    await bench.ended(id, 'failed');
    expect(bench.read(id).error).toEqual({ code: 'unauthorized', message: 'The token was revoked' });
  });

  test('one whose token expires while it runs fails', async () => {
    const bench = await start();
    const expiresAt = (Date.now() + 200) / 1_000;
    const caller = { ...callerOf('a'), isLogin: false, expiresAt };
    const { id } = await bench.database.write(() => bench.jobs.create(caller, { kind: bench.told, input: 'x', title: null }));
    // On a slow machine it has expired before.
    await bench.ended(id, 'failed');
    expect(bench.read(id).error).toMatchObject({ code: 'unauthorized' });
  });
});

describe('another user', () => {
  test('neither reads nor removes nor follows a job', async () => {
    const bench = await start();
    const { id } = await bench.add('x');
    expect(() => bench.read(id, 'b')).toThrow('There is no such job');
    await expect(bench.database.write(() => bench.jobs.remove(callerOf('b'), id))).rejects.toMatchObject({ code: 'not_found' });
    expect(bench.jobs.list(callerOf('b'), {}).items).toEqual([]);
  });
});

describe('a stop', () => {
  test('those that ran have failed, those that waited go on after the next start', async () => {
    const dataDir = newFolder();
    const bench = new Bench(dataDir);
    await bench.signUp('a');
    bench.jobs.start();
    const jobs = [await bench.add('x'), await bench.add('y'), await bench.add('waiting')];
    (await bench.working('x')).progress({ done: 3, total: 7 });
    await bench.working('y');
    await bench.jobs.stop();
    expect(jobs.map(({ id }) => bench.read(id))).toMatchObject([
      { status: 'failed', progress: { done: 3, total: 7, unit: 'steps' }, error: { code: 'interrupted' } },
      { status: 'failed' },
      { status: 'queued' },
    ]);
    expect(bench.folders()).toEqual([]);
    const next = new Bench(dataDir, bench.database);
    benches.push(next);
    await next.database.write(() => {
      next.jobs.recover();
    });
    next.jobs.start();
    (await next.working('waiting')).resolve('whole');
    await next.ended(jobs[2]?.id ?? '', 'done');
  });

  test('after a kill nothing runs for ever, and files of no job go', async () => {
    const dataDir = newFolder();
    const killed = new Bench(dataDir);
    await killed.signUp('a');
    killed.jobs.start();
    const job = await killed.add('x');
    await killed.working('x');
    mkdirSync(join(killed.root, 'stray'));
    // As a kill leaves it: the rows say that they run.
    const next = new Bench(dataDir, killed.database);
    benches.push(next, killed);
    await next.database.write(() => {
      next.jobs.recover();
    });
    expect(next.read(job.id)).toMatchObject({
      status: 'failed',
      error: { code: 'interrupted', message: 'The service was stopped while the job ran' },
    });
    next.jobs.start();
    await expect.poll(() => next.folders()).toEqual([]);
  });

  test('a folder that is in use outlives its job', async () => {
    const bench = await start();
    const { id } = await bench.add('x');
    (await bench.working('x')).resolve('whole');
    await bench.ended(id, 'done');
    {
      using _ = bench.jobs.hold(id);
      bench.jobs.hold(id)[Symbol.dispose]();
      await bench.remove(id);
      bench.jobs.sweep();
      expect(readdirSync(bench.jobs.folderOf(id))).toEqual(['half']);
    }
    await expect.poll(() => bench.folders()).toEqual([]);
  });

  test('a place that no job took is removed again', async () => {
    const bench = await start();
    let lost: string;
    {
      using place = bench.jobs.reserve();
      lost = place.id;
      bench.jobs.sweep();
      expect(bench.folders()).toEqual([lost]);
    }
    await expect.poll(() => bench.folders()).toEqual([]);
    {
      using place = bench.jobs.reserve();
      await bench.database.write(() => bench.jobs.create(callerOf('a'), { kind: bench.told, input: 'p', title: null, place }));
      expect(bench.jobs.folderOf(place.id)).toBe(place.folder);
    }
    expect((await bench.working('p')).folder).toContain(bench.folders()[0]);
  });
});

describe('followers', () => {
  test('are told the state at once, then each change, and of the end; progress is not told one by one', async () => {
    const bench = await start();
    const { id } = await bench.add('x');
    const work = await bench.working('x');
    const told: Job[] = [];
    const reader = {
      open: () => undefined,
      nothing: () => undefined,
      send: ({ data }: { data: unknown }) => told.push(data as Job) > 0,
      drained: () => Promise.resolve(),
      signal: new AbortController().signal,
      lastEventId: null,
    };
    const following = bench.jobs.follow(callerOf('a'), id, reader);
    await expect.poll(() => told.length).toBe(1);
    for (let done = 1; done <= 1_000; done += 1) work.progress({ done });
    await expect.poll(() => told.at(-1)?.progress.done).toBe(1_000);
    work.resolve('whole');
    await following;
    expect(told.map(({ status }) => status).at(-1)).toBe('done');
    expect(told.length).toBeLessThan(6);
  });

  test('are not told again what they were told before, and of the end once: the ids are the same for all', async () => {
    const bench = await start();
    const { id } = await bench.add('x');
    const work = await bench.working('x');
    const follow = (lastEventId: number | null) => {
      const [ids, left] = [[] as (number | null)[], new AbortController()];
      const reader = {
        open: () => undefined,
        nothing: () => ids.push(null),
        send: (event: { id: number }) => ids.push(event.id) > 0,
        drained: () => Promise.resolve(),
        signal: left.signal,
        lastEventId,
      };
      return { ids, left, following: bench.jobs.follow(callerOf('a'), id, reader) };
    };
    const [first, second] = [follow(null), follow(null)];
    await expect.poll(() => first.ids.length).toBe(1);
    second.left.abort();
    await second.following;
    expect(second.ids).toEqual(first.ids);
    const again = follow(first.ids[0] ?? null);
    work.resolve('whole');
    await Promise.all([first.following, again.following]);
    expect(again.ids).toEqual(first.ids.slice(1));
    const late = follow(first.ids.at(-1) ?? null);
    await late.following;
    expect(late.ids).toEqual([null]);
  });
});
