// Reads a calendar file off the main thread: some thousand events take a second.

import { parentPort, workerData } from 'node:worker_threads';
import { CalendarFileError, readCalendar, type CalendarFile } from './calendar-file.ts';

export type CalendarReport = { readonly ok: true; readonly file: CalendarFile } | { readonly ok: false; readonly message: string };

function report(): CalendarReport {
  const { text, zone } = workerData as { readonly text: string; readonly zone: string };
  try {
    return { ok: true, file: readCalendar(text, zone) };
  } catch (error) {
    if (error instanceof CalendarFileError) return { ok: false, message: error.message };
    throw error;
  }
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
parentPort?.postMessage(report());
