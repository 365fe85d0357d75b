// A view of the database at one moment.

import type { Database as Connection, Statement } from 'better-sqlite3';
import { connectBeside, type PlacedFiles } from './connection.ts';
import type { Database } from './database.ts';

/** A view of the database that nothing changes. */
export type Snapshot = Pick<Database, 'prepare'> & Disposable;

/**
 * What a database in use holds now, for reading at leisure, also in a thread. To be disposed of soon, as the log grows until then. Throws
 * as `connectBeside`.
 */
export function openSnapshot(files: PlacedFiles): Snapshot {
  const connection = connectBeside(files, 'reading');
  connection.exec('BEGIN');
  // The first read is what takes the snapshot.
  connection.prepare('SELECT 1 FROM sqlite_schema').get();
  return {
    prepare: (sql) => prepareForGood(connection, sql),
    [Symbol.dispose]: () => {
      connection.close();
    },
  };
}

/** The stores that read a view, to be disposed of with it. */
export function atOneMoment<Stores extends object>(snapshot: Snapshot, storesOf: (snapshot: Snapshot) => Stores): Stores & Disposable {
  return {
    ...storesOf(snapshot),
    [Symbol.dispose]: () => {
      snapshot[Symbol.dispose]();
    },
  };
}

/**
 * Since 3.54 SQLite notes which parameters could tell it of a better plan (those of a limit, and those that a join compares), and prepares
 * the statement anew at each run: better-sqlite3 clears the parameters after each, which counts as a change of all of them. That took
 * longer than the statement itself. It does not look behind a unary plus, which changes neither a value nor what an index is used for.
 */
export function prepareForGood<Row>(connection: Connection, sql: string): Statement<unknown[], Row> {
  return connection.prepare<unknown[], Row>(sql.replace(/(=|\bLIMIT|\bOFFSET)(\s*)(?=[@?])/g, '$1$2+'));
}
