// How an event of a calendar file repeats, in the form in which that is kept. Pure.

import type { Recurrence } from '../../../contract/recurrence.ts';
import type { AppError } from '../../../lib/app-error.ts';
import { readRecurrence } from '../recurrence/read.ts';
import type { ImportedEvent, SkippedEvent } from './read-event.ts';

/** Null for a single event; `lost` names the properties of which a part cannot be kept. Throws 400. */
export function recurrenceOf(event: ImportedEvent): { readonly recurrence: Recurrence | null; readonly lost: readonly string[] } {
  if (event.recurrence === null) return { recurrence: null, lost: [] };
  const { rrule, rdates = [], exdates = [] } = event.recurrence;
  const start = event.isAllDay ? new Date(event.startAt).toISOString().slice(0, 10) : new Date(event.startAt).toISOString();
  const later = rdates.filter((date) => date >= start);
  const kept = { rrule, rdates: later, exdates: exdates.filter((date) => date.includes('T') !== event.isAllDay) };
  return { recurrence: readRecurrence(kept, event), lost: later.length < rdates.length ? ['RDATE'] : [] };
}

/** What is told of an event that cannot be kept. */
export const refusedBy = ({ message }: AppError, uid: string): SkippedEvent => ({ uid, reason: `cannot be kept: ${message}` });
