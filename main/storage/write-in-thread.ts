// Writing in a worker thread, through a connection of its own.

import { connectBeside, type PlacedFiles } from './connection.ts';
import type { Database } from './database.ts';
import { prepareForGood } from './snapshot.ts';

/** What stores are built on in a thread. */
type WriteInThread = Pick<Database, 'prepare' | 'inTransaction' | 'onCommit'>;

/**
 * Runs `work` in one transaction of a connection of its own, and closes it: nothing of it is kept unless this returns. To be called in a
 * thread, inside `Database.writeElsewhere` of the connection that has `files` open meanwhile. Throws what `work` throws, and as
 * `connectBeside`.
 */
export function writeInThread(files: PlacedFiles, work: (database: WriteInThread) => void): void {
  const connection = connectBeside(files, 'writing');
  try {
    connection.exec('BEGIN IMMEDIATE');
    work({
      prepare: (sql) => prepareForGood(connection, sql),
      inTransaction: () => connection.inTransaction,
      // What is remembered until the next commit is gone with the connection.
      onCommit: () => undefined,
    });
    connection.exec('COMMIT');
  } finally {
    // Undoes what was not committed.
    connection.close();
  }
}
