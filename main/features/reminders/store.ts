// The SQL of what was done about reminders. Every statement names the user.

import type { RingRange } from '../../lib/ringing.ts';
import type { Database } from '../../storage/database.ts';

/** What was done about a reminder; times in milliseconds since the Unix epoch. */
export interface ReminderMark {
  readonly type: 'event' | 'card';
  /** Of the card, the event or the occurrence. */
  readonly recordId: string;
  /** When it was to ring at first. */
  readonly at: number;
  readonly rungAt: number | null;
  readonly snoozedUntil: number | null;
  readonly isDismissed: boolean;
}

type Row = Omit<ReminderMark, 'isDismissed'> & { readonly isDismissed: 0 | 1 };

const columns = 'type, record_id AS recordId, at, rung_at AS rungAt, snoozed_until AS snoozedUntil, is_dismissed AS isDismissed';

const reminderSql = {
  inRange: `
    SELECT ${columns} FROM reminder_marks INDEXED BY reminder_marks_by_time
    WHERE user_id = @userId AND at >= @from AND at < @until`,
  snoozed: `
    SELECT ${columns} FROM reminder_marks INDEXED BY reminder_marks_snoozed
    WHERE user_id = @userId AND snoozed_until >= @from AND snoozed_until < @until AND is_dismissed = 0`,
  countSnoozed: `
    SELECT count(*) FROM reminder_marks INDEXED BY reminder_marks_snoozed
    WHERE user_id = @userId AND snoozed_until > @now AND is_dismissed = 0`,
  // Of a series those of all its occurrences, whose ids go on with an underscore: ` is the next character.
  of: `
    SELECT ${columns} FROM reminder_marks WHERE user_id = @userId AND record_id = @id
    UNION ALL SELECT ${columns} FROM reminder_marks WHERE user_id = @userId AND record_id >= @id || '_' AND record_id < @id || '\`'`,
  put: `
    INSERT INTO reminder_marks (user_id, type, record_id, at, rung_at, snoozed_until, is_dismissed, marked_at, kept_until)
    VALUES (@userId, @type, @recordId, @at, @rungAt, @snoozedUntil, @isDismissed, @markedAt, @keptUntil)
    ON CONFLICT DO UPDATE SET rung_at = excluded.rung_at, snoozed_until = excluded.snoozed_until, is_dismissed = excluded.is_dismissed,
      marked_at = excluded.marked_at, kept_until = excluded.kept_until`,
  crowd: `
    DELETE FROM reminder_marks WHERE rowid IN
      (SELECT rowid FROM reminder_marks WHERE user_id = @userId ORDER BY marked_at DESC LIMIT -1 OFFSET @kept)`,
  outdated: 'DELETE FROM reminder_marks WHERE rowid IN (SELECT rowid FROM reminder_marks WHERE kept_until < @now LIMIT 100)',
} as const;

export class ReminderStore {
  readonly #inRange;
  readonly #snoozed;
  readonly #countSnoozed;
  readonly #of;
  readonly #put;
  readonly #crowd;
  readonly #outdated;

  constructor(database: Pick<Database, 'prepare'>) {
    this.#inRange = database.prepare<RingRange & { userId: string }, Row>(reminderSql.inRange);
    this.#snoozed = database.prepare<RingRange & { userId: string }, Row>(reminderSql.snoozed);
    this.#countSnoozed = database.prepare<{ userId: string; now: number }, number>(reminderSql.countSnoozed).pluck();
    this.#of = database.prepare<{ userId: string; id: string }, Row>(reminderSql.of);
    this.#put = database.prepare<object>(reminderSql.put);
    this.#crowd = database.prepare<{ userId: string; kept: number }>(reminderSql.crowd);
    this.#outdated = database.prepare<{ now: number }>(reminderSql.outdated);
  }

  /** Those that were to ring at first in the range. */
  inRange(userId: string, range: RingRange): ReminderMark[] {
    return this.#inRange.all({ userId, ...range }).map(toMark);
  }

  /** Those that were snoozed until a time in the range, and not dismissed since. */
  snoozed(userId: string, range: RingRange): ReminderMark[] {
    return this.#snoozed.all({ userId, ...range }).map(toMark);
  }

  /** How many are to ring again after `now`. */
  countSnoozed(userId: string, now: number): number {
    return this.#countSnoozed.get({ userId, now }) ?? 0;
  }

  /** Those of a record; by the id of a series also those of its occurrences. */
  of(userId: string, id: string): ReminderMark[] {
    return this.#of.all({ userId, id }).map(toMark);
  }

  /** `keptUntil`: when it may be forgotten. */
  put(userId: string, mark: ReminderMark, times: { readonly markedAt: number; readonly keptUntil: number }): void {
    this.#put.run({ userId, ...mark, isDismissed: mark.isDismissed ? 1 : 0, ...times });
  }

  /** Removes all but the latest. */
  keepLatest(userId: string, kept: number): void {
    this.#crowd.run({ userId, kept });
  }

  /** Removes some of those that may be forgotten; true if there may be more. */
  forgetSome(now: number): boolean {
    return this.#outdated.run({ now }).changes > 0;
  }
}

function toMark(row: Row): ReminderMark {
  return { ...row, isDismissed: row.isDismissed === 1 };
}
