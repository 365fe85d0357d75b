// The life of the process that makes documents: what ends it, and what that means for documents.

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { afterEach, expect, test } from 'vitest';
import { Exports, maxRunning, type ExportsOptions } from '../../../main/features/exports/exports.ts';
import { forkChild, type SpawnChild } from '../../../main/lib/child-process.ts';
import { workerFile } from '../../../main/lib/worker-file.ts';
import { exportNote } from '../../support/export-notes.ts';
import { full } from '../../support/tiers.ts';
import { cleanEnvironment } from '../../support/process.ts';
import { isRunning, killProcess, watchChildren, type WatchedChildren } from '../../support/watched-child.ts';

const parser = workerFile('../../../main/contract/markdown/parse', import.meta.url);
/** It does not come to an end with a text that says so. */
const endless = new URL(
  `data:text/javascript,import { parseMarkdown as parse, parseNodes } from ${JSON.stringify(parser.href)}; export { parseNodes }; export const parseMarkdown = (...of) => { while (of[0].includes('endless')); return parse(...of); };`,
);
const never = new AbortController().signal;

const failures: string[] = [];
let lines: string[];
let exports: Exports;
let children: WatchedChildren;

function start(options: Partial<ExportsOptions> = {}): Exports {
  failures.length = 0;
  lines = [];
  children = watchChildren();
  const told = { failed: (message: string) => failures.push(message), line: (line: string) => lines.push(line) };
  return (exports = new Exports({ parser: endless, spawn: children.spawn, ...told, ...options }));
}
afterEach(() => {
  exports.stop();
});

const make = (markdown: string, signal = never): Promise<Uint8Array> =>
  exports.make('docx', exportNote(markdown, { files: new Map() }), signal);
/** `made`, or the code of the error, or what it says. */
const outcome = (document: Promise<Uint8Array>): Promise<string> =>
  document.then(
    () => 'made',
    (error: unknown) => (error as { code?: string }).code ?? (error as Error).message,
  );
const ended = async (pid: number | undefined): Promise<void> => {
  await expect.poll(() => isRunning(pid)).toBe(false);
};

test('documents are made in one other process, which ends when there is nothing to do; the next has another', full, async () => {
  start({ limits: { idle: 200 } });
  let threads = 0;
  const count = (): void => {
    threads += 1;
  };
  subscribe('worker_threads', count);
  await Promise.all([make('one'), make('two'), make('three')]);
  unsubscribe('worker_threads', count);
  expect([threads, children.pids.length]).toEqual([0, 1]);
  expect(children.pids[0]).not.toBe(process.pid);
  await ended(children.pids[0]);
  await make('four');
  expect(children.pids).toHaveLength(2);
  expect(failures).toEqual([]);
});

test(
  'where the system starts no process, as for too many open files, a document is refused for now, and the next one is made',
  full,
  async () => {
    const nothing = (): void => undefined;
    // What `forkChild` gives then.
    const unstarted: SpawnChild = () => ({
      ...{ pid: undefined, send: nothing, onMessage: nothing, onLine: nothing, kill: nothing },
      onExit: (listener) => void setImmediate(listener, 'EMFILE'),
    });
    let hasFiles = false;
    const real = watchChildren();
    start({ spawn: (...of) => (hasFiles ? real.spawn(...of) : unstarted(...of)) });
    await expect(make('one')).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('no further process') as string,
    });
    expect(failures).toEqual(['The process that makes documents has ended: EMFILE']);
    hasFiles = true;
    expect(await outcome(make('one'))).toBe('made');
  },
);

test(
  'a process that is killed fails what it was making, and says so in the log; what waited and what comes is made by another',
  full,
  async () => {
    start();
    const running = Array.from({ length: maxRunning }, () => outcome(make('endless')));
    const waiting = outcome(make('text'));
    killProcess(children.pids[0]);
    expect(await Promise.all(running)).toEqual(running.map(() => 'The document could not be made'));
    expect(failures).toEqual(running.map(() => 'The process that makes documents has ended: signal SIGKILL'));
    expect([await waiting, await outcome(make('text'))]).toEqual(['made', 'made']);
    expect(children.pids).toHaveLength(2);
  },
);

test('a process that cannot be started fails its document, and what it has written is told', async () => {
  const spawn = forkChild(cleanEnvironment());
  start({ spawn: (_file, name) => spawn(new URL('./no-such-file.ts', import.meta.url), name) });
  expect(await outcome(make('text'))).toBe('The document could not be made');
  expect(failures).toEqual(['The process that makes documents has ended: exit code 1']);
  await expect.poll(() => lines.join('\n')).toContain('no-such-file.ts');
});

test('a stop ends the process and refuses what it was making, without waiting for either', async () => {
  start();
  const running = outcome(make('endless'));
  exports.stop();
  expect(await running).toBe('unavailable');
  await ended(children.pids[0]);
  expect(failures).toEqual([]);
  expect(await outcome(make('text'))).toBe('unavailable');
  expect(children.pids).toHaveLength(1);
});

test('a document that is given up has its caller’s reason at once; its thread ends, and the process makes the next', full, async () => {
  start();
  const gone = new AbortController();
  const running = make('endless', gone.signal);
  gone.abort(new Error('gone'));
  await expect(running).rejects.toThrow('gone');
  await expect.poll(() => children.told).toMatchObject([{ id: 1, outcome: { made: null, why: 'given up' } }]);
  expect(await outcome(make('text'))).toBe('made');
  expect(children.pids).toHaveLength(1);
});
