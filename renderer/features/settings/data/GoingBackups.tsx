import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Job } from '../../../../main/contract/jobs.ts';
import { routes } from '../../../api/routes.ts';
import { useService } from '../../../api/service.ts';
import { Button } from '../../../ui/Button.tsx';
import { sizeText } from '../../../ui/format.ts';
import { JobProgress } from '../JobProgress.tsx';
import { strings } from './strings.ts';

/** How far a job is, is looked up this often; in milliseconds. */
const lookMs = 400;

/** Backups that wait or are being made, whichever page has asked for them. */
export function useGoingBackups(): readonly Job[] {
  const { client } = useService();
  const { data } = useQuery({
    queryKey: ['job', 'backups'],
    queryFn: async ({ signal }) => {
      const { items } = await client.call(routes.listJobs, { query: { kind: 'backup' }, signal });
      return items.filter(({ endedAt }) => endedAt === null);
    },
    refetchInterval: ({ state }) => ((state.data?.length ?? 0) > 0 ? lookMs : false),
  });
  return data ?? [];
}

export function GoingBackups({ jobs }: { readonly jobs: readonly Job[] }): ReactNode {
  if (jobs.length === 0) return null;
  return (
    <ul className="rows backup-jobs" aria-label={strings.goingOn}>
      {jobs.map((job) => (
        <GoingBackup key={job.id} job={job} />
      ))}
    </ul>
  );
}

function GoingBackup({ job }: { readonly job: Job }): ReactNode {
  const { client, queries } = useService();
  const { mutate, isPending } = useMutation({
    mutationFn: () => client.call(routes.deleteJob, { params: { id: job.id } }),
    meta: { failed: strings.stopFailed },
    onSettled: () => queries.invalidateQueries({ queryKey: ['job'] }),
  });
  const isEnding = isPending || job.cancelRequestedAt !== null;
  const text = isEnding ? strings.ending : job.status === 'queued' ? strings.waits : strings.making;
  return (
    <li className="backup-job">
      <JobProgress job={job} text={text} detail={(done, total) => strings.progress(sizeText(done), sizeText(total))} />
      <Button
        aria-disabled={isEnding}
        onClick={() => {
          if (!isEnding) mutate();
        }}
      >
        {strings.stop}
      </Button>
    </li>
  );
}
