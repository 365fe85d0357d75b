// What a person decides while a call is being compared or begun counts, and not what was read before.

import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { CallDiff, RunCall } from '../../../main/contract/runs.ts';
import { CallRunner } from '../../../main/features/runs/call-runner.ts';
import type { StoredCall } from '../../../main/features/runs/step-store.ts';
import type { RunTools } from '../../../main/features/runs/tools.ts';
import { notFound } from '../../../main/lib/app-error.ts';
import { openRun } from './fixture.ts';

const diff: CallDiff = {
  type: 'note',
  action: 'trash',
  id: 'note',
  title: 'Plan',
  version: 3,
  sha256: null,
  changes: [],
  changesLeftOut: 0,
};

/** A run with one call; `versionOf` is asked for the version of its note. */
async function bench(call: Partial<StoredCall>, versionOf: RunTools['versionOf']) {
  const { database, runs, steps, run, call: stored } = await openRun({}, { diff, ...call });
  const done: string[] = [];
  const tools: RunTools = {
    tools: [],
    diff: () => Promise.resolve(diff),
    rehearse: () => Promise.resolve(),
    versionOf,
    run: ({ id }) => {
      done.push(id);
      return Promise.resolve({ text: 'done', recordId: null, recordVersion: null });
    },
  };
  const runner = new CallRunner({
    runs,
    steps,
    write: (work) => database.write(work),
    clock: () => 1,
    log: pino({ level: 'silent' }),
    publish: () => undefined,
  });
  const now = (): Pick<RunCall, 'status' | 'result'> | null => steps.maybeCall('run', 'call');
  return { database, steps, run, stored, tools, runner, done, now };
}

test('a call that is denied while its record turns out to be gone stays denied', async () => {
  const { database, steps, run, stored, tools, runner, now } = await bench({}, async () => {
    await database.write(() => {
      steps.updateCall({ ...stored, status: 'denied', decision: 'deny', result: 'The user denied this.' });
    });
    throw notFound('note');
  });
  await runner.refreshDiff(run, tools);
  expect(now()).toMatchObject({ status: 'denied', decision: 'deny', result: 'The user denied this.' });
});

test('a call of a run that is cancelled while its record is looked at is not begun', async () => {
  const { database, steps, run, stored, tools, runner, done, now } = await bench({ status: 'approved', decision: 'once' }, async () => {
    await database.write(() => {
      steps.denyOpen('run', 'The run was cancelled.', 1);
    });
    return 3;
  });
  await runner.perform(run, stored, tools);
  expect([done, now()]).toMatchObject([[], { status: 'denied', result: 'The run was cancelled.' }]);
});

test('one that a person has approved is carried out', async () => {
  const { run, stored, tools, runner, done, now } = await bench({ status: 'approved', decision: 'once' }, () => Promise.resolve(3));
  await runner.perform(run, stored, tools);
  expect([done, now()]).toMatchObject([['call'], { status: 'done', result: 'done' }]);
});
