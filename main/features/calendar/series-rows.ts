// Writes a series as one: its row, its bounds and the occurrences that differ, with what undoing that takes.

import { recurrenceLimits } from '../../contract/recurrence.ts';
import { invalid } from '../../lib/app-error.ts';
import type { Change, RecordChange } from '../../lib/change.ts';
import type { DescriptionWatcher, RecordText } from '../../lib/text-watchers.ts';
import { replacedFields } from '../../lib/record-kinds.ts';
import { occurrenceDates } from './recurrence/dates.ts';
import type { KeptSource } from './ics/event-source.ts';
import type { SourceStore } from './ics/source-store.ts';
import type { Override, SeriesStore, StoredSeries } from './series-store.ts';
import type { EventStore, NewEvent, StoredEvent } from './store.ts';

/** All that differs in the occurrences of a series, in characters of JSON. */
export const maxOverrideLength = 1_000_000;

/** What an update writes on an event. */
const writtenFields = [
  'title',
  'description',
  'location',
  'color',
  'isAllDay',
  'startAt',
  'endAt',
  'timeZone',
  'recurrence',
  'reminders',
  'isCancelled',
  'isFree',
  'calendarId',
] as const satisfies readonly (keyof StoredEvent)[];

/** Names an override among the fields that a change has replaced. */
const overrideKey = (originalAt: number): string => `override ${originalAt}`;

const overrideStart = (key: string): number | null => (key.startsWith('override ') ? Number(key.slice('override '.length)) : null);

interface SeriesRowsOptions {
  readonly events: EventStore;
  readonly series: SeriesStore;
  readonly sources: Pick<SourceStore, 'settle'>;
  readonly record: RecordChange;
  readonly described: DescriptionWatcher;
}

export function isStoredSeries(event: StoredEvent): event is StoredSeries {
  return event.recurrence !== null;
}

export class SeriesRows {
  readonly #options: SeriesRowsOptions;

  constructor(options: SeriesRowsOptions) {
    this.#options = options;
  }

  /** The event as it is stored: without a calendar it comes into the default one. */
  insert(userId: string, created: NewEvent, overrides: readonly Override[] = []): StoredEvent {
    const event = this.#options.events.insert(userId, created);
    for (const override of overrides) this.#options.series.putOverride(userId, event.id, override);
    if (isStoredSeries(event)) this.#saveBounds(userId, event);
    this.#options.described(userId, event.id, null, textOf(event, overrides));
    this.#tell(userId, 'created', event);
    return event;
  }

  /**
   * Replaces an event; its overrides stay, or are replaced as told, where they are those of a series. `source`: what it came in with, where
   * the caller replaces that. Throws 400 if there are too many overrides.
   */
  replace(userId: string, before: StoredEvent, next: StoredEvent, overrides?: OverrideChange, source?: KeptSource): void {
    this.#options.events.update(userId, next);
    if (next.calendarId !== before.calendarId) this.#options.sources.settle(userId, next);
    const replaced = overrides === undefined ? {} : this.#replaceOverrides(userId, next, overrides);
    if (isStoredSeries(next)) this.#saveBounds(userId, next);
    else if (isStoredSeries(before)) this.#options.series.removeBounds(userId, next.id);
    const { before: had, after } = overrides ?? this.#standing(before, next);
    this.#options.described(userId, next.id, textOf(before, had), textOf(next, after));
    this.#tell(userId, 'updated', next, {
      ...replacedFields(before, next, writtenFields),
      ...replaced,
      ...(source === undefined ? {} : { source }),
    });
  }

  remove(userId: string, event: StoredEvent): void {
    this.#options.events.remove(userId, event.id);
    if (isStoredSeries(event)) this.#options.series.forgetReach(userId);
    this.#tell(userId, 'deleted', event);
  }

  /** What differs, of an event whose occurrences stay as they are; read where the event itself says something else than before. */
  #standing(before: StoredEvent, next: StoredEvent): OverrideChange {
    const saysTheSame = before.title === next.title && before.location === next.location && before.description === next.description;
    const overrides = saysTheSame || !isStoredSeries(next) ? [] : this.#options.series.overridesOf(next.id);
    return { before: overrides, after: overrides };
  }

  #replaceOverrides(userId: string, { id }: StoredEvent, { before, after }: OverrideChange): Readonly<Record<string, unknown>> {
    checkSize(after);
    const { series } = this.#options;
    const kept = new Map(after.map((override) => [override.originalAt, override]));
    const had = new Map(before.map((override) => [override.originalAt, override]));
    const replaced: Record<string, unknown> = {};
    for (const [originalAt, override] of had) {
      if (kept.has(originalAt)) continue;
      series.removeOverride(userId, id, originalAt);
      replaced[overrideKey(originalAt)] = override;
    }
    for (const [originalAt, override] of kept) {
      const old = had.get(originalAt);
      if (old !== undefined && JSON.stringify(old) === JSON.stringify(override)) continue;
      series.putOverride(userId, id, override);
      replaced[overrideKey(originalAt)] = old ?? null;
    }
    return replaced;
  }

  #saveBounds(userId: string, event: StoredSeries): void {
    this.#options.series.saveBounds(userId, event.id, occurrenceDates(event).reach);
  }

  #tell(userId: string, action: Change['action'], { id, version }: StoredEvent, before?: Change['before']): void {
    this.#options.record({ userId, type: 'event', action, id, version, before });
  }
}

interface OverrideChange {
  readonly before: readonly Override[];
  readonly after: readonly Override[];
}

/** The fields of an event, its overrides and what it came in with, before a change: from what the change has kept for its undoing. */
export function formerState(fields: Readonly<Record<string, unknown>>): {
  readonly event: Partial<StoredEvent>;
  readonly overrides: ReadonlyMap<number, Override | null>;
  /** What it came in with; absent where that stayed. */
  readonly source?: KeptSource;
} {
  const overrides = new Map<number, Override | null>();
  const event: Record<string, unknown> = {};
  const { source, ...others } = fields;
  for (const [key, value] of Object.entries(others)) {
    const originalAt = overrideStart(key);
    if (originalAt === null) event[key] = value;
    else overrides.set(originalAt, value as Override | null);
  }
  // What `replace` has given to the feed.
  return { event, overrides, ...(source === undefined ? {} : { source: source as KeptSource }) };
}

/** What of the occurrences that differ is told of: their own words, of some of them. */
const toldOverrides = 100;

function textOf({ title, location, description }: StoredEvent, overrides: readonly Override[]): RecordText {
  const own = overrides.flatMap(({ fields }) => [fields.title, fields.location, fields.description].filter((text) => text !== undefined));
  const others = [location, ...own.slice(0, toldOverrides)].filter((text) => text !== null);
  return { title, description, ownDescriptions: overrides.flatMap(({ fields }) => fields.description ?? []), others };
}

/** Whether more occurrences of a series differ, or by more, than there is room for. */
export function isTooMuch(overrides: readonly Override[]): boolean {
  const length = overrides.reduce((sum, { fields }) => sum + JSON.stringify(fields).length, 0);
  return overrides.length > recurrenceLimits.overrides || length > maxOverrideLength;
}

function checkSize(overrides: readonly Override[]): void {
  if (isTooMuch(overrides))
    throw invalid({
      path: 'scope',
      message: `cannot be one: ${recurrenceLimits.overrides} occurrences of a series can differ, by ${maxOverrideLength} characters in all`,
    });
}
