// Calendars and events as files of iCalendar, made in slices so that no other caller waits for a large one.

import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { notFound } from '../../../lib/app-error.ts';
import type { FileAnswer } from '../../../lib/answer.ts';
import { fileName } from '../../../lib/file-name.ts';
import type { Snapshot } from '../../../storage/snapshot.ts';
import { readEventId } from '../event-record.ts';
import type { ExportedEvent, ZoneUse } from './calendar-text.ts';
import { ExportStore } from './export-store.ts';

interface CalendarExportOptions {
  readonly snapshot: () => Snapshot;
}

/** What is exported, and as what. */
interface ExportedCalendar {
  readonly id: string;
  readonly name: string;
  readonly updatedAt: number;
}

/** How many events one slice reads. */
const sliceLength = 50;

export class CalendarExport {
  readonly #options: CalendarExportOptions;

  constructor(options: CalendarExportOptions) {
    this.#options = options;
  }

  /** A whole calendar. Throws what `signal` is aborted with. */
  async calendar(userId: string, { id, name, updatedAt }: ExportedCalendar, signal: AbortSignal): Promise<FileAnswer> {
    using snapshot = this.#options.snapshot();
    return await fileOf(name, updatedAt, new ExportStore(snapshot).pages(userId, id, sliceLength), signal);
  }

  /** One event, with the whole series where it repeats. Throws 404. */
  async event(userId: string, text: string, signal: AbortSignal): Promise<FileAnswer> {
    using snapshot = this.#options.snapshot();
    const event = new ExportStore(snapshot).maybeEvent(userId, readEventId(text).id);
    if (event === null) throw notFound('event');
    return await fileOf(event.event.title, event.event.updatedAt, [[event]], signal, false);
  }
}

async function fileOf(
  name: string,
  updatedAt: number,
  pages: Iterable<readonly ExportedEvent[]>,
  signal: AbortSignal,
  isNamed = true,
): Promise<FileAnswer> {
  const { calendarEnd, calendarHead, eventComponents } = await import('./calendar-text.ts');
  const zones: ZoneUse = new Map();
  const chunks: Buffer[] = [];
  const hash = createHash('sha256');
  let latest = updatedAt;
  const add = (text: string): Buffer => {
    const bytes = Buffer.from(text, 'utf8');
    hash.update(bytes);
    return bytes;
  };
  for (const page of pages) {
    signal.throwIfAborted();
    chunks.push(add(page.map((event) => eventComponents(event, zones)).join('')));
    latest = page.reduce((last, { event }) => Math.max(last, event.updatedAt), latest);
    await setImmediate();
  }
  // Which zones there are is known only now.
  const head = add(calendarHead(isNamed ? name : null, zones));
  return {
    content: new Uint8Array(Buffer.concat([head, ...chunks, Buffer.from(calendarEnd)])),
    filename: fileName(name, 'ics', 'calendar'),
    mimeType: 'text/calendar; charset=utf-8',
    etag: hash.digest('hex'),
    lastModified: latest,
  };
}
