// The SQL of cards that remind of themselves. Every statement names the user.

import type { Reminder } from '../../contract/reminders.ts';
import type { RingRange } from '../../lib/ringing.ts';
import type { Database } from '../../storage/database.ts';
import { readReminders } from './stored-card.ts';

/** A card with reminders, due and not done. */
export interface RemindedCard {
  readonly id: string;
  readonly title: string;
  readonly dueDate: string;
  readonly reminders: readonly Reminder[];
  readonly ringsFrom: number | null;
}

type Row = Omit<RemindedCard, 'reminders'> & { readonly reminders: string };

const reminded = `
  SELECT cards.id, cards.title, due_date AS dueDate, reminders, rings_from AS ringsFrom FROM cards INDEXED BY cards_reminded
  JOIN board_columns ON board_columns.id = cards.column_id AND deleted_at IS NULL
  WHERE cards.user_id = @userId AND reminders IS NOT NULL AND due_at >= @from AND due_at < @until
    AND completed_at IS NULL AND is_archived = 0`;

const byId = `
  SELECT cards.id, cards.title, due_date AS dueDate, reminders, rings_from AS ringsFrom FROM cards
  JOIN board_columns ON board_columns.id = cards.column_id AND deleted_at IS NULL
  WHERE cards.id = @id AND cards.user_id = @userId AND reminders IS NOT NULL AND due_date IS NOT NULL AND completed_at IS NULL
    AND is_archived = 0`;

export class CardReminderStore {
  readonly #reminded;
  readonly #byId;

  constructor(database: Pick<Database, 'prepare'>) {
    this.#reminded = database.prepare<{ userId: string } & RingRange, Row>(reminded);
    this.#byId = database.prepare<{ userId: string; id: string }, Row>(byId);
  }

  /** Those whose due date is stored as a time in the range. */
  dueIn(userId: string, range: RingRange): RemindedCard[] {
    return this.#reminded.all({ userId, ...range }).map(toCard);
  }

  /** Null if the user has no such card, or it does not ring. */
  maybeCard(userId: string, id: string): RemindedCard | null {
    const row = this.#byId.get({ userId, id });
    return row === undefined ? null : toCard(row);
  }
}

function toCard(row: Row): RemindedCard {
  return { ...row, reminders: readReminders(row.reminders) };
}
