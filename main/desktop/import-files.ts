// Files that the user opens with Daybook: a Markdown file becomes a note, a calendar file becomes events.

import { open, stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { maxNoteBytes } from '../contract/limits.ts';
import { calendarFilesApi, maxCalendarBytes, type ImportReport } from '../contract/calendar-files.ts';
import { calendarsApi, type Calendar } from '../contract/calendars.ts';
import { changesApi } from '../contract/changes.ts';
import { CreateNote, notesApi } from '../contract/notes.ts';
import { maybeUtf8 } from '../contract/utf8.ts';
import type { ServiceClient } from './service-client.ts';

/** Why a file was not taken over, in words for people. Then nothing was created. */
export class ImportError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ImportError';
  }
}

/** Creates a note from a Markdown file, byte for byte, under the file's name; gives its id. Throws `ImportError`. */
export async function importNote(path: string, client: Pick<ServiceClient, 'call'>): Promise<string> {
  const name = basename(path);
  const title = basename(name, extname(name)).trim();
  const content = decoded(await readUpTo(path, maxNoteBytes), name);
  const note = CreateNote.safeParse({ title: title === '' ? name : title, content });
  if (!note.success)
    throw new ImportError(
      `${name} cannot become a note: ${note.error.issues.map(({ path: at, message }) => `its ${at.join('.')} ${message}`).join(', ')}`,
    );
  try {
    return (await client.call(notesApi.createNote, { body: note.data })).id;
  } catch (cause) {
    throw new ImportError(`${name} could not become a note: ${(cause as Error).message}`, { cause });
  }
}

/** A calendar file, and what would come of it. */
export interface OpenedCalendarFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Where its events go: the default calendar. */
  readonly calendar: Pick<Calendar, 'id' | 'name'>;
  readonly report: ImportReport;
}

type CalendarClient = Pick<ServiceClient, 'call'>;

/** Has the service look at a calendar file; nothing is created. Throws `ImportError`. */
export async function tryCalendar(path: string, client: CalendarClient): Promise<OpenedCalendarFile> {
  const name = basename(path);
  const bytes = await readUpTo(path, maxCalendarBytes);
  try {
    const { items } = await client.call(calendarsApi.listCalendars, {});
    const calendar = items.find(({ isDefault }) => isDefault);
    if (calendar === undefined) throw new Error('there is no calendar');
    const report = await client.call(calendarFilesApi.importCalendar, { ...importRequest(calendar, bytes), query: { dryRun: 'true' } });
    return { name, bytes, calendar, report };
  } catch (cause) {
    throw new ImportError(`${name}: ${(cause as Error).message}`, { cause });
  }
}

/** Brings the events in; gives the id of the first, null if nothing has changed. Throws `ImportError`. */
export async function importCalendar({ name, bytes, calendar }: OpenedCalendarFile, client: CalendarClient): Promise<string | null> {
  try {
    const { lastSeq } = await client.call(changesApi.listChanges, { query: { limit: '0' } });
    const { batchId } = await client.call(calendarFilesApi.importCalendar, importRequest(calendar, bytes));
    if (batchId === null) return null;
    const { items } = await client.call(changesApi.listChanges, { query: { since: String(lastSeq) } });
    return items.find((change) => change.batchId === batchId)?.id ?? null;
  } catch (cause) {
    throw new ImportError(`The events of ${name} could not be added: ${(cause as Error).message}`, { cause });
  }
}

const importRequest = ({ id }: Pick<Calendar, 'id'>, bytes: Uint8Array) => ({
  params: { id },
  body: new Blob([new Uint8Array(bytes)], { type: 'text/calendar' }),
});

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
  // A byte order mark is part of what was written.
  const text = maybeUtf8(bytes);
  if (text === null) throw new ImportError(`${name} is not UTF-8 text; save it as UTF-8 and open it again`);
  return text;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
}
