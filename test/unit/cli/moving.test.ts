// Commands that are ended while the service works for them.

import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import type { Api } from '../../../main/cli/api.ts';
import type { CommandCall, CommandContext } from '../../../main/cli/command.ts';
import { backUp } from '../../../main/cli/moving.ts';

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
