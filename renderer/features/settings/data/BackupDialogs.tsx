import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useId, useState, type ReactNode } from 'react';
import type { Job } from '../../../../main/contract/jobs.ts';
import { ServiceError } from '../../../api/client.ts';
import { problemText } from '../../../api/problem-text.ts';
import { routes } from '../../../api/routes.ts';
import { useService } from '../../../api/service.ts';
import { watchFailures } from '../../../api/watched-jobs.ts';
import { Button } from '../../../ui/Buttons.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Field } from '../../../ui/Field.tsx';
import { strings as uiStrings } from '../../../ui/strings.ts';
import { isGoing, whileGoing } from '../job-polling.ts';
import { GoingJob } from './GoingBackups.tsx';
import { strings } from './strings.ts';

interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Begins a backup in one file, in a folder of the user's choice. */
export function FolderDialog({ open, onClose }: DialogProps): ReactNode {
  const { client, queries } = useService();
  const making = useMutation({
    mutationFn: ({ path, key }: { readonly path: string; readonly key: string }) =>
      client.call(routes.makeBackup, { body: { path, job: true }, idempotencyKey: key }),
    onSuccess: async () => {
      onClose();
      await queries.invalidateQueries({ queryKey: ['job'] });
    },
  });
  return (
    <PathDialog
      title={strings.folderTitle}
      label={strings.folder}
      hint={strings.folderHint}
      action={strings.makeThere}
      isBusy={making.isPending}
      problem={making.error?.message ?? null}
      onSubmit={({ path }) => {
        making.mutate({ path, key: crypto.randomUUID() });
      }}
      onTyped={making.reset}
      open={open}
      onClose={onClose}
    />
  );
}

/**
 * Has the next start restore a backup that lies anywhere, or, with a `file`, an encrypted one of the list. It shows how far that is, and
 * why a backup is not taken; closed before, that goes on, and its end is told as that of any long work.
 */
export function FileDialog({ open, onClose, file }: DialogProps & { readonly file: string | null }): ReactNode {
  const restore = useRestore(file, onClose);
  const { job, isBusy, isIdle } = restore;
  const tells = open && !isIdle;
  useEffect(() => (tells ? watchFailures('restore') : undefined), [tells]);
  return (
    <PathDialog
      title={file === null ? strings.fileTitle : strings.restoreTitle}
      label={file === null ? strings.file : null}
      hint={strings.fileHint}
      text={strings.fileText}
      action={isBusy ? strings.checking : strings.restoreAction}
      takesPassphrase
      going={isBusy ? job : null}
      isBusy={isBusy}
      problem={restore.problem}
      onSubmit={restore.start}
      onTyped={restore.forget}
      open={open}
      onClose={onClose}
    />
  );
}

interface Typed {
  readonly path: string;
  readonly passphrase: string;
}

/** Begins a restore, and follows its job; calls `onDone` at its end, unless it has failed. */
function useRestore(file: string | null, onDone: () => void) {
  const { client, queries } = useService();
  const [id, follow] = useState<string | null>(null);
  const beginning = useMutation({
    mutationFn: async ({ path, passphrase, key }: Typed & { readonly key: string }) => {
      const which = file === null ? { path } : { file };
      const body = { ...which, ...(passphrase === '' ? {} : { passphrase }), job: true };
      return (await client.call(routes.prepareRestore, { body, idempotencyKey: key })) as Job;
    },
    onSuccess: (job) => {
      queries.setQueryData<Job>(jobKey(job.id), job);
      follow(job.id);
      void queries.invalidateQueries({ queryKey: ['job'] });
    },
  });
  const { data, error } = useQuery({
    queryKey: jobKey(id),
    queryFn: ({ signal }) => client.call(routes.readJob, { params: { id: id ?? '' }, signal }),
    enabled: id !== null,
    refetchInterval: whileGoing((job: Job) => [job]),
  });
  const job = data ?? null;
  // While the service is away it is not known how far the job is, and nothing has gone wrong.
  const refusal = beginning.error ?? (error instanceof ServiceError ? error : null);
  const forget = (): void => {
    follow(null);
    beginning.reset();
  };
  const isDone = job !== null && !isGoing(job) && job.status !== 'failed';
  const end = useEffectEvent(() => {
    forget();
    onDone();
  });
  useEffect(() => {
    if (isDone) end();
  }, [isDone]);
  const isBusy = refusal === null && (beginning.isPending || isGoing(job));
  return {
    job,
    isIdle: beginning.isIdle,
    isBusy,
    problem: job?.status === 'failed' ? failureOf(job) : (refusal?.message ?? null),
    start: (typed: Typed) => {
      follow(null);
      beginning.mutate({ ...typed, key: crypto.randomUUID() });
    },
    forget: () => {
      if (!isBusy) forget();
    },
  };
}

