// Calendars that come in as files of iCalendar: read in a thread, compared with what is there, written in slices.

import { setImmediate } from 'node:timers/promises';
import type { ImportReport } from '../../../contract/calendar-files.ts';
import { AppError, inPart, invalid } from '../../../lib/app-error.ts';
import type { Actor } from '../../../contract/changes.ts';
import type { Attribute } from '../../../lib/change.ts';
import { isOutOfMemory, type WorkerPool } from '../../../lib/worker-pool.ts';
import type { Calendars } from '../calendars.ts';
import type { EventImport, GroupOutcome } from './event-import.ts';
import type { RenamedEvents } from './renamed-events.ts';
import type { ReadCalendarFile, ImportedGroup, ImportJob } from './import-worker.ts';
import type { SkippedEvent } from './read-event.ts';

/** `RenamedEvents.find` */
export type FindRenamed = (...file: Parameters<RenamedEvents['find']>) => Promise<void>;

interface CalendarImportOptions {
  readonly calendars: Pick<Calendars, 'calendar' | 'checkWritable'>;
  readonly events: EventImport;
  readonly findRenamed: FindRenamed;
  readonly reader: Pick<WorkerPool<ImportJob, ReadCalendarFile>, 'run'>;
  readonly write: <T>(work: () => T) => Promise<T>;
  readonly attribute: Attribute;
  readonly newId: () => string;
  /** The IANA time zone of this machine. */
  readonly machineZone: () => string;
}

interface ImportRequest {
  readonly userId: string;
  readonly actor: Actor;
  /** Null, where nothing is changed, for a calendar that is not there yet. */
  readonly calendarId: string | null;
  readonly bytes: Uint8Array;
  /** Tells what would come of it, and changes nothing. */
  readonly isDryRun: boolean;
  /** It is what a subscription reads: that counts, whatever the sequence says. */
  readonly isSubscription: boolean;
  /** Of which the changes are to be part; one of its own if absent. */
  readonly batchId?: string;
  readonly signal: AbortSignal;
}

interface ImportOutcome {
  readonly report: ImportReport;
  /** By which the events that have come in are found again. */
  readonly keys: ReadonlySet<string>;
  /** Events of the file that cannot be used. */
  readonly unreadable: readonly SkippedEvent[];
}

/** How long one write lasts, in milliseconds. */
const sliceMs = 6;
/** How many losses are told one by one. */
const maxTold = 1_000;

export class CalendarImport {
  readonly #options: CalendarImportOptions;

  constructor(options: CalendarImportOptions) {
    this.#options = options;
  }

  /** Throws 404, 403, 400, 413, and what `signal` is aborted with. */
  async run(request: ImportRequest): Promise<ImportOutcome> {
    const { userId, calendarId, isSubscription, isDryRun } = request;
    const { calendars, newId } = this.#options;
    this.#check(request);
    if (!isSubscription && calendarId !== null) calendars.checkWritable(userId, calendarId);
    const read = await this.#read(request);
    const batchId = isDryRun ? null : (request.batchId ?? newId());
    const report: ImportReport = {
      created: 0,
      updated: 0,
      unchanged: 0,
      kept: 0,
      conflicts: [],
      silentAlarms: 0,
      skipped: [...read.skipped],
      lost: read.lost.map((property) => ({ uid: null, property })),
      batchId,
    };
    if (isSubscription && calendarId !== null && !isDryRun)
      await this.#options.findRenamed({ userId, calendarId, parts: partsIn(read), unreadable: read.unreadable, signal: request.signal });
    const keys = new Set<string>();
    const unreadable = [...read.unreadable];
    for (const groups of partsIn(read)) {
      unreadable.push(...groups.flatMap(({ refused }) => refused ?? []));
      for (let done = 0; done < groups.length;) {
        request.signal.throwIfAborted();
        const outcomes = await this.#some(request, groups.slice(done), batchId).catch((error: unknown) => {
          const came = changedBy(report);
          const others = request.isSubscription ? 'the others come when it is read again' : 'import the file again for the others';
          // A try writes nothing.
          throw came === 0 || request.isDryRun ? error : inPart(error, `${came} events have come in; ${others}`);
        });
        done += outcomes.length;
        for (const outcome of outcomes) add(report, keys, outcome);
        await setImmediate();
      }
    }
    return { report: changedBy(report) === 0 ? { ...report, batchId: null } : report, keys, unreadable };
  }

  /** Throws 404. */
  #check({ userId, calendarId, isDryRun }: ImportRequest): void {
    if (calendarId !== null) this.#options.calendars.calendar(userId, calendarId);
    else if (!isDryRun) throw new Error('Events come into a calendar');
  }

  async #read({ bytes, signal }: ImportRequest): Promise<Extract<ReadCalendarFile, { ok: true }>> {
    const { reader, machineZone } = this.#options;
    // The thread gets the bytes and not a copy: they must be all of their buffer.
    const own = bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice();
    const read = await reader.run(
      { bytes: own, machineZone: machineZone() },
      {
        signal,
        transfer: [own.buffer as ArrayBuffer],
        refusal: (cause) =>
          isOutOfMemory(cause)
            ? new AppError('too_large', 'The calendar is too large to be read')
            : invalid({ path: '', message: 'The calendar takes too long to be read' }),
      },
    );
    if (!read.ok) throw invalid({ path: '', message: read.message });
    return read;
  }

  /** The first of the groups, as many as fit into one slice. */
  #some(request: ImportRequest, groups: readonly ImportedGroup[], batchId: string | null): Promise<GroupOutcome[]> {
    const { userId, actor, calendarId, isSubscription, isDryRun } = request;
    const { events, write, attribute } = this.#options;
    const work = (): GroupOutcome[] => {
      // It may have been deleted meanwhile.
      this.#check(request);
      const end = performance.now() + sliceMs;
      const outcomes: GroupOutcome[] = [];
      for (const group of groups) {
        outcomes.push(events.bring(userId, calendarId ?? '', group, { isSubscription, isDryRun }));
        if (performance.now() > end) break;
      }
      return outcomes;
    };
    if (isDryRun) return Promise.resolve(work());
    return write(() => attribute({ actor, batchId }, work));
  }
}

function* partsIn({ chunks }: { readonly chunks: readonly Uint8Array[] }): Generator<readonly ImportedGroup[]> {
  for (const chunk of chunks) yield JSON.parse(new TextDecoder().decode(chunk)) as ImportedGroup[];
}

const changedBy = ({ created, updated, kept }: ImportReport): number => created + updated + kept;

function add(report: ImportReport, keys: Set<string>, { counts, skipped, lost, conflicts, silentAlarms, keys: found }: GroupOutcome): void {
  for (const count of counts) report[count] += 1;
  report.skipped.push(...skipped.slice(0, Math.max(0, maxTold - report.skipped.length)));
  report.lost.push(...lost.slice(0, Math.max(0, maxTold - report.lost.length)));
  report.silentAlarms += silentAlarms;
  report.conflicts.push(...conflicts.slice(0, Math.max(0, maxTold - report.conflicts.length)));
  for (const key of found) keys.add(key);
}
