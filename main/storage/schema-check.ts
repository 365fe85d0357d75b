// Whether a database is built as Daybook of its version builds it: one that comes from elsewhere can hold anything.

import Sqlite, { type Database as Connection } from 'better-sqlite3';
import { migrate, migrations, schemaVersion } from './migrate.ts';

interface Part {
  readonly type: string;
  readonly name: string;
  /** Without comments, spaces and quotes. */
  readonly sql: string;
  /** Of a table or a view. */
  readonly columns: string;
}

/**
 * What is not as it should be, in words; null for nothing. Tables and indexes may be there besides, as tools for replication make them.
 * Triggers may not: they would act on what the service writes.
 */
export function schemaFlaw(connection: Connection): string | null {
  const theirs = partsOf(connection);
  const ours = partsOfVersion(schemaVersion(connection));
  for (const [name, part] of ours) {
    const other = theirs.get(name);
    if (other === undefined) return `it has no ${name}`;
    if (part.columns !== other.columns) return `its ${name} has other columns`;
    if (isProgram(part) && part.sql !== other.sql) return `its ${name} is another one`;
  }
  const added = [...theirs].find(([name, { type }]) => type === 'trigger' && !ours.has(name));
  return added === undefined ? null : `it has a ${added[0]} that Daybook did not make`;
}

function partsOfVersion(version: number): ReadonlyMap<string, Part> {
  const connection = new Sqlite(':memory:');
  try {
    migrate(
      connection,
      migrations.filter((each) => each.version <= version),
      () => undefined,
    );
    return partsOf(connection);
  } finally {
    connection.close();
  }
}

/** What does something by itself when it is read or written. */
function isProgram({ type, sql }: Part): boolean {
  return type === 'trigger' || type === 'view' || /^createvirtual/i.test(sql);
}

/** By their types and names. */
function partsOf(connection: Connection): ReadonlyMap<string, Part> {
  const rows = connection
    .prepare<[], Part>(
      `SELECT type, name, coalesce(sql, '') AS sql,
         coalesce((SELECT group_concat(columns.name || columns.hidden, ' ') FROM pragma_table_xinfo(parts.name) AS columns), '') AS columns
       FROM sqlite_schema AS parts WHERE name NOT LIKE 'sqlite@_%' ESCAPE '@'`,
    )
    .all();
  // A rename writes quotes around names, or does not, as the SQLite of its day did; comments of migrations may have been put otherwise.
  return new Map(rows.map((row) => [`${row.type} ${row.name}`, { ...row, sql: row.sql.replaceAll(/--.*|["\s]+/g, '') }]));
}
