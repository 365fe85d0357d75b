// Runs in a worker thread: copies the log of a database into it, through a connection of its own.

import { checkpointed, connectBeside, type PlacedFiles } from './connection.ts';

/** What is left may take this many pages: the main thread copies it. */
const maxLeft = 100;
/** While more is written than that, what was written during one round is copied in the next. */
const maxRounds = 3;

/** The service has the files open meanwhile. Throws as `connectBeside`. */
export function checkpoint(files: PlacedFiles): void {
  const connection = connectBeside(files, 'writing');
  try {
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
