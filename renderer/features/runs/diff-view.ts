// How a change of a field is shown. Pure.

import type { CallDiff } from '../../../main/contract/runs.ts';
import { dateFormat, locale } from '../../ui/format.ts';
import { strings } from './strings.ts';

export type FieldChange = CallDiff['changes'][number];

/** Texts that are compared line by line, however short. */
const texts = new Set(['content', 'description', 'checklist']);
const times = new Set(['start', 'end', 'startTime', 'endTime', 'dueDate', 'completedAt', 'occurrence']);
/** Longer values are compared line by line, in characters. */
const maxInline = 120;

export function isText({ field, before, after }: FieldChange): boolean {
  return texts.has(field) || [before, after].some((value) => value !== null && (value.includes('\n') || value.length > maxInline));
}

const dayFormat = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' });
const moment = dateFormat({ weekday: 'short', year: 'numeric', month: 'short', day: 'numeric' });

/** A value as people read it: times as they are where the reader is, days as days, which events of a series in words. */
export function valueText(field: string, value: string): string {
  if (field === 'scope') return strings.scopes[value] ?? value;
  if (!times.has(field)) return value;
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return dayFormat.format(new Date(`${value}T00:00:00Z`));
  // One without an offset is of the clock of the event's own zone: as it stands.
  const at = new Date(value);
  return Number.isNaN(at.getTime()) ? value : moment.format(at);
}
