import type { Actor } from '../../contract/changes.ts';
import { windowActor } from '../../lib/caller.ts';
import type { CardChange } from '../../lib/change.ts';
import type { Database } from '../../storage/database.ts';
import { undoneBy } from './undo-store.ts';

interface Row extends Omit<CardChange, 'actor' | 'before' | 'told' | 'isUndone'> {
  /** JSON; null for the window. */
  readonly actor: string | null;
  readonly before: string | null;
  readonly told: string | null;
  readonly isUndone: 0 | 1;
}

interface OfCard {
  readonly userId: string;
  readonly cardId: string;
}

/** A page ends once what its changes have replaced is this long, as JSON. */
const maxPageLength = 1024 * 1024;

const ofCard = "FROM changes INDEXED BY changes_of_cards WHERE type = 'card' AND record_id = @cardId AND user_id = @userId";

/** The SQL of what the change feed has of single cards. */
export class CardChangesStore {
  readonly #newestFirst;
  readonly #later;

  constructor(database: Database) {
    this.#newestFirst = database.prepare<OfCard & { until: number; limit: number }, Row>(`
      SELECT seq, at, action, version, actor, batch_id AS batchId, ${undoneBy} IS NOT NULL AS isUndone, told, before
      ${ofCard} AND seq < @until ORDER BY seq DESC LIMIT @limit`);
    this.#later = database
      .prepare<OfCard & { seq: number; path: string }, string>(
        `SELECT before -> @path ${ofCard} AND seq > @seq AND json_type(before, @path) IS NOT NULL ORDER BY seq LIMIT 1`,
      )
      .pluck();
  }

  /** Up to `limit` changes of a card from before the one with the number `until`, the newest first; fewer where they are large. */
  newestFirst(userId: string, cardId: string, until: number, limit: number): CardChange[] {
    const found: CardChange[] = [];
    let length = 0;
    for (const row of this.#newestFirst.iterate({ userId, cardId, until, limit })) {
      found.push(toChange(row));
      length += row.before?.length ?? 0;
      if (length > maxPageLength) break;
    }
    return found;
  }

  /** What a field was before the first change of it after `seq`; undefined if there is none, or where that is not kept any more. */
  maybeLater(userId: string, cardId: string, seq: number, field: string): unknown {
    const value = this.#later.get({ userId, cardId, seq, path: `$.${field}` });
    return value === undefined ? undefined : JSON.parse(value);
  }
}

const parsedFields = (json: string | null): Readonly<Record<string, unknown>> | null =>
  json === null ? null : (JSON.parse(json) as Readonly<Record<string, unknown>>);

function toChange({ actor, before, told, isUndone, ...row }: Row): CardChange {
  return {
    ...row,
    actor: actor === null ? windowActor : (JSON.parse(actor) as Actor),
    before: parsedFields(before),
    told: parsedFields(told),
    isUndone: isUndone === 1,
  };
}
