// Runs in a worker thread: writes all that a user has into a zip. Here the parts of the features meet.

import { once } from 'node:events';
import type { EverythingJob, EverythingMessage, EverythingReport } from '../features/exports/everything/everything.ts';
import { RecordStore } from '../features/exports/everything/record-store.ts';
import { writeEverything } from '../features/exports/everything/write-everything.ts';
import { calendarEnd, calendarHead, eventComponents, type ExportedEvent, type ZoneUse } from '../features/calendar/ics/calendar-text.ts';
import { ExportStore } from '../features/calendar/ics/export-store.ts';
import { openSnapshot } from '../storage/snapshot.ts';
import { errorCode } from '../storage/storage-error.ts';

/** How many events are read at a time, and how often it is told how far the export is, in milliseconds. */
const pageLength = 200;
const betweenMs = 100;

// The zip keeps the name of each of its files as a small buffer until its end. Each would keep alive the pool from which it was cut, with
// all else that was cut from it: texts, and what packs them.
Buffer.poolSize = 1024;

/** Gives what was written, or why it could not be: errors lose their codes on the way between threads. */
export async function exportEverything({ port, databaseFiles, userId, ...job }: EverythingJob): Promise<EverythingReport> {
  const say = (message: EverythingMessage): void => {
    port.postMessage(message);
  };
  let told = 0;
  try {
    using snapshot = openSnapshot(databaseFiles);
    const written = await writeEverything({
      ...job,
      store: new RecordStore(snapshot, userId),
      calendars: calendarsOf(new ExportStore(snapshot), userId),
      maybePending: async (id, version) => {
        const answer = once(port, 'message');
        say({ id, version });
        const [content] = (await answer) as [string | null];
        return content;
      },
      progress: (done, total) => {
        if (done < total && performance.now() - told < betweenMs) return;
        told = performance.now();
        say({ done, total });
      },
    });
    return { written };
  } catch (error) {
    return { written: null, code: errorCode(error), message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  } finally {
    port.close();
  }
}

function calendarsOf(store: ExportStore, userId: string) {
  function* events(calendarId: string): Generator<ExportedEvent> {
    for (const page of store.pages(userId, calendarId, pageLength)) yield* page;
  }
  function* ics(calendarId: string, name: string): Generator<string> {
    const zones: ZoneUse = new Map();
    // Which zones there are must be known before the first event is written.
    for (const event of events(calendarId)) eventComponents(event, zones);
    yield calendarHead(name, zones);
    for (const event of events(calendarId)) yield eventComponents(event, zones);
    yield calendarEnd;
  }
  return { events, ics };
}
