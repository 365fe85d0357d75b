// The SQL of listing tags. Every statement names the user, so that another user's note is one that never was.

import type { Database } from '../../storage/database.ts';

/** A tag of some notes, and how many of these have it. */
export interface CountedTag {
  /** Without case. */
  readonly folded: string;
  /** As the oldest of them writes it. */
  readonly shown: string;
  readonly notes: number;
  /** When that one was made, and its id: the order of notes that have a tag. */
  readonly oldest: string;
}

interface Place {
  readonly tag: string;
  readonly noteId: string;
}

/** The tags of notes after a place, some at a time. */
const after = `
  FROM note_tags INDEXED BY note_tags_by_tag WHERE user_id = @userId AND tag >= @tag AND (tag > @tag OR note_id > @noteId)
  ORDER BY tag, note_id`;

/** How many tags of notes are counted in one go. */
const partLength = 2_000;

export class TagStore {
  readonly #counted;
  readonly #place;

  constructor(database: Pick<Database, 'prepare'>) {
    // What is shown is of the oldest note that has it: SQLite takes bare columns from the row with the minimum.
    this.#counted = database.prepare<Place & { userId: string; length: number }, CountedTag>(`
      SELECT tag AS folded, shown, count(*) AS notes, min(created_at || id) AS oldest
      FROM (SELECT note_id, tag, shown ${after} LIMIT @length) CROSS JOIN notes ON notes.id = note_id AND trashed_at IS NULL
      GROUP BY tag ORDER BY tag`);
    this.#place = database.prepare<Place & { userId: string; passed: number }, Place>(
      `SELECT tag, note_id AS noteId ${after} LIMIT 1 OFFSET @passed`,
    );
  }

  /** Whether the user's notes have more tags, all told, than are counted in one go. */
  areMany(userId: string): boolean {
    return this.#maybePlace(userId, beginning, partLength + 1) !== null;
  }

  /** All of them by name, some notes at a time: a tag can be in several parts. */
  *parts(userId: string): Generator<CountedTag[]> {
    for (let from: Place | null = beginning; from !== null;) {
      yield this.#counted.all({ userId, ...from, length: partLength });
      from = this.#maybePlace(userId, from, partLength);
    }
  }

  /** The `count`th place after this one; null where there are fewer. */
  #maybePlace(userId: string, from: Place, count: number): Place | null {
    return this.#place.get({ userId, ...from, passed: count - 1 }) ?? null;
  }
}

const beginning: Place = { tag: '', noteId: '' };
