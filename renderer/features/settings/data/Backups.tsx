import { useMutation } from '@tanstack/react-query';
import { DatabaseBackup, History } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useSearchParams } from 'wouter';
import type { Backup, PreparedRestore } from '../../../../main/contract/backups.ts';
import { routes } from '../../../api/routes.ts';
import { useService } from '../../../api/service.ts';
import { useBackups } from '../../../api/use-backups.ts';
import { Button } from '../../../ui/Buttons.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { notify } from '../../../ui/toasts.ts';
import { Card } from '../Card.tsx';
import { FileDialog, FolderDialog } from './BackupDialogs.tsx';
import { GoingBackups, useGoingBackups } from './GoingBackups.tsx';
import { DataFault } from './Storage.tsx';
import { strings } from './strings.ts';
import { momentText, sizeText } from '../../../ui/format.ts';

/** Which backups there are; making one, and going back to one. */
export function Backups(): ReactNode {
  // One may have been made by the clock since the page was loaded.
  const query = useBackups({ refetchOnMount: 'always' });
  const going = useGoingBackups();
  const make = useMakeBackup(going.some(({ kind, title }) => kind === 'backup' && title === null));
  const [isChoosing, setChoosing] = useState(false);
  // In the address, as an action of any page leads here.
  const [asked, setAsked] = useSearchParams();
  const askForFile = (isAsked: boolean): void => {
    setAsked(isAsked ? { restore: '' } : {}, { replace: true });
  };
  return (
    <Card
      title={strings.backups}
      hint={strings.backupsHint}
      aside={
        <Button aria-disabled={make.isBusy} onClick={make.start}>
          <DatabaseBackup aria-hidden="true" />
          {strings.makeNow}
        </Button>
      }
    >
      <GoingBackups jobs={going} />
      <Loaded query={query} failed={strings.listFailed}>
        {({ items, restore, lost, failed }) => (
          <>
            {lost !== null && <Lost backup={items.find(({ file }) => file === lost.backup)} />}
            {failed !== null && <DataFault text={strings.dailyFailed(momentText(new Date(failed.since)), failed.reason)} />}
            {restore !== null && <Prepared restore={restore} items={items} />}
            {items.length === 0 ? (
              <p className="settings-hint">{strings.none}</p>
            ) : (
              <ul className="rows">
                {items.map((backup) => (
                  <BackupRow key={backup.file} backup={backup} />
                ))}
              </ul>
            )}
          </>
        )}
      </Loaded>
      <div className="backup-ways">
        <Button
          onClick={() => {
            setChoosing(true);
          }}
        >
          {strings.intoFolder}
        </Button>
        <Button
          onClick={() => {
            askForFile(true);
          }}
        >
          {strings.fromFile}
        </Button>
      </div>
      <FolderDialog
        open={isChoosing}
        onClose={() => {
          setChoosing(false);
        }}
      />
      <FileDialog
        open={asked.has('restore')}
        file={null}
        onClose={() => {
          askForFile(false);
        }}
      />
    </Card>
  );
}

/** Its end is told on every page. `isGoing`: one is being made already. */
function useMakeBackup(isGoing: boolean) {
  const { client, queries } = useService();
  const { mutate, isPending } = useMutation({
    mutationFn: (idempotencyKey: string) => client.call(routes.makeBackup, { body: { job: true }, idempotencyKey }),
    meta: { failed: strings.makeFailed },
    onSettled: () => queries.invalidateQueries({ queryKey: ['job'] }),
  });
  const isBusy = isPending || isGoing;
  return {
    isBusy,
    start: () => {
      if (!isBusy) mutate(crypto.randomUUID());
    },
  };
}

function BackupRow({ backup }: { readonly backup: Backup }): ReactNode {
  const { file, madeAt, kind, size, filesSize, encrypted } = backup;
  const [isAsking, setAsking] = useState(false);
  const when = momentText(new Date(madeAt));
  const { client, queries } = useService();
  const { mutate, isPending } = useMutation({
    // Its end is told on every page.
    mutationFn: (idempotencyKey: string) => client.call(routes.prepareRestore, { body: { file, job: true }, idempotencyKey }),
    meta: { failed: strings.restoreFailed },
    onSettled: () => queries.invalidateQueries({ queryKey: ['job'] }),
  });
  const ask = async (): Promise<void> => {
    if (encrypted) setAsking(true);
    else if (!isPending && (await confirm({ title: strings.restoreTitle, text: strings.restoreText(when), action: strings.restoreAction })))
      mutate(crypto.randomUUID());
  };
  return (
    <li className="row">
      <span className="row-main">
        <time className="row-name" dateTime={madeAt}>
          {when}
        </time>
        <span className="row-detail">
          {strings[kind]} · {sizeText(size + (encrypted ? 0 : (filesSize ?? 0)))} · {filesOf(backup)}
        </span>
        <Marks backup={backup} />
      </span>
      <Button aria-label={strings.restoreOf(when)} aria-disabled={isPending} onClick={() => void ask()}>
        {strings.restore}
      </Button>
      <FileDialog
        open={isAsking}
        file={file}
        onClose={() => {
          setAsking(false);
        }}
      />
    </li>
  );
}

const filesOf = ({ files }: Backup): string => (files === null ? strings.databaseOnly : strings.filesIn(files));

/** Whether it is encrypted, and what the check after it was made has found. */
function Marks({ backup: { encrypted, verified, missing } }: { readonly backup: Backup }): ReactNode {
  return (
    <span className="backup-marks">
      {encrypted && <span className="badge">{strings.encrypted}</span>}
      {verified && <span className="badge badge-good">{strings.verified}</span>}
      {missing !== null && missing > 0 && <span className="badge badge-warn">{strings.missing(missing)}</span>}
    </span>
  );
}

/** Why going back to a backup may be wanted. */
function Lost({ backup }: { readonly backup: Backup | undefined }): ReactNode {
  return <DataFault text={strings.lost(backup === undefined ? null : momentText(new Date(backup.madeAt)))} />;
}

function Prepared({ restore, items }: { readonly restore: PreparedRestore; readonly items: readonly Backup[] }): ReactNode {
  const { client, queries } = useService();
  const { mutate } = useMutation({
    mutationFn: () => client.call(routes.cancelRestore, {}),
    meta: { failed: strings.cancelFailed },
    onSuccess: async () => {
      notify({ title: strings.cancelled });
      await queries.invalidateQueries({ queryKey: ['data'] });
    },
  });
  const backup = items.find(({ file }) => file === restore.file);
  return (
    <div className="prepared" role="status">
      <History aria-hidden="true" />
      <p>
        {backup === undefined ? strings.preparedFile(restore.file) : strings.prepared(momentText(new Date(backup.madeAt)))}
        {restore.missing !== null && restore.missing > 0 && ` ${strings.preparedLacks(restore.missing)}`}
      </p>
      <Button
        onClick={() => {
          mutate();
        }}
      >
        {strings.cancel}
      </Button>
    </div>
  );
}