const failureOf = ({ error }: Job): string => (error === null ? strings.restoreFailed : problemText(error.message));

const jobKey = (id: string | null) => ['job', 'one', id] as const;

interface PathDialogProps extends DialogProps {
  readonly title: string;
  readonly text?: string;
  /** Of the field for the path; null for none. */
  readonly label: string | null;
  readonly hint: string;
  readonly action: string;
  readonly takesPassphrase?: boolean;
  /** The work that was begun; null for none. */
  readonly going?: Job | null;
  readonly isBusy: boolean;
  readonly problem: string | null;
  readonly onSubmit: (typed: Typed) => void;
  /** The problem is told of what was typed before. */
  readonly onTyped: () => void;
}

function PathDialog({ open, onClose, title, action, isBusy, ...fields }: PathDialogProps): ReactNode {
  const form = useId();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      size="small"
      actions={
        <>
          {/* Closed while it is going, it goes on. */}
          {!isBusy && <Button onClick={onClose}>{uiStrings.cancel}</Button>}
          <Button primary type="submit" form={form} aria-disabled={isBusy}>
            {action}
          </Button>
        </>
      }
    >
      {open && <Fields id={form} isBusy={isBusy} {...fields} />}
    </Dialog>
  );
}

function Fields({
  id,
  text,
  label,
  hint,
  takesPassphrase = false,
  going = null,
  isBusy,
  problem,
  onSubmit,
  onTyped,
}: { readonly id: string } & Omit<PathDialogProps, 'open' | 'onClose' | 'title' | 'action'>): ReactNode {
  const [path, setPath] = useState('');
  const [passphrase, setPassphrase] = useState('');
  const [isTried, setTried] = useState(false);
  const lacksPath = label !== null && path.trim() === '';
  const isOfPassphrase = problem?.includes('passphrase') === true;
  const told = isTried && lacksPath ? strings.pathMissing : problem;
  return (
    <form
      id={id}
      className="backup-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (!isBusy && !lacksPath) onSubmit({ path: path.trim(), passphrase });
      }}
    >
      {text !== undefined && <p className="settings-hint">{text}</p>}
      {label !== null && (
        <Field label={label} hint={hint} problem={isOfPassphrase ? null : told}>
          {(ties) => (
            <input
              {...ties}
              className="input"
              autoComplete="off"
              spellCheck={false}
              value={path}
              onChange={({ target }) => {
                setPath(target.value);
                onTyped();
              }}
            />
          )}
        </Field>
      )}
      {takesPassphrase && (
        <Field label={strings.passphrase} hint={strings.passphraseHint} problem={isOfPassphrase || label === null ? problem : null}>
          {(ties) => (
            <input
              {...ties}
              className="input"
              type="password"
              autoComplete="off"
              value={passphrase}
              onChange={({ target }) => {
                setPassphrase(target.value);
                onTyped();
              }}
            />
          )}
        </Field>
      )}
      {going !== null && <GoingJob job={going} />}
    </form>
  );
}
