// Days and times of day as the fields of the browser have them, on the reader's clock. Pure.

import { dayMs } from '../../../main/contract/days.ts';
import type { Days, PhraseSlot, Timed } from '../../../main/contract/phrases/phrase.ts';
import { wallAt } from '../../ui/zone-clock.ts';

function two(value: number): string {
  return String(value).padStart(2, '0');
}

export interface When {
  readonly date: string;
  /** Empty for the whole day. */
  readonly start: string;
  readonly end: string;
}

/** The next full hour, and an hour long. */
export function usualTime(now: Date): When {
  const start = new Date(now.getFullYear(), now.getMonth(), now.getDate(), now.getHours() + 1);
  const end = new Date(start.getFullYear(), start.getMonth(), start.getDate(), start.getHours() + 1);
  const { day: date, clock } = wallAt(start, null);
  return { date, start: clock, end: wallAt(end, null).clock };
}

/** Another start with the same length as before; from then on to midnight at the latest. */
export function whenWithStart({ date, start, end }: When, next: string): When {
  if (start === '' || end === '' || next === '') return { date, start: next, end };
  const minutes = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));
  const length = (minutes(end) - minutes(start) + 1440) % 1440;
  const until = (minutes(next) + length) % 1440;
  return { date, start: next, end: `${two(Math.floor(until / 60))}:${two(until % 60)}` };
}

/** What holds where the words of an event say nothing else. */
export function capturedSlot({ date, start, end }: When): PhraseSlot {
  const minutes = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));
  if (start === '' || end === '') return { day: date, clock: null, minutes: 60 };
  return { day: date, clock: start, minutes: (minutes(end) - minutes(start) + 1440) % 1440 || 60 };
}

/** The day on which it ends: the next one when the clock of the end is not after that of the start, as from 23:00 to 00:30. */
export function endDay({ date, start, end }: When): string {
  if (end > start) return date;
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return wallAt(new Date(year, month - 1, day + 1), null).day;
}

/** A time that was read of the words, as the fields have it; null where they have no place for it, as for several days. */
export function capturedWhen(read: Timed | Days, { end: usualEnd }: When): When | null {
  if (read.kind === 'days') {
    const isOneDay = Date.parse(read.end) - Date.parse(read.start) === dayMs;
    return isOneDay ? { date: read.start, start: '', end: usualEnd } : null;
  }
  const [start, end] = [wallAt(new Date(read.start), null), wallAt(new Date(read.end), null)];
  const when = { date: start.day, start: start.clock, end: end.clock };
  return start.clock !== end.clock && endDay(when) === end.day ? when : null;
}
