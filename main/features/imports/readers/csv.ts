// Tables as comma-separated values.

import { CsvError, parse } from 'csv-parse/sync';
import { AppError } from '../../../lib/app-error.ts';
import type { SourceEntry } from '../plan.ts';
import { maybeDecode } from './source-text.ts';

/** The largest table, in bytes. */
const maxBytes = 100 * 1024 * 1024;

/** Of a row in bytes. */
export const tableLimits = { row: 5 * 1024 * 1024, columns: 1_000, fields: 4_000_000 } as const;

const [newline, comma] = [10, 44];

export interface CsvTable {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Null for what is no table. Throws `too_large`. */
export async function maybeTable(entry: SourceEntry): Promise<CsvTable | null> {
  const { path } = entry;
  if (entry.size > maxBytes) throw new AppError('too_large', `${path} is larger than the 100 MiB that a table can have`);
  const text = maybeDecode(await entry.read(maxBytes))?.text;
  if (text === undefined) return null;
  refuseHuge(text, path);
  const records = maybeRecords(text, path);
  const [header = [], ...rows] = records ?? [];
  if (header.length > tableLimits.columns)
    throw new AppError('too_large', `${path} has more than the ${tableLimits.columns.toLocaleString('en')} columns that a table can have`);
  return header.length === 0 ? null : { header: header.map((name) => name.trim()), rows };
}

/** Null for what is no table. Throws `too_large`. */
function maybeRecords(text: string, path: string): string[][] | null {
  try {
    return parse(text, { bom: true, relaxColumnCount: true, skipEmptyLines: true, maxRecordSize: tableLimits.row });
  } catch (error) {
    if (error instanceof CsvError && error.code === 'CSV_MAX_RECORD_SIZE')
      throw new AppError('too_large', `${path} has a row of more than ${tableLimits.row / 1024 ** 2} MiB: it is not read`);
    return null;
  }
}

/** Counts what may end a field before any is made: a field takes far more room than the comma that tells of it. Throws `too_large`. */
function refuseHuge(text: string, path: string): void {
  let fields = 1;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === comma || code === newline) fields += 1;
  }
  if (fields > tableLimits.fields)
    throw new AppError('too_large', `${path} has more than ${tableLimits.fields.toLocaleString('en')} fields: it is not read`);
}
