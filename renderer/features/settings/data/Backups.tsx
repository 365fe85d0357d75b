import { useMutation, useQuery } from '@tanstack/react-query';
import { DatabaseBackup, History } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Backup, PreparedRestore } from '../../../../main/contract/backups.ts';
import { routes } from '../../../api/routes.ts';
import { useService } from '../../../api/service.ts';
import { Button } from '../../../ui/Button.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { notify } from '../../../ui/toasts.ts';
import { Card } from '../Card.tsx';
import { strings } from './strings.ts';
import { dateFormat, sizeText } from '../../../ui/format.ts';

const moment = dateFormat({ dateStyle: 'medium' });
const queryKey = ['data', 'backups'] as const;

/** Copying a large database, and checking it, may take minutes; in milliseconds. */
const timeoutMs = 600_000;

/** Which backups there are; making one, and going back to one. */
export function Backups(): ReactNode {
  const { client } = useService();
  const query = useQuery({ queryKey, queryFn: ({ signal }) => client.call(routes.listBackups, { signal }) });
  const make = useMakeBackup();
  return (
    <Card
      title={strings.backups}
      hint={strings.backupsHint}
      aside={
        <Button aria-disabled={make.isPending} onClick={make.start}>
          <DatabaseBackup aria-hidden="true" />
          {make.isPending ? strings.making : strings.makeNow}
        </Button>
      }
    >
      <Loaded query={query} failed={strings.listFailed}>
        {({ items, restore }) => (
          <>
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
    </Card>
  );
}

function useMakeBackup() {
  const { client, queries } = useService();
  const { mutate, isPending } = useMutation({
    mutationFn: () => client.call(routes.makeBackup, { timeoutMs }),
    meta: { failed: strings.makeFailed },
    onSuccess: async () => {
      notify({ title: strings.made });
      await queries.invalidateQueries({ queryKey: ['data'] });
    },
  });
  return {
    isPending,
    start: () => {
      if (!isPending) mutate();
    },
  };
}

function BackupRow({ backup: { file, madeAt, kind, size } }: { readonly backup: Backup }): ReactNode {
  const when = moment.format(new Date(madeAt));
  const { client, queries } = useService();
  const { mutate, isPending } = useMutation({
    mutationFn: () => client.call(routes.prepareRestore, { body: { file }, timeoutMs }),
    meta: { failed: strings.restoreFailed },
    onSuccess: async () => {
      notify({ title: strings.prepared(when) });
      await queries.invalidateQueries({ queryKey: ['data'] });
    },
  });
  const ask = async (): Promise<void> => {
    if (!isPending && (await confirm({ title: strings.restoreTitle, text: strings.restoreText(when), action: strings.restoreAction })))
      mutate();
  };
  return (
    <li className="row">
      <span className="row-main">
        <time className="row-name" dateTime={madeAt}>
          {when}
        </time>
        <span className="row-detail">
          {strings[kind]} · {sizeText(size)}
        </span>
      </span>
      <Button aria-label={strings.restoreOf(when)} aria-disabled={isPending} onClick={() => void ask()}>
        {strings.restore}
      </Button>
    </li>
  );
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
      <p>{backup === undefined ? strings.preparedFile(restore.file) : strings.prepared(moment.format(new Date(backup.madeAt)))}</p>
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
