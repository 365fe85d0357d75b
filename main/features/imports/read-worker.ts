// Reads what was sent in a thread of its own: large archives take minutes, and hostile ones all that they are given.

import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { MessagePort } from 'node:worker_threads';
import type { ImportSource, ImportWarning } from '../../contract/imports.ts';
import { AppError, invalid } from '../../lib/app-error.ts';
import { openFiles, type OpenedFiles } from './archive/open.ts';
import { PlanWriter, type WrittenPlan } from './plan-writer.ts';
import type { ImportLimits, FormatReader, SourceSpaces } from './plan.ts';
import { readDaybook } from './readers/daybook.ts';
import { detect } from './readers/detect.ts';
import { readGoogleTasks } from './readers/google-tasks.ts';
import { readCalendars } from './readers/ics.ts';
import { itemsAmong, readJex } from './readers/jex.ts';
import { readJoplinFolder, markdownReader, readObsidian } from './readers/markdown.ts';
import { readNotion } from './readers/notion.ts';
import { isNotePath } from './readers/source-tree.ts';
import { readTodoist } from './readers/todoist.ts';
import { readTrello } from './readers/trello.ts';

export interface ReadJob {
  /** Where it lies. */
  readonly path: string;
  readonly filename: string;
  readonly source: ImportSource | 'auto';
  /** Of the plan; it is there. */
  readonly folder: string;
  readonly limits: ImportLimits;
  /** Told how many items were read. */
  readonly port?: MessagePort;
}

export interface ReadPlan extends WrittenPlan, SourceSpaces {
  readonly source: ImportSource;
}

/** An error goes from thread to thread as what it says. */
export type ReadResult =
  | ({ readonly ok: true } & ReadPlan)
  | { readonly ok: false; readonly code: AppError['code']; readonly message: string; readonly errors: AppError['errors'] }
  | { readonly ok: false; readonly system: string };

const readers: Readonly<Record<ImportSource, FormatReader>> = {
  markdown: markdownReader,
  obsidian: readObsidian,
  joplin: readJoplinFolder,
  notion: readNotion,
  trello: readTrello,
  todoist: readTodoist,
  'google-tasks': readGoogleTasks,
  ics: readCalendars,
  daybook: readDaybook,
};

/** Writes the plan into `folder`. What is unpacked on the way is removed, whatever happens. */
export async function readImport({ path, filename, source, folder, limits, port }: ReadJob): Promise<ReadResult> {
  const unpacked = join(folder, 'unpacked');
  try {
    await mkdir(unpacked, { mode: 0o700 });
    return { ok: true, ...(await read({ path, filename, source, folder, limits, unpacked }, (items) => port?.postMessage(items))) };
  } catch (error) {
    if (error instanceof AppError) return { ok: false, code: error.code, message: error.message, errors: error.errors };
    if (error instanceof Error && 'syscall' in error && 'code' in error) return { ok: false, system: String(error.code) };
    throw error;
  } finally {
    port?.close();
    await rm(unpacked, { recursive: true, force: true });
  }
}

async function read(job: ReadJob & { readonly unpacked: string }, progress: (items: number) => void): Promise<ReadPlan> {
  const { path, filename, folder, unpacked } = job;
  const plan = await PlanWriter.open(folder, job.limits, progress);
  let refused: ImportWarning | null = null;
  const warn = (warning: ImportWarning): void => {
    refused ??= warning;
    plan.warn(warning);
  };
  try {
    using files = await openFiles({ path, filename, folder: unpacked, warn });
    if (files.entries.length === 0) throw invalid({ path: 'file', message: `holds no files${whyNone(refused)}` });
    const source = job.source === 'auto' ? await detect(files.entries, files.kind) : job.source;
    const spaces = await readerOf(source, files)(files, plan);
    return { source, ...spaces, ...(await plan.end()) };
  } catch (error) {
    await plan.close();
    throw error;
  }
}

function readerOf(source: ImportSource, { kind, entries }: OpenedFiles): FormatReader {
  if (source === 'joplin' && (kind === 'tar' || itemsAmong(entries.filter(({ path }) => isNotePath(path))).length > 0)) return readJex;
  return readers[source];
}

/** Where an archive holds files, and none that can be read. */
function whyNone(refused: ImportWarning | null): string {
  return refused === null ? '' : ` that can be read, such as ${refused.path}. ${refused.message}`;
}
