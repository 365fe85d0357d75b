import './import.css';
import { useMutation, useQuery } from '@tanstack/react-query';
import { FolderInput } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { ImportOutcome, ImportReading, ImportSource } from '../../../../main/contract/imports.ts';
import type { Job } from '../../../../main/contract/jobs.ts';
import { routes } from '../../../api/routes.ts';
import { problemText } from '../../../api/problem-text.ts';
import { useService } from '../../../api/service.ts';
import { announce } from '../../../ui/announce.tsx';
import { Button } from '../../../ui/Buttons.tsx';
import { numberText, percentText } from '../../../ui/format.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { Select } from '../../../ui/Select.tsx';
import { useHeldFocus } from '../../../ui/use-held-focus.ts';
import { Card } from '../Card.tsx';
import { whileGoing } from '../job-polling.ts';
import { Found, ImportedReport } from './ImportReport.tsx';
import { importStrings } from './strings.ts';
import { isPutAway, usePutAway, useRemoveJobs, useUndo } from './jobs.ts';

const accepted = '.zip,.jex,.md,.markdown,.json,.csv,.ics';

const sources = (Object.keys(importStrings.sources) as (ImportSource | 'auto')[]).map((value) => ({
  value,
  name: importStrings.sources[value],
}));

/** Reads a file of another program, shows what is in it, and brings it in. The service knows what goes on: a later page shows it too. */
export function Import(): ReactNode {
  const { client } = useService();
  const jobs = useQuery({
    queryKey: ['job', 'imports'],
    queryFn: async ({ signal }) => {
      const of = async (kind: string): Promise<Job | null> =>
        (await client.call(routes.listJobs, { query: { kind, limit: '1' }, signal })).items[0] ?? null;
      const read = await of('import');
      return { read: read !== null && isPutAway(read) ? null : read, applied: await of('import-apply') };
    },
    refetchInterval: whileGoing(({ read, applied }: CurrentProps) => [read, applied]),
  });
  return (
    <Card title={importStrings.heading} hint={importStrings.hint}>
      <Loaded query={jobs} failed={importStrings.readFailed}>
        {({ read, applied }) => (
          <Current read={read} applied={applied !== null && applied.createdAt >= (read?.createdAt ?? '') ? applied : null} />
        )}
      </Loaded>
    </Card>
  );
}

interface CurrentProps {
  readonly read: Job | null;
  readonly applied: Job | null;
}

function Current({ read, applied }: CurrentProps): ReactNode {
  const said = saidOf(read, applied);
  const told = useRef(said);
  useEffect(() => {
    if (told.current !== said) announce(said);
    told.current = said;
  }, [said]);
  return (
    <div {...useHeldFocus()} className="import-place" role="group" aria-label={importStrings.heading}>
      <Stage read={read} applied={applied} />
    </div>
  );
}

/** How far it is, for people who do not see it; '' where nothing has been sent. */
function saidOf(read: Job | null, applied: Job | null): string {
  if (read === null) return '';
  const name = read.title ?? '';
  const { status, endedAt, error, result } = applied ?? read;
  if (endedAt === null) return applied === null ? importStrings.reading(name) : importStrings.applying(name);
  if (status !== 'done') return [failedOf(status, name), error === null ? '' : problemText(error.message)].join(' ').trim();
  if (applied === null) return importStrings.found(name, (result as ImportReading).source);
  return (result as ImportOutcome).batchId === null ? importStrings.unchanged : importStrings.done(name);
}

const failedOf = (status: Job['status'], name: string): string =>
  status === 'cancelled' ? importStrings.cancelled(name) : importStrings.failed(name);

function Stage({ read, applied }: CurrentProps): ReactNode {
  if (read === null) return <Choose />;
  const name = read.title ?? '';
  if (applied !== null) {
    if (applied.endedAt === null) return <Going job={applied} text={importStrings.applying(name)} cancel={importStrings.cancelBack} />;
    if (applied.status === 'done') return <ImportedReport read={read} job={applied} outcome={applied.result as ImportOutcome} />;
    return <Failed read={read} job={applied} name={name} />;
  }
  if (read.endedAt === null) return <Going job={read} text={importStrings.reading(name)} cancel={importStrings.cancel} />;
  if (read.status !== 'done') return <Failed read={read} job={read} name={name} />;
  // One that an earlier version has read does not tell what would change.
  return <Found read={read} reading={{ changes: {}, ...(read.result as Omit<ImportReading, 'changes'>) }} />;
}

