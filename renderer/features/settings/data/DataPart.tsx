import type { ReactNode } from 'react';
import { Backups } from './Backups.tsx';
import { Storage } from './Storage.tsx';

/** Backups, and the room that everything takes. */
export function DataPart(): ReactNode {
  return (
    <>
      <Backups />
      <Storage />
    </>
  );
}
