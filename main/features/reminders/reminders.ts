// The rules of reminders: what rings when, and what was done about it. What changes the database is called inside a write transaction.

import { dayMs } from '../../contract/days.ts';
import { reminderLimits } from '../../contract/limits.ts';
import type {
  ReminderKey,
  ReminderList,
  ReminderQuery,
  RingingReminder,
  RingReminders,
  RungReminders,
  SnoozeReminder,
} from '../../contract/reminders.ts';
import { AppError, invalid, notFound } from '../../lib/app-error.ts';
import { requireScope, type Caller } from '../../lib/caller.ts';
import { CooperativeScheduler } from '../../lib/cooperative-scheduler.ts';
import type { RecordChange } from '../../lib/change.ts';
import { toInstant, type Clock } from '../../lib/clock.ts';
import { dayIn, readMoment, toEpoch } from '../../lib/moment.ts';
import type { Ringing, RingingKind, RingRange } from '../../lib/ringing.ts';
import { Claims } from './claims.ts';
import type { ReminderMark, ReminderStore } from './store.ts';

export interface RemindersOptions {
  readonly store: ReminderStore;
  readonly kinds: Readonly<Record<Ringing['type'], RingingKind>>;
  readonly record: RecordChange;
  readonly clock: Clock;
  /** The IANA time zone of this machine. */
  readonly machineZone: () => string;
}

/** How many reminders of a user can be snoozed at a time. */
const maxSnoozed = 1_000;

/** A reminder with what was done about it. */
interface Marked {
  readonly ringing: Ringing;
  readonly mark: ReminderMark;
}

export class Reminders {
  readonly #options: RemindersOptions;
  readonly #claims = new Claims();

  constructor(options: RemindersOptions) {
    this.#options = options;
  }

  /** By when they ring; others get their turn while that is worked out. Throws 400 for a range that is empty or too wide. */
  async list(caller: Caller, query: ReminderQuery): Promise<ReminderList> {
    const { limit = 500, offset = 0 } = query;
    const inRange = await new CooperativeScheduler().run(this.#inRange(caller, this.#readRange(query)));
    const found = inRange.toSorted(byTime);
    return { items: found.slice(offset, offset + limit).map(toReply), total: found.length, limit, offset };
  }

  /** Those of `items` that are due, not told yet and claimed by no other caller: they are this caller's for a while. Stores nothing. */
  ring(caller: Caller, { items }: RingReminders): RungReminders {
    const now = this.#options.clock();
    const until = now + reminderLimits.claimSeconds * 1000;
    const rung = items.filter((item) => {
      const due = this.#due(caller, item, now).filter(({ mark }) => this.#claims.isFree(caller.userId, mark, now));
      for (const { mark } of due) this.#claims.put(caller.userId, mark, until);
      return due.length > 0;
    });
    return { items: rung, until: toInstant(until) };
  }

  /** Those of `items` that are due count as told from now on. */
  confirm(caller: Caller, { items }: RingReminders): undefined {
    const now = this.#options.clock();
    const told = items.flatMap((item) => this.#due(caller, item, now));
    for (const { mark } of told) this.#put(caller, { ...mark, rungAt: now }, now);
    this.#finish(caller, told);
  }

  /** Throws 404, 400 for a time that is over or too far ahead, 409 where too many are snoozed. */
  snooze(caller: Caller, { until, ...key }: SnoozeReminder): undefined {
    const { store, clock } = this.#options;
    const now = clock();
    const snoozedUntil = Date.parse(until);
    if (snoozedUntil <= now) throw invalid({ path: 'until', message: 'must be after now' });
    if (snoozedUntil > now + reminderLimits.rangeDays * dayMs)
      throw invalid({ path: 'until', message: `must be at most ${reminderLimits.rangeDays} days ahead` });
    const found = this.#existing(caller, key);
    if (store.countSnoozed(caller.userId, now) >= maxSnoozed)
      throw new AppError('conflict', `At most ${maxSnoozed} reminders can be snoozed`);
    for (const { mark } of found) this.#put(caller, { ...mark, rungAt: null, snoozedUntil, isDismissed: false }, now);
    this.#finish(caller, found);
  }

  /** Throws 404. */
  dismiss(caller: Caller, key: ReminderKey): undefined {
    const now = this.#options.clock();
    const open = this.#existing(caller, key).filter(({ mark }) => !mark.isDismissed);
    for (const { mark } of open) this.#put(caller, { ...mark, isDismissed: true }, now);
    this.#finish(caller, open);
  }

  /** Removes some marks that are too old to matter; true if there may be more. To be called inside a write. */
  forgetSome(): boolean {
    return this.#options.store.forgetSome(this.#options.clock());
  }

  *#inRange(caller: Caller, range: RingRange): Generator<void, Marked[]> {
    const { userId } = caller;
    const { store } = this.#options;
    const marks = new Map(store.inRange(userId, range).map((mark) => [keyOf(mark.recordId, mark.at), mark]));
    const found: Marked[] = [];
    for (const kind of this.#kindsOf(caller)) {
      for (const ringing of yield* kind.ringing(userId, range)) {
        const mark = marks.get(keyOf(idOf(ringing), ringing.at)) ?? unmarked(ringing);
        if (!mark.isDismissed && mark.snoozedUntil === null) found.push({ ringing, mark });
        yield;
      }
    }
    for (const mark of store.snoozed(userId, range)) {
      // Not if its record was moved or has gone since.
      for (const ringing of this.#maybeKind(caller, mark.type)?.ringingOf(userId, mark.recordId, mark.at) ?? [])
        found.push({ ringing, mark });
    }
    return found;
  }

  /** What rings of a record at an instant, also after a snooze; dismissed ones as well. */
  #of(caller: Caller, { type, id, at: text }: ReminderKey): Marked[] {
    const { userId } = caller;
    const kind = this.#maybeKind(caller, type);
    if (kind === null) return [];
    const at = Date.parse(text);
    const marks = this.#options.store.of(userId, id);
    const own = kind.ringingOf(userId, id, at).map((ringing): Marked => {
      const mark = marks.find(({ recordId, at: first }) => recordId === idOf(ringing) && first === at);
      return { ringing, mark: mark ?? unmarked(ringing) };
    });
    const again = marks
      .filter((mark) => mark.snoozedUntil === at && mark.at !== at)
      .flatMap((mark) => kind.ringingOf(userId, mark.recordId, mark.at).map((ringing): Marked => ({ ringing, mark })));
    return [...own, ...again];
  }

  /** What rings of a record at an instant that is over, and was neither told nor dismissed. */
  #due(caller: Caller, key: ReminderKey, now: number): Marked[] {
    return this.#of(caller, key).filter(({ mark }) => !mark.isDismissed && mark.rungAt === null && (mark.snoozedUntil ?? mark.at) <= now);
  }

