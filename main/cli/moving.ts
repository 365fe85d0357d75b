// What the commands that move everything do. Each is a job, which is followed until it ends.

import type { Backup } from '../contract/backups.ts';
import type { ExportResult } from '../contract/exports.ts';
import type { ImportOutcome, ImportReading, ImportWarning } from '../contract/imports.ts';
import type { Job } from '../contract/jobs.ts';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { CommandRefusal, type CommandAnswer, type CommandCall, type CommandContext } from './command.ts';
import { aligned, clean } from './layout.ts';
import { saveDownload, followJob, isFolder, multipart, requireFree } from './transfers.ts';
import { instantText } from './when.ts';

/** How many warnings are printed. */
const shownWarnings = 50;

/** What kinds of records are called that have another name in the interface. */
const words: Readonly<Partial<Record<string, string>>> = {
  projects: 'boards',
  savedSearches: 'saved searches',
  noteFiles: 'files of notes',
  attachments: 'files of cards',
};

const wordOf = (kind: string): string => words[kind] ?? kind;

const amount = (count: number, kind: string): string =>
  `${count} ${count === 1 ? wordOf(kind).replace(/(?<=ch)es$|s$/, '') : wordOf(kind)}`;

/** What came of a job that has been started. Throws a `CommandRefusal` where it has failed, or was cancelled. */
async function resultOf(started: Job, { api, progress, onInterrupt }: CommandContext, doing: string): Promise<Job> {
  let isCancelled = false;
  // The service works on without the command. A user who ends that wants the work to end; to take back what came in can take a while.
  const off = onInterrupt(() => {
    isCancelled = true;
    progress(`${doing}: is being cancelled`);
    // Where that fails, the job is followed to its end, which is told.
    api.call('deleteJob', { params: { id: started.id } }).catch(() => undefined);
  });
  const job = await followJob(api, started, ({ status, progress: { done, total, unit } }) => {
    if (isCancelled) return;
    const share = total === null ? `${done} ${unit}` : `${done} of ${total} ${unit}`;
    progress(status === 'queued' ? `${doing}: waits for its turn` : `${doing}: ${share}`);
  }).finally(() => {
    off();
    progress(null);
  });
  if (job.status === 'done') return job;
  const { code = 'conflict', message = 'it was cancelled' } = job.error ?? {};
  const undo = job.batchId === null || job.result === null ? '' : `; daybook undo ${job.batchId} takes back what has come in`;
  throw new CommandRefusal(`${message} (${code})${job.status === 'cancelled' ? '' : undo}`, code, job);
}

export async function exportAll(call: CommandCall, context: CommandContext): Promise<CommandAnswer> {
  const { api, progress, now } = context;
  const [given = '.'] = call.args;
  const name = `daybook-${new Date(now).toISOString().slice(0, 10)}.zip`;
  const file = isFolder(given) ? join(given, name) : given;
  requireFree(file, call.has('force'));
  const started = await api.call<Job>('exportEverything', { body: { format: 'folder-zip' } });
  const job = await resultOf(started, context, 'Exporting');
  const { url, size, sha256, counts } = job.result as ExportResult;
  const response = await api.open('GET', url);
  const off = context.onInterrupt(() => response.destroy(new CommandRefusal('The download was cancelled')));
  try {
    await saveDownload(response, file, { sha256, isReplaced: call.has('force') }, (done) => {
      progress(`Downloading: ${done} of ${size} bytes`);
    });
  } finally {
    off();
    progress(null);
    await api.call('deleteJob', { params: { id: job.id } });
  }
  const rows = Object.entries(counts).flatMap(([kind, count]) => (count === 0 ? [] : [[wordOf(kind), String(count)]]));
  return { json: { ...job, file }, text: [aligned([['export', file, `${size} bytes`]]), aligned(rows)].join('\n') };
}

const warningRows = (warnings: readonly ImportWarning[], counts: Readonly<Partial<Record<string, number>>>): string[] => {
  const total = Object.values(counts).reduce<number>((sum, count) => sum + (count ?? 0), 0);
  const rows = aligned(warnings.slice(0, shownWarnings).map(({ kind, path, message }) => [kind, path, message]));
  const more = total - Math.min(warnings.length, shownWarnings);
  return [...(rows === '' ? [] : [rows]), ...(more > 0 ? [`… and ${more} more`] : [])];
};

