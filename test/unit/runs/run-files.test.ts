import { readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildRuns } from '../../../main/composition/runs.ts';
import { FileStore } from '../../../main/features/runs/file-store.ts';
import { RunFiles } from '../../../main/features/runs/workspace/run-files.ts';
import { Maintenance, type MaintenanceTask } from '../../../main/storage/maintenance.ts';
import { newFolder } from '../storage/fixture.ts';
import { openRun } from './fixture.ts';

/** A call that writes `plan.md`; `meanwhile` happens between reading the file and the write of the database. */
async function carriedOut(meanwhile: (file: string) => void) {
  const workspaceRoot = realpathSync(newFolder());
  const file = join(workspaceRoot, 'plan.md');
  writeFileSync(file, 'call Ada\n');
  const { database, run, call } = await openRun({ workspaceRoot }, { tool: 'write_file', status: 'running' });
  const files = new RunFiles({
    store: new FileStore(database),
    write: (work) => {
      meanwhile(file);
      return database.write(work);
    },
    clock: () => 1,
    forbidden: [],
  });
  const done = files.carryOut(run, call, { path: 'plan.md', content: 'call Bob\n' }, () => undefined);
  return { database, file, done, undo: () => files.undo(run) };
}

test('a file that the user saves while the call waits for its turn stays as the user has saved it', async () => {
  const { file, done, undo } = await carriedOut((path) => {
    writeFileSync(path, 'call Ada\nbuy milk\n');
  });
  await expect(done).rejects.toMatchObject({ code: 'stale_version' });
  expect(readFileSync(file, 'utf8')).toBe('call Ada\nbuy milk\n');
  // Nothing was written: there is nothing to undo, and nothing that an undo leaves alone.
  expect(await undo()).toEqual({ restored: [], skipped: [] });
});

test('a file that is as it was read is written, and its bytes come back', async () => {
  const { file, done, undo } = await carriedOut(() => undefined);
  expect(await done).toBe('file plan.md: 9 bytes written');
  expect(readFileSync(file, 'utf8')).toBe('call Bob\n');
  expect(await undo()).toEqual({ restored: ['plan.md'], skipped: [] });
  expect(readFileSync(file, 'utf8')).toBe('call Ada\n');
});

test.each([
  ['wait while the clock may be wrong', false, ['plan.md']],
  ['go once they have outlived the time of the trash', true, []],
])('the bytes that a file had %s', async (_, isEven, restored) => {
  const { database, done, undo } = await carriedOut(() => undefined);
  await done;
  const tasks: MaintenanceTask[] = [];
  buildRuns({
    database,
    dataDir: newFolder(),
    config: { get: () => '', trashDays: () => 30 },
    maintenance: { add: (task: MaintenanceTask) => tasks.push(task) },
    auth: { onAccessChange: () => undefined },
  } as unknown as Parameters<typeof buildRuns>[0]);
  const log = { error: () => undefined };
  await new Maintenance({ write: (work) => database.write(work), tasks, watch: { isEven }, log }).run();
  expect((await undo()).restored).toEqual(restored);
});
