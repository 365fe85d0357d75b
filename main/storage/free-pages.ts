// Gives back to the file system what a database no longer needs (SQLite's incremental vacuum).

import type { Database as Connection } from 'better-sqlite3';
import type { MaintenanceTask } from './maintenance.ts';

/** `PRAGMA auto_vacuum` of every database of Daybook: free pages can be given back a few at a time. */
const incremental = 2;
/** Free pages that stay for what is written next: this number, or this share of the file if that is more. */
const keptPages = 256;
const keptShare = 0.05;
/** Pages that are given back at a time, and how long one slice lasts, in milliseconds. */
const pagesAtOnce = 16;
const maxSliceMs = 5;

/** Makes a database of an earlier version able to give pages back, which takes a rewrite of the file; false if there is nothing to do. */
export function allowGivingBack(connection: Connection): boolean {
  if (connection.pragma('auto_vacuum', { simple: true }) === incremental) return false;
  connection.pragma('auto_vacuum = INCREMENTAL');
  connection.exec('VACUUM');
  return true;
}

/** Gives back free pages until few are left. */
export function freePages(connection: Connection): MaintenanceTask {
  const number = (name: string): number => connection.pragma(name, { simple: true }) as number;
  const tooMany = (): boolean => number('freelist_count') > Math.max(keptPages, keptShare * number('page_count'));
  return {
    name: 'give back free pages',
    slice: () => {
      if (number('auto_vacuum') !== incremental) return false;
      const end = performance.now() + maxSliceMs;
      while (tooMany()) {
        if (performance.now() > end) return true;
        connection.pragma(`incremental_vacuum(${pagesAtOnce})`);
      }
      return false;
    },
  };
}
