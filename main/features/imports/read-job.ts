// The job that reads what was sent.

import { copyFile, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import type { ImportReading, ImportSource, ImportWarning } from '../../contract/imports.ts';
import { AppError, unavailable } from '../../lib/app-error.ts';
import type { JobAccess, JobWork } from '../../lib/job-kind.ts';
import type { UploadedFile } from '../../lib/uploaded-file.ts';
import { isOutOfMemory } from '../../lib/worker-pool.ts';
import { isAcrossDisks } from '../../storage/files.ts';
import { extensionOf } from './archive/entry-path.ts';
import { headOf, kindOfHead, otherWays } from './archive/open.ts';
import { foresee } from './foresee.ts';
import { planName, writeImportPlan, type PlannedFile } from './import-plan.ts';
import type { ImportsOptions, ReadInput, SentImport } from './imports.ts';
import { keptPath, WarningList, type KeptFile } from './plan-writer.ts';
import type { ReadJob, ReadPlan } from './read-worker.ts';

/** In the folder of the job. */
const sentName = 'sent';

/** Single files that can be read. */
const extensions = ['md', 'markdown', 'mdown', 'mkd', 'json', 'csv', 'ics'];

/** Takes the file that was sent into the folder of the job that is to read it. Throws 413 for several, 415 for what cannot be read. */
export async function takeSent(
  jobs: Pick<JobAccess, 'reserve'>,
  source: ImportSource | 'auto',
  files: readonly UploadedFile[],
): Promise<SentImport> {
  const [file] = files;
  if (file === undefined || files.length > 1)
    throw new AppError('too_large', 'One file can be imported at a time; pack several into a zip');
  const kind = kindOfHead(await headOf(file.path));
  if (kind === 'file' && !extensions.includes(extensionOf(file.filename)))
    throw new AppError(
      'unsupported_media_type',
      `"${file.filename}" is neither a zip, nor a .jex of Joplin, nor a single file of Markdown (.md), Trello or Google Tasks (.json), ` +
        `Todoist (.csv) or iCalendar (.ics). ${otherWays}`,
    );
  const place = jobs.reserve();
  try {
    const sent = join(place.folder, sentName);
    await rename(file.path, sent).catch(async (error: unknown) => {
      if (!isAcrossDisks(error)) throw error;
      // What is left of an upload is removed with its request.
      await copyFile(file.path, sent);
    });
  } catch (error) {
    place[Symbol.dispose]();
    throw error;
  }
  return {
    place,
    input: { filename: file.filename, source },
    [Symbol.dispose]: () => {
      place[Symbol.dispose]();
    },
  };
}

/** The job that reads. Changes nothing but the folder of the job. */
export async function readSent(
  options: ImportsOptions,
  { caller, folder, input: { filename, source }, signal, progress }: JobWork<ReadInput>,
): Promise<ImportReading> {
  const sent = join(folder, sentName);
  const plan = join(folder, planName);
  await mkdir(plan, { mode: 0o700 });
  const read = await inThread(options, { path: sent, filename, source, folder: plan, limits: options.limits }, signal, (done) => {
    progress({ done });
  });
  await rm(sent, { force: true });
  const ofFiles: ImportWarning[] = [];
  const files = await inspect(options, plan, read.files, signal, (warning) => {
    ofFiles.push(warning);
  });
  const { found, space, formerSpace, isOfFolder, calendarSpace, itemCount: items, sharedTitles, addressed } = read;
  const spaces = {
    space,
    ...(formerSpace === undefined ? {} : { formerSpace }),
    ...(isOfFolder === undefined ? {} : { isOfFolder }),
    ...(calendarSpace === undefined ? {} : { calendarSpace }),
  };
  const lost = new WarningList(options.limits.warnings);
  lost.addAll(read);
  for (const warning of ofFiles) lost.add(warning);
  const { warnings, warningCounts } = lost;
  const written = { source: read.source, ...spaces, items, files, sharedTitles, addressed, told: { warnings, warningCounts } };
  await writeImportPlan(plan, written);
  // The first that are told: what was changed on both sides, and what is replaced, is what a user decides by.
  const told = new WarningList(options.limits.warnings);
  const changes = await foresee(options, { caller, folder: plan, plan: written, signal, warnings: told });
  told.addAll(lost);
  const refused = files.filter(({ kind, filename: called }) => called !== null && kind === null).length;
  progress({ done: items, total: items });
  const left = { ...found, files: found.files - refused };
  return { source: read.source, filename, found: left, changes, warnings: told.warnings, warningCounts: told.warningCounts };
}

async function inThread(
  { reader }: ImportsOptions,
  job: ReadJob,
  signal: AbortSignal,
  progress: (items: number) => void,
): Promise<ReadPlan> {
  const { port1, port2 } = new MessageChannel();
  port1.on('message', progress);
  port1.unref();
  try {
    const result = await reader.run(
      { ...job, port: port2 },
      {
        signal,
        transfer: [port2],
        refusal: (cause) =>
          isOutOfMemory(cause)
            ? new AppError('too_large', 'What was sent takes too much memory to be read', { cause })
            : unavailable('What was sent takes too long to be read', 60, cause),
      },
    );
    if (result.ok) return result;
    if ('system' in result)
      throw Object.assign(new Error(`The file could not be read (${result.system})`), { code: result.system, syscall: 'read' });
    throw new AppError(result.code, result.message, { errors: result.errors });
  } finally {
    port1.close();
  }
}

/** Finds out of which kinds the files are; those that Daybook cannot keep are told. */
async function inspect(
  { targets }: ImportsOptions,
  plan: string,
  files: readonly KeptFile[],
  signal: AbortSignal,
  warn: (warning: ImportWarning) => void,
): Promise<PlannedFile[]> {
  const planned: PlannedFile[] = [];
  for (const [number, file] of files.entries()) {
    signal.throwIfAborted();
    const found = file.filename === null ? null : await targets.files.inspect(keptPath(plan, number), file.filename, 'note');
    const isRefused = found !== null && 'refused' in found;
    if (isRefused) warn({ path: file.path, kind: 'file', message: found.refused.split(':')[0] ?? '' });
    planned.push({ ...file, kind: found === null || isRefused ? null : found });
  }
  return planned;
}
