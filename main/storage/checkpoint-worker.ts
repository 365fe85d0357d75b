// Runs in a worker thread: copies the log of a database into it, through a connection of its own.

import { checkpointed, connect, prepareConnection } from './connection.ts';

export interface CheckpointJob {
  /** The path of the database, which the service has open meanwhile. */
  readonly file: string;
}

/** What is left may take this many pages: the main thread copies it. */
const maxLeft = 100;
/** While more is written than that, what was written during one round is copied in the next. */
const maxRounds = 3;

/** Throws SQLite's errors. */
export function checkpoint({ file }: CheckpointJob): void {
  const connection = connect(file);
  try {
    prepareConnection(connection);
    for (let round = 0; round < maxRounds; round++) {
      const before = checkpointed(connection, 'PASSIVE');
      const now = checkpointed(connection, 'NOOP');
      // Begun anew, where it is shorter.
      if (now.log - now.copied <= maxLeft || now.log < before.log) return;
    }
  } finally {
    connection.close();
  }
}
