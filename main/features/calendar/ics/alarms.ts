// Alarms of calendar files (VALARM, RFC 5545, 3.6.6) and reminders. Pure.

import ICAL from 'ical.js';
import { Temporal } from 'temporal-polyfill';
import { reminderLimits } from '../../../contract/limits.ts';
import type { Reminder } from '../../../contract/reminders.ts';
import { propertyName } from './content-lines.ts';

/** Kept lines: the properties and components that are no alarms, and the alarms. */
interface Split {
  readonly others: readonly string[];
  readonly alarms: readonly (readonly string[])[];
}

function split(kept: readonly string[]): Split {
  const others: string[] = [];
  const alarms: string[][] = [];
  let open: string[] | null = null;
  for (const line of kept) {
    const mark = line.length < 100 ? line.trim().toUpperCase() : '';
    if (mark === 'BEGIN:VALARM') alarms.push((open = []));
    (open ?? others).push(line);
    if (mark === 'END:VALARM') open = null;
  }
  return { others, alarms };
}

/**
 * The reminders that the alarms among kept lines are: the first of each time, and no more than an event can have. Alarms that would be
 * written like this anyway need not be kept.
 */
export function readAlarms(lines: readonly string[]): {
  readonly reminders: Reminder[];
  readonly kept: readonly string[];
  /** How many of them do not ring here. */
  readonly silent: number;
} {
  const { others, alarms } = split(lines);
  const known = told(alarms);
  const reminders = [...known.values()].map((minutes) => ({ minutesBefore: minutes }));
  // Of more than that those that are no reminders would be taken for some later.
  const kept = alarms.length > reminderLimits.count ? alarms : alarms.filter((alarm) => !isOwn(alarm));
  const rung = new Set(known.values());
  const silent = alarms.filter((alarm) => !known.has(alarm) && !isMute(alarm) && !rung.has(minutesBefore(alarm) ?? Number.NaN)).length;
  return { reminders, kept: [...others, ...kept.flat()], silent };
}

const ownLines = [/^BEGIN:VALARM$/, /^ACTION:DISPLAY$/, /^DESCRIPTION:/, /^TRIGGER:-PT\d+M$/, /^END:VALARM$/];

/** Whether it looks as `withAlarms` writes one, but for what it says. */
function isOwn(alarm: readonly string[]): boolean {
  return (
    alarm.length === ownLines.length && ownLines.every((form, index) => form.test(alarm[index] ?? '')) && minutesBefore(alarm) !== null
  );
}

/**
 * The kept lines with an alarm for every reminder: the one that came in for it, or a new one. An alarm that came in as a reminder which is
 * no more stays out; one that never was a reminder comes out again.
 */
export function withAlarms(kept: readonly string[], reminders: readonly Reminder[], describe: () => string): string[] {
  if (reminders.length === 0 && kept.length === 0) return [];
  const { others, alarms } = split(kept);
  const known = told(alarms);
  const wanted = new Set(reminders.map(({ minutesBefore }) => minutesBefore));
  const standing = alarms.filter((alarm) => {
    const minutes = known.get(alarm);
    return minutes === undefined || wanted.has(minutes);
  });
  const there = new Set(known.values());
  const added = [...wanted].filter((minutes) => !there.has(minutes));
  return [
    ...others,
    ...standing.flat(),
    ...added.flatMap((minutes) => ['BEGIN:VALARM', 'ACTION:DISPLAY', describe(), `TRIGGER:-PT${minutes}M`, 'END:VALARM']),
  ];
}

/** Whether it rings nowhere: so Apple says that an event has no alarm. */
const isMute = (alarm: readonly string[]): boolean => alarm.some((line) => /^ACTION(?:;[^:]*)?:\s*NONE\s*$/i.test(line));

/** How many minutes before the beginning each rings that is a reminder. */
function told(alarms: Split['alarms']): ReadonlyMap<readonly string[], number> {
  const minutes = new Map<readonly string[], number>();
  const seen = new Set<number>();
  for (const alarm of alarms) {
    const before = minutesBefore(alarm);
    if (before === null || seen.has(before) || seen.size === reminderLimits.count) continue;
    seen.add(before);
    minutes.set(alarm, before);
  }
  return minutes;
}

/** Null for an alarm that is no reminder: one that sends mail, repeats itself, or does not ring at or some minutes before the beginning. */
function minutesBefore(alarm: readonly string[]): number | null {
  const lines = new Map(alarm.map((line) => [propertyName(line), line]));
  const action = lines.get('ACTION')?.split(':')[1]?.trim().toUpperCase();
  const trigger = lines.get('TRIGGER');
  if ((action !== 'DISPLAY' && action !== 'AUDIO') || trigger === undefined || lines.has('REPEAT')) return null;
  try {
    const [, { related }, type, value] = ICAL.parse.property(trigger) as [string, { related?: string }, string, unknown];
    if (type !== 'duration' || (related ?? 'START').toUpperCase() !== 'START') return null;
    const minutes = -Temporal.Duration.from(String(value)).total({ unit: 'minutes', relativeTo: Temporal.PlainDate.from('2000-01-01') });
    return Number.isInteger(minutes) && minutes >= 0 && minutes <= reminderLimits.minutesBefore ? Math.abs(minutes) : null;
  } catch {
    return null;
  }
}
