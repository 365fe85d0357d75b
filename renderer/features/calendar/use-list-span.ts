// How far the list goes: from the day that is shown on, and further with time.

import { useState } from 'react';
import { monthStart, plusDays, plusMonths } from './days.ts';
import type { Period } from './period.ts';

/** In months. A range with series can be 5 years wide. */
const atFirst = 2;
const byItself = 12;
const maxAhead = 48;
const earlierStep = 3;
const maxEarlier = 9;

export interface ListSpan {
  /** From `day` on, or from the beginning of a month before it, to the end of a month. */
  readonly period: Period;
  /** How many months before the day are shown. */
  readonly back: number;
  /** Null where it does not go further. */
  readonly earlier: (() => void) | null;
  readonly further: (() => void) | null;
  /** Whether it may go on by itself, so that there is something to see. */
  readonly growsByItself: boolean;
}

/** Begins anew with each day and each arrival. */
export function useListSpan(day: string, arrivals: number): ListSpan {
  const key = `${day} ${arrivals}`;
  const [span, setSpan] = useState({ key, back: 0, ahead: atFirst });
  const { back, ahead } = span.key === key ? span : { back: 0, ahead: atFirst };
  const start = back === 0 ? day : monthStart(plusMonths(day, -back));
  return {
    period: { start, end: plusMonths(monthStart(plusMonths(day, ahead)), 1) },
    back,
    earlier: back >= maxEarlier ? null : () => setSpan({ key, back: back + earlierStep, ahead }),
    further: ahead >= maxAhead ? null : () => setSpan({ key, back, ahead: Math.min(ahead * 2, maxAhead) }),
    growsByItself: ahead < byItself,
  };
}

/** The last day of the list, as `YYYY-MM-DD`: that before its end, but for the last of all days. */
export function lastDayOf({ end }: Period): string {
  return plusDays(end, plusDays(end, 1) === end ? 0 : -1);
}