function Choose(): ReactNode {
  const { client, queries } = useService();
  const [source, setSource] = useState<ImportSource | 'auto'>('auto');
  const [share, setShare] = useState(0);
  const sending = useRef<AbortController | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const send = useMutation({
    mutationFn: async ({ file, key }: { readonly file: File; readonly key: string }) => {
      sending.current = new AbortController();
      const { signal } = sending.current;
      const query = source === 'auto' ? {} : { source };
      try {
        await client.upload(routes.startImport, { params: {}, query, files: [file], idempotencyKey: key, onProgress: setShare, signal });
      } catch (error) {
        // That the user has cancelled it is no failure.
        if (!signal.aborted) throw error;
      }
    },
    networkMode: 'always',
    onSettled: () => queries.invalidateQueries({ queryKey: ['job'] }),
  });
  if (send.isPending)
    return (
      <div className="import-going">
        <Progress text={importStrings.sending(send.variables.file.name)} value={share} detail={percentText(share)} />
        <Button onClick={() => sending.current?.abort()}>{importStrings.cancel}</Button>
      </div>
    );
  return (
    <>
      {send.isError && (
        <p className="import-failed" role="alert">
          <strong>{importStrings.sendFailed}</strong>
          <span>{problemText(send.error.message)}</span>
        </p>
      )}
      <div className="import-choose">
        <span className="import-source">
          <span aria-hidden="true">{importStrings.source}</span>
          <Select label={importStrings.source} value={source} options={sources} onChange={setSource} />
        </span>
        <Button primary onClick={() => input.current?.click()}>
          <FolderInput aria-hidden="true" />
          {importStrings.choose}
        </Button>
        <input
          ref={input}
          type="file"
          accept={accepted}
          hidden
          aria-label={importStrings.choose}
          onChange={({ target }) => {
            const file = target.files?.[0];
            target.value = '';
            setShare(0);
            if (file !== undefined) send.mutate({ file, key: crypto.randomUUID() });
          }}
        />
      </div>
    </>
  );
}

function Progress({ text, value, detail }: { readonly text: string; readonly value: number | null; readonly detail: string }): ReactNode {
  return (
    <div className="import-progress">
      <span className="import-progress-text">
        <bdi>{text}</bdi>
        <span>{detail}</span>
      </span>
      <progress aria-label={text} {...(value === null ? {} : { value })} />
    </div>
  );
}

function Going({ job, text, cancel }: { readonly job: Job; readonly text: string; readonly cancel: string }): ReactNode {
  const { done, total } = job.progress;
  const remove = useRemoveJobs([job.id]);
  const detail = total === null ? importStrings.items(done) : `${numberText(done)} / ${numberText(total)}`;
  return (
    <div className="import-going">
      <Progress text={text} value={total === null || total === 0 ? null : done / total} detail={detail} />
      <Button aria-disabled={remove.isPending || job.cancelRequestedAt !== null} onClick={remove.start}>
        {cancel}
      </Button>
    </div>
  );
}

function Failed({ read, job, name }: { readonly read: Job; readonly job: Job; readonly name: string }): ReactNode {
  const again = usePutAway(read, job);
  const undo = useUndo();
  const { batchId } = job;
  return (
    <div className="import-report">
      <p className="import-failed">
        <strong>{failedOf(job.status, name)}</strong>
        {job.error !== null && <span>{problemText(job.error.message)}</span>}
        {job.kind === 'import-apply' && job.status === 'cancelled' && job.progress.done > 0 && <span>{importStrings.cancelledHint}</span>}
        {job.error?.code === 'interrupted' && batchId !== null && <span>{importStrings.interruptedHint}</span>}
      </p>
      <div className="import-buttons">
        <Button primary onClick={again.start}>
          {importStrings.again}
        </Button>
        {job.status === 'failed' && batchId !== null && !undo.isSuccess && (
          <Button
            aria-disabled={undo.isPending}
            onClick={() => {
              undo.start(batchId);
            }}
          >
            {importStrings.takeBack}
          </Button>
        )}
      </div>
    </div>
  );
}
