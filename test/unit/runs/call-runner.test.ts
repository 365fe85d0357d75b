// What a person decides while a call is being compared or begun counts, and not what was read before.

import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { CallDiff, RunCall } from '../../../main/contract/runs.ts';
import { CallRunner } from '../../../main/features/runs/call-runner.ts';
import { RunStepStore, type StoredCall } from '../../../main/features/runs/step-store.ts';
import { RunStore, type StoredRun } from '../../../main/features/runs/store.ts';
import type { RunTools } from '../../../main/features/runs/tools.ts';
import { notFound } from '../../../main/lib/app-error.ts';
import { newFolder, openNew } from '../storage/fixture.ts';
import { insertUser } from '../storage/rows.ts';

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
  const database = openNew(newFolder());
  const [runs, steps] = [new RunStore(database), new RunStepStore(database)];
  const run: StoredRun = {
    id: 'run',
    userId: 'u',
    tokenId: null,
    tokenEndsAt: null,
    scopes: [],
    task: 'Tidy up',
    provider: null,
    model: null,
    tools: ['trash'],
    allowed: [],
    approval: 'ask',
    workspaceRoot: null,
    maxSteps: 5,
    maxTokens: 1_000,
    status: 'running',
    error: null,
    steps: 1,
    promptTokens: 0,
    completionTokens: 0,
    isEstimate: false,
    malformed: 0,
    stored: 0,
    createdAt: 0,
    updatedAt: 0,
    endedAt: null,
  };
  const stored: StoredCall = {
    id: 'call',
    runId: 'run',
    stepId: 'step',
    name: 'call',
    tool: 'trash',
    arguments: '{}',
    status: 'pending',
    diff,
    decision: null,
    reason: null,
    result: null,
    hasWritten: false,
    recordId: null,
    recordVersion: null,
    createdAt: 0,
    updatedAt: 0,
    ...call,
  };
  await database.write(() => {
    database.prepare(insertUser).run();
    runs.insert(run);
    steps.insertStep({ id: 'step', runId: 'run', role: 'assistant', content: '', isWhole: true, createdAt: 0 });
    steps.insertCall(stored);
  });
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
