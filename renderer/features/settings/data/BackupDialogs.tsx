import { useMutation } from '@tanstack/react-query';
import { useId, useState, type ReactNode } from 'react';
import { routes } from '../../../api/routes.ts';
import { useService } from '../../../api/service.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Field } from '../../../ui/Field.tsx';
import { notify } from '../../../ui/toasts.ts';
import { strings } from './strings.ts';

/** Copying a large database and its files, and checking them, may take minutes; in milliseconds. */
export const timeoutMs = 600_000;

interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Begins a backup in one file, in a folder of the user's choice. */
export function FolderDialog({ open, onClose }: DialogProps): ReactNode {
  const { client, queries } = useService();
  const making = useMutation({
    mutationFn: (path: string) => client.call(routes.makeBackup, { body: { path, job: true } }),
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
        making.mutate(path);
      }}
      onTyped={making.reset}
      open={open}
      onClose={onClose}
    />
  );
}

/** Has the next start restore a backup that lies anywhere, or, with a `file`, an encrypted one of the list. */
export function FileDialog({ open, onClose, file }: DialogProps & { readonly file: string | null }): ReactNode {
  const { client, queries } = useService();
  const preparing = useMutation({
    mutationFn: ({ path, passphrase }: Typed) =>
      client.call(routes.prepareRestore, {
        body: { ...(file === null ? { path } : { file }), ...(passphrase === '' ? {} : { passphrase }) },
        timeoutMs,
      }),
    onSuccess: async (restore) => {
      notify({ title: strings.preparedFile(restore.file) });
      onClose();
      await queries.invalidateQueries({ queryKey: ['data'] });
    },
  });
  return (
    <PathDialog
      title={file === null ? strings.fileTitle : strings.restoreTitle}
      label={file === null ? strings.file : null}
      hint={strings.fileHint}
      text={strings.fileText}
      action={preparing.isPending ? strings.checking : strings.restoreAction}
      takesPassphrase
      isBusy={preparing.isPending}
      problem={preparing.error?.message ?? null}
      onSubmit={preparing.mutate}
      onTyped={preparing.reset}
      open={open}
      onClose={onClose}
    />
  );
}

interface Typed {
  readonly path: string;
  readonly passphrase: string;
}

interface PathDialogProps extends DialogProps {
  readonly title: string;
  readonly text?: string;
  /** Of the field for the path; null for none. */
  readonly label: string | null;
  readonly hint: string;
  readonly action: string;
  readonly takesPassphrase?: boolean;
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
        <Button primary type="submit" form={form} aria-disabled={isBusy}>
          {action}
        </Button>
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
    </form>
  );
}
