// The SQL of cards and events that their indexes do not have as they are.

import type { RecordText } from '../../lib/text-watchers.ts';
import type { Database } from '../../storage/database.ts';
import { occurrenceTexts } from './kind-store.ts';

export type PendingType = 'card' | 'event';

/** A record that is to be indexed. It may be gone by now. */
export interface PendingRecord {
  readonly seq: number;
  readonly userId: string;
  readonly type: PendingType;
  readonly id: string;
  /** About how many bytes there are to be indexed of it. */
  readonly size: number;
}

interface TextRow {
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
  readonly location: string | null;
  /** JSON: the texts that occurrences have of their own. */
  readonly own: string;
}

const columns = `seq, user_id AS userId, type, record_id AS id,
  coalesce(CASE type WHEN 'card' THEN (SELECT octet_length(description) FROM cards WHERE cards.id = record_id)
  ELSE (SELECT octet_length(description) FROM events WHERE events.id = record_id) END, 0)
  + coalesce((SELECT sum(octet_length(fields)) FROM event_overrides WHERE series_id = record_id), 0) AS size`;

const pendingSql = {
  oldest: `SELECT ${columns} FROM unindexed_words ORDER BY seq LIMIT ?`,
  newest: `SELECT ${columns} FROM unindexed_words WHERE user_id = ? ORDER BY seq DESC LIMIT ?`,
  cards: `
    SELECT cards.id, title, description, NULL AS location, '[]' AS own
    FROM json_each(@ids) AS wanted CROSS JOIN cards ON cards.id = wanted.value`,
  events: `
    SELECT events.id, title, description, location, (
      SELECT json_group_array(text) FROM (${occurrenceTexts('events.id')})
    ) AS own
    FROM json_each(@ids) AS wanted CROSS JOIN events ON events.id = wanted.value`,
} as const;

export class PendingWordsStore {
  readonly #add;
  readonly #oldest;
  readonly #newest;
  readonly #removeUpTo;
  readonly #cards;
  readonly #events;

  constructor(database: Pick<Database, 'prepare'>) {
    this.#add = database.prepare<[string, PendingType, string]>('INSERT INTO unindexed_words (user_id, type, record_id) VALUES (?, ?, ?)');
    this.#oldest = database.prepare<[number], PendingRecord>(pendingSql.oldest);
    this.#newest = database.prepare<[string, number], PendingRecord>(pendingSql.newest);
    this.#removeUpTo = database.prepare<[number]>('DELETE FROM unindexed_words WHERE seq <= ?');
    this.#cards = database.prepare<{ ids: string }, TextRow>(pendingSql.cards);
    this.#events = database.prepare<{ ids: string }, TextRow>(pendingSql.events);
  }

  /** Inside the write that has changed what the record says. */
  add(userId: string, type: PendingType, id: string): void {
    this.#add.run(userId, type, id);
  }

  /** Of all users, oldest change first. A record can be there more than once. */
  oldest(limit: number): PendingRecord[] {
    return this.#oldest.all(limit);
  }

  /** Of one user, newest change first. A record can be there more than once. */
  newest(userId: string, limit: number): PendingRecord[] {
    return this.#newest.all(userId, limit);
  }

  removeUpTo(seq: number): void {
    this.#removeUpTo.run(seq);
  }

  /** What these records say, by id; without those that are gone. */
  texts(type: PendingType, ids: readonly string[]): ReadonlyMap<string, RecordText> {
    const rows = (type === 'card' ? this.#cards : this.#events).all({ ids: JSON.stringify(ids) });
    return new Map(rows.map((row) => [row.id, toText(row)]));
  }
}

function toText({ title, description, location, own }: TextRow): RecordText {
  const texts = JSON.parse(own) as string[];
  return { title, description, others: location === null ? texts : [location, ...texts] };
}
