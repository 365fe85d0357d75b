// A run with one call, as they are stored, for the tests of what carries calls out.

import { RunStepStore, type StoredCall } from '../../../main/features/runs/step-store.ts';
import { RunStore, type StoredRun } from '../../../main/features/runs/store.ts';
import type { Database } from '../../../main/storage/database.ts';
import { newFolder, openNew } from '../storage/fixture.ts';
import { insertUser } from '../storage/rows.ts';

interface RunBench {
  readonly database: Database;
  readonly runs: RunStore;
  readonly steps: RunStepStore;
  readonly run: StoredRun;
  readonly call: StoredCall;
}

/** With these fields of the run and of the call; the rest is as usual. */
export async function openRun(ofRun: Partial<StoredRun>, ofCall: Partial<StoredCall>): Promise<RunBench> {
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
    ...ofRun,
  };
  const call: StoredCall = {
    id: 'call',
    runId: 'run',
    stepId: 'step',
    name: 'call',
    tool: 'trash',
    arguments: '{}',
    status: 'pending',
    diff: null,
    decision: null,
    reason: null,
    result: null,
    hasWritten: false,
    recordId: null,
    recordVersion: null,
    createdAt: 0,
    updatedAt: 0,
    ...ofCall,
  };
  await database.write(() => {
    database.prepare(insertUser).run();
    runs.insert(run);
    steps.insertStep({ id: 'step', runId: 'run', role: 'assistant', content: '', isWhole: true, createdAt: 0 });
    steps.insertCall(call);
  });
  return { database, runs, steps, run, call };
}
