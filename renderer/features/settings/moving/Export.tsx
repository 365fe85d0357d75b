import './export.css';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Download, PackageOpen, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ExportResult } from '../../../../main/contract/exports.ts';
import type { Job } from '../../../../main/contract/jobs.ts';
import { routes } from '../../../api/routes.ts';
import { useService } from '../../../api/service.ts';
import { Button, IconButton } from '../../../ui/Buttons.tsx';
import { momentText, numberText, sizeText } from '../../../ui/format.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { saveFile } from '../../../ui/hand-over.ts';
import { Card } from '../Card.tsx';
import { isGoing, whileGoing } from '../job-polling.ts';
import { JobProgress } from '../JobProgress.tsx';
import { exportStrings } from './strings.ts';
import { useRemoveJobs } from './jobs.ts';

/** A large zip takes its time, also on the same machine; in milliseconds. */
const timeoutMs = 3_600_000;

/** Starts an export of everything, and shows those that there are. The service knows what goes on: a later page shows it too. */
export function Export(): ReactNode {
  const { client } = useService();
  const query = useQuery({
    queryKey: ['job', 'exports'],
    queryFn: async ({ signal }) => (await client.call(routes.listJobs, { query: { kind: 'export' }, signal })).items,
    refetchInterval: whileGoing((jobs: readonly Job[]) => jobs),
  });
  const start = useStart();
  const isBusy = start.isPending || query.data?.some(isGoing) === true;
  return (
    <Card
      title={exportStrings.heading}
      hint={exportStrings.hint}
      aside={
        <Button
          aria-disabled={isBusy}
          onClick={() => {
            if (!isBusy) start.mutate(crypto.randomUUID());
          }}
        >
          <PackageOpen aria-hidden="true" />
          {start.isPending ? exportStrings.starting : exportStrings.start}
        </Button>
      }
    >
      <Loaded query={query} failed={exportStrings.listFailed}>
        {(jobs) =>
          jobs.length === 0 ? (
            <p className="settings-hint">{exportStrings.none}</p>
          ) : (
            <ul className="rows" aria-label={exportStrings.exports}>
              {jobs.map((job) => (
                <ExportRow key={job.id} job={job} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}

function useStart() {
  const { client, queries } = useService();
  return useMutation({
    mutationFn: (idempotencyKey: string) => client.call(routes.exportEverything, { body: { format: 'folder-zip' }, idempotencyKey }),
    meta: { failed: exportStrings.startFailed },
    onSettled: () => queries.invalidateQueries({ queryKey: ['job'] }),
  });
}

function ExportRow({ job }: { readonly job: Job }): ReactNode {
  const when = momentText(new Date(job.createdAt));
  return (
    <li className="row export-row">
      {job.endedAt === null ? <Going job={job} /> : <Ended job={job} when={when} />}
      <ExportButtons job={job} when={when} />
    </li>
  );
}

function Going({ job }: { readonly job: Job }): ReactNode {
  const { status, cancelRequestedAt } = job;
  const text = cancelRequestedAt !== null ? exportStrings.ending : status === 'queued' ? exportStrings.waits : exportStrings.exporting;
  return <JobProgress job={job} text={text} detail={(done, total) => exportStrings.progress(numberText(done), numberText(total))} />;
}

function Ended({ job: { createdAt, status, error, result }, when }: { readonly job: Job; readonly when: string }): ReactNode {
  return (
    <span className="row-main">
      <time className="row-name" dateTime={createdAt}>
        {when}
      </time>
      <span className="row-detail">
        {status === 'done' && <Made {...(result as ExportResult)} />}
        {status === 'cancelled' && exportStrings.cancelled}
        {status === 'failed' && `${exportStrings.failed}: ${error?.message ?? ''}`}
      </span>
    </span>
  );
}

function Made({ size, missing = 0 }: ExportResult): ReactNode {
  return missing === 0 ? sizeText(size) : `${sizeText(size)}; ${exportStrings.missing(missing)}`;
}

function ExportButtons({ job, when }: { readonly job: Job; readonly when: string }): ReactNode {
  const { client } = useService();
  const download = useMutation({
    mutationFn: () => client.file(routes.readExport, { params: { id: job.id }, timeoutMs }),
    meta: { failed: exportStrings.downloadFailed },
    onSuccess: ({ blob, filename }) => {
      saveFile(blob, filename ?? 'daybook.zip');
    },
  });
  const remove = useRemoveJobs([job.id], exportStrings.removeFailed);
  if (isGoing(job))
    return (
      <Button aria-disabled={remove.isPending || job.cancelRequestedAt !== null} onClick={remove.start}>
        {exportStrings.cancel}
      </Button>
    );
  return (
    <span className="export-buttons">
      {job.status === 'done' && (
        <Button
          aria-label={exportStrings.downloadOf(when)}
          aria-disabled={download.isPending}
          onClick={() => {
            if (!download.isPending) download.mutate();
          }}
        >
          <Download aria-hidden="true" />
          {download.isPending ? exportStrings.downloading : exportStrings.download}
        </Button>
      )}
      <IconButton icon={Trash2} size="small" label={exportStrings.removeOf(when)} onClick={remove.start} />
    </span>
  );
}
