import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Job } from '../../../../main/contract/jobs.ts';
import { routes } from '../../../api/routes.ts';
import { useService } from '../../../api/service.ts';
import { Button } from '../../../ui/Buttons.tsx';
import { sizeText } from '../../../ui/format.ts';
import { isGoing, whileGoing } from '../job-polling.ts';
import { JobProgress } from '../JobProgress.tsx';
import { strings } from './strings.ts';

const kinds = ['backup', 'restore'] as const;

/** Backups that wait, are being made, or are read to be restored, whichever page has asked for that. */
export function useGoingBackups(): readonly Job[] {
  const { client } = useService();
  const { data } = useQuery({
    queryKey: ['job', 'backups'],
    queryFn: async ({ signal }) => {
      const lists = await Promise.all(kinds.map((kind) => client.call(routes.listJobs, { query: { kind }, signal })));
      return lists.flatMap(({ items }) => items).filter(isGoing);
    },
    refetchInterval: whileGoing((jobs: readonly Job[]) => jobs),
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

/** How far one is. */
export function GoingJob({ job, isEnding = false }: { readonly job: Job; readonly isEnding?: boolean }): ReactNode {
  const doing = job.kind === 'restore' ? strings.checking : strings.making;
  const text = isEnding ? strings.ending : job.status === 'queued' ? strings.waits : doing;
  return <JobProgress job={job} text={text} detail={(done, total) => strings.progress(sizeText(done), sizeText(total))} />;
}

function GoingBackup({ job }: { readonly job: Job }): ReactNode {
  const { client, queries } = useService();
  const { mutate, isPending } = useMutation({
    mutationFn: () => client.call(routes.deleteJob, { params: { id: job.id } }),
    meta: { failed: strings.stopFailed },
    onSettled: () => queries.invalidateQueries({ queryKey: ['job'] }),
  });
  const isEnding = isPending || job.cancelRequestedAt !== null;
  return (
    <li className="backup-job">
      <GoingJob job={job} isEnding={isEnding} />
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
