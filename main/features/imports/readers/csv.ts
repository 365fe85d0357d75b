// Tables as comma-separated values.

import { parse } from 'csv-parse/sync';
import { AppError } from '../../../lib/app-error.ts';
import type { SourceEntry } from '../plan.ts';
import { maybeDecode } from './source-text.ts';

/** The largest table, in bytes. */
const longest = 100 * 1024 * 1024;

export interface Table {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Null for what is no table. Throws `too_large`. */
export async function maybeTable(entry: SourceEntry): Promise<Table | null> {
  if (entry.size > longest) throw new AppError('too_large', 'A table can be of at most 100 MiB');
  const text = maybeDecode(await entry.read(longest))?.text;
  if (text === undefined) return null;
  try {
    const records = parse(text, { bom: true, relaxColumnCount: true, skipEmptyLines: true });
    const [header = [], ...rows] = records;
    return header.length === 0 ? null : { header: header.map((name) => name.trim()), rows };
  } catch {
    return null;
  }
}
