// Runs in a worker thread: copies the log of a database into it, through a connection of its own.

import { checkpointed, connect, howDisplaced, prepareConnection, type PlacedFile, type PlacedFiles } from './connection.ts';

/** What is left may take this many pages: the main thread copies it. */
const maxLeft = 100;
/** While more is written than that, what was written during one round is copied in the next. */
const maxRounds = 3;

function requireInPlace(file: PlacedFile): void {
  const how = howDisplaced(file);
  if (how !== null) throw new Error(`${file.path} was ${how}`);
}

/**
 * The service has the files open meanwhile. Throws SQLite's errors, and where other files stand at their paths by now: the log would be
 * copied into another database, or another log into this one.
 */
export function checkpoint({ database, log }: PlacedFiles): void {
  const connection = connect(database.path);
  try {
    // Before the first read: SQLite would begin the index of the log anew, which the service has in use.
    requireInPlace(database);
    prepareConnection(connection);
    // The first read has opened it.
    requireInPlace(log);
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
