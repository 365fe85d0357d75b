import { expect, test } from 'vitest';
import type { Job } from '../../../main/contract/jobs.ts';
import { pollIntervalMs, whileGoing } from '../../../renderer/features/settings/job-polling.ts';

const job = (endedAt: string | null): Job => ({ endedAt }) as Job;

test('jobs are read again as long as one of them goes on', () => {
  const interval = whileGoing((jobs: readonly (Job | null)[]) => jobs);
  const after = (data: readonly (Job | null)[] | undefined): number | false => interval({ state: { data } });
  expect(after([job('2026-11-20T13:10:00.000Z'), job(null)])).toBe(pollIntervalMs);
  expect([after([job('2026-11-20T13:10:00.000Z'), null]), after([]), after(undefined)]).toEqual([false, false, false]);
});