  /** Throws 404. */
  #existing(caller: Caller, key: ReminderKey): Marked[] {
    if (key.type === 'card') requireScope(caller, 'boards:read');
    const found = this.#of(caller, key);
    if (found.length === 0) throw notFound('reminder');
    return found;
  }

  #put({ userId }: Caller, mark: ReminderMark, now: number): void {
    const keptUntil = Math.max(now, mark.at, mark.snoozedUntil ?? 0) + reminderLimits.keptDays * dayMs;
    this.#options.store.put(userId, mark, { markedAt: now, keptUntil });
    this.#claims.end(userId, mark);
  }

  /** After marks were put: tells of them, and keeps them from growing in number. */
  #finish({ userId }: Caller, marked: readonly Marked[]): void {
    if (marked.length === 0) return;
    this.#options.store.keepLatest(userId, reminderLimits.kept);
    const ids = new Set(marked.map(({ ringing }) => ringing.id));
    for (const id of ids) this.#options.record({ userId, type: 'reminder', action: 'updated', id, version: null });
  }

  #maybeKind({ scopes }: Caller, type: Ringing['type']): RingingKind | null {
    return type === 'event' || scopes.has('boards:read') ? this.#options.kinds[type] : null;
  }

  #kindsOf(caller: Caller): RingingKind[] {
    return (['event', 'card'] as const).flatMap((type) => this.#maybeKind(caller, type) ?? []);
  }

  #readRange({ from: first, to }: ReminderQuery): RingRange {
    const zone = this.#options.machineZone();
    const from = toEpoch(readMoment('from', first), zone);
    const until = toEpoch(readMoment('to', to), zone);
    if (until <= from) throw invalid({ path: 'to', message: 'must be after from' });
    if (until - from > reminderLimits.rangeDays * dayMs)
      throw invalid({ path: 'to', message: `must be at most ${reminderLimits.rangeDays} days after from` });
    return { from, until };
  }
}

const idOf = ({ id, occurrenceId }: Ringing): string => occurrenceId ?? id;

const keyOf = (id: string, at: number): string => `${id} ${at}`;

/** A reminder that was to ring so shortly before its record was written still rings, as long as what it is of lies ahead. */
const shortly = 3_600_000;
/** What began so shortly before counts as ahead: times are written by the minute. */
const thisMinute = 60_000;

/** What was over when its record came to ring at that time counts as told by then. */
function unmarked(ringing: Ringing): ReminderMark {
  const { at, startAt, ringsFrom } = ringing;
  const isOver = ringsFrom !== null && at < ringsFrom && (at < ringsFrom - shortly || startAt < ringsFrom - thisMinute);
  const rungAt = isOver ? ringsFrom : null;
  return { type: ringing.type, recordId: idOf(ringing), at, rungAt, snoozedUntil: null, isDismissed: false };
}

function toReply({ ringing, mark }: Marked): RingingReminder {
  return {
    at: toInstant(mark.snoozedUntil ?? mark.at),
    type: ringing.type,
    id: ringing.id,
    occurrenceId: ringing.occurrenceId,
    title: ringing.title,
    startTime: toInstant(ringing.startAt),
    endTime: ringing.endAt === null ? null : toInstant(ringing.endAt),
    isAllDay: ringing.isAllDay,
    ...(ringing.dayZone === null ? {} : { startDate: dayIn(ringing.startAt, ringing.dayZone) }),
    originalAt: toInstant(mark.at),
    rungAt: mark.rungAt === null ? null : toInstant(mark.rungAt),
  };
}

function byTime(a: Marked, b: Marked): number {
  const time = timeOf(a) - timeOf(b);
  if (time !== 0) return time;
  const [one, other] = [idOf(a.ringing), idOf(b.ringing)];
  return one < other ? -1 : one > other ? 1 : 0;
}

const timeOf = ({ mark }: Marked): number => mark.snoozedUntil ?? mark.at;