/** A row for each kind of records: how many of them were, or would be, made, changed and so on. */
const outcomeRows = (counts: ImportOutcome['counts']): string[][] =>
  Object.entries(counts).map(([kind, outcomes]) => [
    wordOf(kind),
    ...Object.entries(outcomes ?? {}).flatMap(([outcome, count]) => (count === 0 ? [] : [`${count} ${outcome}`])),
  ]);

function readingText({ source, filename, found, changes, warnings, warningCounts }: ImportReading): string {
  const counts = Object.entries(found).flatMap(([kind, count]) => (count === 0 ? [] : [amount(count, kind)]));
  const isKnown = Object.values(changes).some(({ updated, unchanged, kept }) => updated + unchanged + kept > 0);
  return [
    aligned([['import', filename, source]]),
    counts.length === 0 ? 'Nothing that could come in was found' : `It holds ${counts.join(', ')}`,
    ...(isKnown ? ['Some of it is here already. An import would come to:', aligned(outcomeRows(changes))] : []),
    ...warningRows(warnings, warningCounts),
    'Nothing was changed: a dry run',
  ].join('\n');
}

function outcomeText(filename: string, { batchId, counts, warnings, warningCounts }: ImportOutcome): string {
  const rows = outcomeRows(counts);
  return [
    aligned([['import', filename]]),
    ...(rows.length === 0 ? [] : [aligned(rows)]),
    ...warningRows(warnings, warningCounts),
    batchId === null ? 'Nothing has changed' : `daybook undo ${batchId} takes it back`,
  ].join('\n');
}

export async function importFile(call: CommandCall, context: CommandContext): Promise<CommandAnswer> {
  const { api, progress } = context;
  const [file = ''] = call.args;
  const upload = multipart(file, (done, total) => {
    progress(`Sending: ${done} of ${total} bytes`);
  });
  const source = call.text('source')?.toLowerCase() ?? 'auto';
  const sent = await api.open('POST', `/api/imports?source=${encodeURIComponent(source)}`, upload).finally(() => {
    progress(null);
  });
  const read = await resultOf((await json(sent)) as Job, context, 'Reading');
  const reading = read.result as ImportReading;
  if (call.has('dry-run')) {
    await api.call('deleteJob', { params: { id: read.id } });
    return { json: read, text: readingText(reading) };
  }
  const started = await api.call<Job>('applyImport', { params: { id: read.id } });
  const applied = await resultOf(started, context, 'Bringing in');
  // With the texts and files that were read, which go after a day where this fails. The job that has brought them in stays.
  await api.call('deleteJob', { params: { id: read.id } }).catch(() => undefined);
  const outcome = applied.result as ImportOutcome;
  // What was foreseen is told by what has come of it.
  const warnings = [...reading.warnings.filter(({ kind }) => kind !== 'conflict'), ...outcome.warnings];
  const warningCounts: Partial<Record<string, number>> = { ...reading.warningCounts, conflict: 0 };
  for (const [kind, count] of Object.entries(outcome.warningCounts)) warningCounts[kind] = (warningCounts[kind] ?? 0) + count;
  return {
    json: { ...applied, result: { ...outcome, reading } },
    text: outcomeText(reading.filename, { ...outcome, warnings, warningCounts }),
  };
}

export async function backUp(call: CommandCall, context: CommandContext): Promise<CommandAnswer> {
  const { api, timeZone } = context;
  const [path] = call.args;
  const job = await api.call<Job>('makeBackup', { body: { ...(path === undefined ? {} : { path }), job: true } });
  const done = await resultOf(job, context, 'Backing up');
  const { file, path: made, madeAt, files, encrypted, missing } = done.result as Backup;
  const marks = [amount(files ?? 0, 'files'), ...(encrypted ? ['encrypted'] : []), ...(missing ? [`${missing} missing`] : [])];
  return {
    json: done,
    text: aligned([['backup', instantText(madeAt, timeZone), clean(made ?? file), ...marks]]),
    ...(missing ? { failed: true } : {}),
  };
}
