// Processes of the service's own: what they are given, and how they end.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { childEnvironment, forkChild, type ChildProcess } from '../../../main/lib/child-process.ts';
import { full } from '../../support/tiers.ts';
import { cleanEnvironment } from '../../support/process.ts';
import { isRunning } from '../../support/watched-child.ts';
import { runWithoutFiles } from './run-without-files.ts';

const jobs = new URL('child-jobs.ts', import.meta.url);

const started: ChildProcess<unknown, unknown>[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill();
});

function start(environment: Readonly<Record<string, string | undefined>> = cleanEnvironment()): ChildProcess<unknown, unknown> {
  const child = forkChild(environment)(jobs, 'a name');
  started.push(child);
  return child;
}

function ask(child: ChildProcess<unknown, unknown>, order: unknown): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  child.onMessage(resolve);
  child.send(order);
  return promise;
}

test('childEnvironment passes on what libraries need, and nothing of the service’s own', () => {
  const environment = {
    PATH: '/bin',
    HOME: '/h',
    CUDA_VISIBLE_DEVICES: '0',
    LC_ALL: 'C',
    JWT_SECRET: 's',
    AI_API_KEY: 'k',
    NODE_OPTIONS: '--inspect',
    OTHER: undefined,
    LANG: undefined,
  };
  expect(childEnvironment(environment)).toEqual({ PATH: '/bin', HOME: '/h', CUDA_VISIBLE_DEVICES: '0', LC_ALL: 'C' });
});

test('a child has that part alone, and no option of the service’s Node', async () => {
  const environment = { ...cleanEnvironment(), JWT_SECRET: 's', DAYBOOK_TOKEN: 't', NODE_OPTIONS: '--inspect=0' };
  const told = (await ask(start(environment), 'environment')) as { environment: Record<string, string>; execArgv: string[] };
  const { NODE_CHANNEL_FD: _channel, NODE_CHANNEL_SERIALIZATION_MODE: _mode, NODE_COMPILE_CACHE: _cache, ...rest } = told.environment;
  expect([rest, told.execArgv]).toEqual([childEnvironment(environment), []]);
});

test('what is sent is copied with its maps and bytes', async () => {
  const message = { map: new Map([['a', new Uint8Array([0, 128, 255])]]), nothing: null };
  expect(await ask(start(), message)).toEqual(message);
});

test('each line that a child writes is told, of either output', async () => {
  const child = start();
  const lines: string[] = [];
  child.onLine((line) => lines.push(line));
  child.send('write');
  await expect.poll(() => lines.toSorted()).toEqual(['another', 'one line']);
});

test('a child that is killed in the middle of a computation is told to have ended, once; it takes no more messages', async () => {
  const child = start();
  const ends: string[] = [];
  child.onExit((how) => ends.push(how));
  await ask(child, 'loop');
  child.kill();
  await expect.poll(() => ends).toEqual(['signal SIGKILL']);
  child.send('environment');
  child.kill();
  expect(ends).toHaveLength(1);
});

test('a child that cannot be started for too many open files is told to have ended, and its parent goes on', (context) => {
  if (process.platform === 'win32') context.skip('no such limit on Windows');
  expect(runWithoutFiles('child')).toEqual({ stdout: 'EMFILE\n', stderr: '' });
});

test('a child ends when the service is killed, and not by SIGINT, which a terminal sends to both', full, async () => {
  using ending = new DisposableStack();
  const service = fork(fileURLToPath(new URL('child-parent.ts', import.meta.url)), { execArgv: [], env: cleanEnvironment() });
  ending.defer(() => service.kill('SIGKILL'));
  const [pid] = (await once(service, 'message')) as [number];
  ending.defer(() => isRunning(pid) && process.kill(pid, 'SIGKILL'));
  process.kill(pid, 'SIGINT');
  const answered = once(service, 'message');
  service.send('hello');
  expect((await answered)[0]).toBe('hello');
  service.kill('SIGKILL');
  await expect.poll(() => isRunning(pid)).toBe(false);
});
