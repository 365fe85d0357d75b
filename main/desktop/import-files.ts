// Files that the user opens with Daybook: a Markdown file becomes a note, a calendar file becomes events.

import { open, stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Event, type CreateEvent } from '../contract/events.ts';
import { maxNoteBytes } from '../contract/note-delta.ts';
import { CreateNote, Note } from '../contract/notes.ts';
import { workerFile } from '../lib/worker-file.ts';
import type { CalendarFile } from './calendar-file.ts';
import type { CalendarReport } from './calendar-file-worker.ts';
import type { ServiceClient } from './service-client.ts';

/** Why a file was not taken over, in words for people. Then nothing was created. */
export class ImportError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ImportError';
  }
}

const maxCalendarBytes = 5 * 1024 * 1024;

/** Creates a note from a Markdown file, byte for byte, under the file's name; gives its id. Throws `ImportError`. */
export async function importNote(path: string, client: Pick<ServiceClient, 'create'>): Promise<string> {
  const name = basename(path);
  const title = basename(name, extname(name)).trim();
  const content = decoded(await readUpTo(path, maxNoteBytes), name);
  const note = CreateNote.safeParse({ title: title === '' ? name : title, content });
  if (!note.success)
    throw new ImportError(
      `${name} cannot become a note: ${note.error.issues.map(({ path: at, message }) => `its ${at.join('.')} ${message}`).join(', ')}`,
    );
  try {
    return (await client.create('/api/notes', note.data, Note)).id;
  } catch (cause) {
    throw new ImportError(`${name} could not become a note: ${(cause as Error).message}`, { cause });
  }
}

/** Reads a calendar file, in a thread of its own. Throws `ImportError`. */
export async function readCalendarFile(path: string): Promise<CalendarFile> {
  const name = basename(path);
  const text = decoded(await readUpTo(path, maxCalendarBytes), name);
  const { timeZone: zone } = new Intl.DateTimeFormat().resolvedOptions();
  const worker = new Worker(workerFile('calendar-file-worker', import.meta.url), {
    workerData: { text, zone },
    execArgv: [],
    name: 'daybook-calendar',
  });
  const report = await new Promise<CalendarReport>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  }).catch((cause: unknown) => {
    throw new ImportError(`${name} could not be read as a calendar`, { cause });
  });
  if (!report.ok) throw new ImportError(`${name}: ${report.message}`);
  return report.file;
}

/** Creates all events or none; gives the id of the first. Throws `ImportError`, which names what could not be taken back. */
export async function importEvents(
  events: readonly CreateEvent[],
  client: Pick<ServiceClient, 'create' | 'remove'>,
): Promise<string | null> {
  const created: string[] = [];
  try {
    for (const event of events) created.push((await client.create('/api/events', event, Event)).id);
    return created[0] ?? null;
  } catch (cause) {
    const left = await takeBack(created, client);
    const after = left === 0 ? 'nothing was added' : `${left} of them were added and could not be taken back`;
    throw new ImportError(`The events could not be added (${(cause as Error).message}); ${after}`, { cause });
  }
}

/** How many are left. */
async function takeBack(ids: readonly string[], client: Pick<ServiceClient, 'remove'>): Promise<number> {
  let left = 0;
  for (const id of ids)
    await client.remove(`/api/events/${id}`).catch(() => {
      left += 1;
    });
  return left;
}

/** The bytes of a file of at most `limit`; one that grows meanwhile is no way around that. */
async function readUpTo(path: string, limit: number): Promise<Uint8Array> {
  const name = basename(path);
  try {
    // Asked before it is opened: that of a pipe waits for ever.
    if (!(await stat(path)).isFile()) throw new ImportError(`${name} is not a file`);
    await using file = await open(path, 'r');
    const stats = await file.stat();
    if (stats.size > limit) throw new ImportError(`${name} is too large: ${megabytes(stats.size)} of at most ${megabytes(limit)}`);
    const bytes = Buffer.alloc(stats.size);
    const { bytesRead } = await file.read(bytes, 0, stats.size, 0);
    return bytes.subarray(0, bytesRead);
  } catch (cause) {
    if (cause instanceof ImportError) throw cause;
    throw new ImportError(`${name} cannot be read: ${(cause as NodeJS.ErrnoException).code ?? (cause as Error).message}`, { cause });
  }
}

function decoded(bytes: Uint8Array, name: string): string {
  try {
    // A byte order mark is part of what was written.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new ImportError(`${name} is not UTF-8 text; save it as UTF-8 and open it again`, { cause });
  }
}

function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
}
