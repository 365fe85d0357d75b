// Where an event came from, and how often it has changed since. Pure.

import { hash } from 'node:crypto';
import { cutText } from '../../../contract/cut-text.ts';
import { compactStamp } from '../../../lib/clock.ts';
import { withStrictUntil } from '../recurrence/until.ts';
import type { Override } from '../series-store.ts';
import type { StoredEvent } from '../store.ts';

/** What of an event that came in by iCalendar has no place in the event itself. */
export interface EventSource {
  readonly uid: string;
  /** Of an occurrence without its series: when that had it. */
  readonly recurrenceId: number | null;
  /** As it was when the event had the version `atVersion`; it grows with that. */
  readonly sequence: number;
  readonly atVersion: number;
  /** Lines, unfolded. Of `textNames` those with parameters, and a description in HTML, which go out as long as the event says the same. */
  readonly kept: readonly string[];
  /** Those of occurrences that differ, by when the series has them; absent where there are none. */
  readonly keptOf?: Readonly<Record<string, readonly string[]>>;
  /** The SEQUENCE of occurrences that differ, by when the series has them, where it is not that of the event. */
  readonly sequences?: Readonly<Record<string, number>>;
  /** What of the event lasts `instantMs` here ends as it begins (RFC 5545, 3.6.1); absent where nothing of it came in so. */
  readonly hasInstants?: true;
  /** A client put its occurrences alone: the series was made for them, of `firstAlone` and further dates. Absent for others. */
  readonly lacksSeries?: true;
  /** The IANA zone by whose clocks its times were read, which named none (RFC 5545, 3.3.5); absent for others. */
  readonly floatingIn?: string;
  /** `hashOfSaid` of what a file has told last that came in; absent for what came in otherwise, or by an earlier version. */
  readonly said?: string;
}

/** What came in with an event, and another version of it can replace. */
export type KeptSource = Pick<EventSource, 'kept' | 'keptOf' | 'hasInstants' | 'lacksSeries' | 'floatingIn' | 'said'>;

/** Of an event that was made here, too. */
export function keptSource(source: KeptSource | null): KeptSource {
  const { kept = [], keptOf, hasInstants, lacksSeries, floatingIn, said } = source ?? {};
  return {
    kept,
    ...(keptOf === undefined ? {} : { keptOf }),
    ...(hasInstants === undefined ? {} : { hasInstants }),
    ...(lacksSeries === undefined ? {} : { lacksSeries }),
    ...(floatingIn === undefined ? {} : { floatingIn }),
    ...(said === undefined ? {} : { said }),
  };
}

const saidFields = [
  'title',
  'description',
  'location',
  'startAt',
  'endAt',
  'timeZone',
  'isAllDay',
  'reminders',
  'isCancelled',
  'isFree',
] as const satisfies readonly (keyof StoredEvent)[];

/** What of an event both a file and a change here can say. */
export type Said = Pick<StoredEvent, (typeof saidFields)[number] | 'recurrence'>;

/** By which it is told whether an event has changed here, or in its file. `color`: null where the file names none: then it has no say. */
export function hashOfSaid(event: Said, overrides: readonly Override[], color: string | null): string {
  const { recurrence } = event;
  const rule = recurrence === null ? null : [withStrictUntil(recurrence.rrule, event), recurrence.rdates, recurrence.exdates];
  const differing = overrides
    .toSorted((a, b) => a.originalAt - b.originalAt)
    .map(({ originalAt, startAt, endAt, fields }) => [
      originalAt,
      startAt,
      endAt,
      Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    ]);
  return hash('sha256', JSON.stringify([saidFields.map((name) => event[name]), rule, color, differing]));
}

/** The UID of what a file says of an event that has changed here as well: the same for the same. `key`: by which that is found. */
export const uidOfSecond = (key: string, said: string): string => hash('sha256', `${key}\n${said}`);

/** A rule that gives the first occurrence, and no other. */
export const firstAlone = 'FREQ=DAILY;COUNT=1';

/** Properties that are texts of an event, and can have parameters: such as the same text in HTML (ALTREP). */
export const textNames = ['SUMMARY', 'DESCRIPTION', 'LOCATION'] as const;

/** What an event is called here that has no title. */
export const noTitle = '(No title)';

/** What an event is called that is left alone; nothing where it has no title. */
export function titleTold(title: string | null): { readonly title?: string } {
  const clean = cutText(title?.replaceAll('\0', '').trim() ?? '', 500);
  return clean === '' || clean === noTitle ? {} : { title: clean };
}

/** How long an event lasts here that ends as it begins; milliseconds. */
export const instantMs = 60_000;

/** The SEQUENCE of an event as it goes out, or of an occurrence that differs: it grows with the event. */
export function sequenceOf(
  { version }: Pick<StoredEvent, 'version'>,
  source: EventSource | null,
  originalAt: number | null = null,
): number {
  if (source === null) return version - 1;
  const own = originalAt === null ? undefined : source.sequences?.[originalAt];
  return (own ?? source.sequence) + Math.max(0, version - source.atVersion);
}

/**
 * A UID that an occurrence without its series shares with no other event: several can have come in by a file, with one UID, and a
 * collection of CalDAV has each UID once (RFC 4791, 4.1).
 */
export function ownUid({ uid, recurrenceId }: Pick<EventSource, 'uid' | 'recurrenceId'>): string {
  return recurrenceId === null ? uid : `${uid}_R${compactStamp(recurrenceId)}`;
}
