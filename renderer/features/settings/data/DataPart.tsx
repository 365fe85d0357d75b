import type { ReactNode } from 'react';
import { Backups } from './Backups.tsx';
import { Link } from 'wouter';
import { Card } from '../Card.tsx';
import { ConfigForm } from '../config/ConfigForm.tsx';
import { KeyFields } from '../config/KeyFields.tsx';
import { useConfig, useSaveConfig } from '../config/use-config.ts';
import { strings as configStrings } from '../config/strings.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { Storage } from './Storage.tsx';
import { UnusedFiles } from './UnusedFiles.tsx';
import { strings } from './strings.ts';

/** Backups, the room that everything takes, and the way to what was deleted: on a narrow window the sidebar has no place for it. */
export function DataPart(): ReactNode {
  return (
    <>
      <Backups />
      <Encryption />
      <Storage />
      <UnusedFiles />
      <Card
        title={strings.trash}
        hint={strings.trashHint}
        aside={
          <Link href="/trash" className="button button-plain">
            {strings.openTrash}
          </Link>
        }
      >
        {null}
      </Card>
    </>
  );
}

const keys = ['BACKUP_PASSPHRASE'] as const;

function Encryption(): ReactNode {
  const config = useConfig();
  const saving = useSaveConfig();
  return (
    <Loaded query={config} failed={configStrings.failed}>
      {(read) => (
        <ConfigForm owns={(key) => keys.some((owned) => owned === key)} saving={saving}>
          <Card title={strings.encryption}>
            <KeyFields keys={keys} config={read} saving={saving} />
          </Card>
        </ConfigForm>
      )}
    </Loaded>
  );
}
