// Commands that move everything: those that are ended while the service works for them, and what is told of an import.

import type { IncomingMessage } from 'node:http';
import { PassThrough, Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { Api } from '../../../main/cli/api.ts';
import type { CommandCall, CommandContext } from '../../../main/cli/command.ts';
import { backUp, importFile } from '../../../main/cli/moving.ts';

const job = {
  id: 'one',
  kind: 'backup',
  status: 'running',
  progress: { done: 1, total: 9, unit: 'files' },
  result: null,
  error: null,
  batchId: null,
  endedAt: null,
};

test('Ctrl+C while a job is followed › it is cancelled in the service, and its end is told', async () => {
  const stream = new PassThrough();
  const asked: unknown[] = [];
  const told: (string | null)[] = [];
  let interrupt = (): void => undefined;
  let isOff = false;
  const tell = (state: object): void => void stream.write(`data: ${JSON.stringify({ ...job, ...state })}\n\n`);
  const api: Partial<Api> = {
    call: async <Reply>(name: string, call: object = {}) => {
      asked.push([name, call]);
      if (name === 'deleteJob') {
        tell({ progress: { done: 2, total: 9, unit: 'files' } });
        tell({ status: 'cancelled', endedAt: '2026-11-23T02:40:00Z' });
        stream.end();
      }
      return Promise.resolve(job as Reply);
    },
    open: () => Promise.resolve(stream as unknown as IncomingMessage),
  };
  const context: Partial<CommandContext> = {
    api: api as Api,
    progress: (text) => {
      told.push(text);
      if (text === 'Backing up: 1 of 9 files') interrupt();
    },
    onInterrupt: (listener) => {
      interrupt = listener;
      return () => {
        isOff = true;
      };
    },
  };
  const call: Pick<CommandCall, 'args'> = { args: [] };
  tell({});
  await expect(backUp(call as CommandCall, context as CommandContext)).rejects.toThrow('it was cancelled (conflict)');
  expect(asked).toEqual([
    ['makeBackup', { body: { job: true } }],
    ['deleteJob', { params: { id: 'one' } }],
  ]);
  expect(told).toEqual(['Backing up: 1 of 9 files', 'Backing up: is being cancelled', null]);
  expect(isOff).toBe(true);
});

test('import --dry-run › kinds of records are called as people call them, one of them in the singular', async () => {
  const outcome = { created: 1, updated: 0, unchanged: 2, kept: 0 };
  const result = {
    source: 'daybook',
    filename: 'all.zip',
    found: { notes: 1, notebooks: 0, projects: 1, cards: 2, savedSearches: 1 },
    changes: { projects: outcome, savedSearches: outcome },
    warnings: [],
    warningCounts: {},
  };
  const read = { ...job, kind: 'import', status: 'done', endedAt: '2026-11-23T02:40:00Z', result };
  const streamed = (text: string) => Promise.resolve(Readable.from([Buffer.from(text)]) as unknown as IncomingMessage);
  const api: Partial<Api> = {
    call: <Reply>() => Promise.resolve(undefined as Reply),
    open: (method) => streamed(method === 'POST' ? JSON.stringify(read) : `data: ${JSON.stringify(read)}\n\n`),
  };
  const context: Partial<CommandContext> = { api: api as Api, progress: () => undefined, onInterrupt: () => () => undefined };
  const call: Pick<CommandCall, 'args' | 'text' | 'has'> = { args: [import.meta.filename], text: () => undefined, has: () => true };
  const { text } = await importFile(call as CommandCall, context as CommandContext);
  expect(text).toContain('\nIt holds 1 note, 1 board, 2 cards, 1 saved search\n');
  expect(text).toMatch(/\nboards +1 created +2 unchanged\nsaved searches +1 created +2 unchanged\n/);
});
