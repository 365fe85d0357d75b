import type { ReactNode } from 'react';
import { Backups } from './Backups.tsx';
import { Link } from 'wouter';
import { Card } from '../Card.tsx';
import { KeyCard } from '../config/KeyCard.tsx';
import { Storage } from './Storage.tsx';
import { UnusedFiles } from './UnusedFiles.tsx';
import { strings } from './strings.ts';

const encryption = ['BACKUP_PASSPHRASE'] as const;

/** Backups, the room that everything takes, and the way to what was deleted: on a narrow window the sidebar has no place for it. */
export function DataPart(): ReactNode {
  return (
    <>
      <Backups />
      <KeyCard title={strings.encryption} keys={encryption} />
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
