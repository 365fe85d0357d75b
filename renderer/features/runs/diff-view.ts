// How a change of a field is shown. Pure.

import type { CallDiff } from '../../../main/contract/runs.ts';
import { dateFormat, locale } from '../../ui/format.ts';
import { maybeRuleText } from '../../ui/phrases/phrase-text.ts';
import { leadName } from '../../ui/reminder-words.ts';
import { strings } from './strings.ts';

export type FieldChange = CallDiff['changes'][number];

/**
 * Signs that are not seen, and reorder the text around them or hide one in it for programs to read. The flags of some lands hold a few;
 * those stay.
 */
const unseenSigns = /(?<flag>\u{1F3F4}[\u{E0061}-\u{E007A}]{3,6}\u{E007F})|[\u202A-\u202E\u2066-\u2069\u{E0000}-\u{E007F}]/gu;

/** The text with the numbers of such signs in their places: what a person allows is what is done. */
export function withUnseen(text: string): string {
  return text.replace(unseenSigns, (sign, flag?: string) => flag ?? `⟨U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase()}⟩`);
}

/** Texts that are compared line by line, however short. */
const texts = new Set(['content', 'description', 'checklist']);
const times = new Set(['start', 'end', 'startTime', 'endTime', 'dueDate', 'completedAt', 'occurrence']);
/** Longer values are compared line by line, in characters. */
const maxInline = 120;

export function isText({ field, before, after }: FieldChange): boolean {
  if (field === 'recurrence' || field === 'reminders') return false;
  return texts.has(field) || [before, after].some((value) => value !== null && (value.includes('\n') || value.length > maxInline));
}

const dayFormat = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' });
const moment = dateFormat({ weekday: 'short', year: 'numeric', month: 'short', day: 'numeric' });

/** Undefined for what is none, or was cut. */
function maybeJson(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

/** How an event repeats, as people read it; the value as it is where it says something else. */
function repeatText(value: string): string {
  const { rrule, rdates, exdates } = Object(maybeJson(value)) as Readonly<Record<string, unknown>>;
  if (typeof rrule !== 'string') return value;
  const days = (dates: unknown): string => (Array.isArray(dates) ? dates.map((date) => valueText('start', String(date))).join('; ') : '');
  const [also, without] = [days(rdates), days(exdates)];
  return [
    maybeRuleText(rrule, Intl.DateTimeFormat().resolvedOptions().timeZone) ?? rrule,
    ...(also === '' ? [] : [strings.repeatsAlso(also)]),
    ...(without === '' ? [] : [strings.repeatsWithout(without)]),
  ].join('. ');
}

interface ReminderLike {
  readonly minutesBefore: number;
}

/** When reminders ring, as people read it: a list of them, or their minutes before. */
function remindersText(value: string): string {
  if (value === '[]') return strings.nothing;
  const listed = maybeJson(value);
  const minutes = Array.isArray(listed)
    ? (listed as readonly ReminderLike[]).map(({ minutesBefore }) => minutesBefore)
    : value.split(', ').map(Number);
  return minutes.every(Number.isInteger) ? minutes.map(leadName).join(', ') : value;
}

/** A value as people read it: times as they are where the reader is, days as days, series, their parts and reminders in words. */
export function valueText(field: string, value: string): string {
  if (field === 'scope') return strings.scopes[value] ?? value;
  if (field === 'recurrence') return repeatText(value);
  if (field === 'reminders') return remindersText(value);
  if (!times.has(field)) return value;
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return dayFormat.format(new Date(`${value}T00:00:00Z`));
  // One without an offset is of the clock of the event's own zone: as it stands.
  const at = new Date(value);
  return Number.isNaN(at.getTime()) ? value : moment.format(at);
}
