// Numbers of entries in the full-text indexes. In each index a user's entries have numbers of a range of their own, so that a search looks
// at no others, and an entry is always written anew with the next number, so that their order is the order of change.

import type { Database } from './database.ts';

/** A user's numbers, both ends included. */
export interface EntryNumbers {
  readonly first: number;
  readonly last: number;
}

/** Numbers below 2^53 leave room for 131 072 users, and each can change records a thousand times a second for two years. */
const entriesOfUser = 2 ** 36;
const maxUsers = 2 ** 17;

/** Those of the user with this number in `note_search_users`. */
export const numbersOf = (user: number): EntryNumbers => ({ first: user * entriesOfUser, last: (user + 1) * entriesOfUser - 1 });

export class SearchNumbers {
  readonly #database;
  /** Numbers that are there for good, by user. */
  readonly #users = new Map<string, number>();
  readonly #user;
  readonly #addUser;

  constructor(database: Pick<Database, 'prepare' | 'inTransaction'>) {
    this.#database = database;
    this.#user = database.prepare<[string], { number: number }>('SELECT number FROM note_search_users WHERE user_id = ?');
    this.#addUser = database.prepare<[string], { number: number }>(
      'INSERT INTO note_search_users (number, user_id) SELECT coalesce(max(number), -1) + 1, ? FROM note_search_users RETURNING number',
    );
  }

  /** Null if the user has none yet. Those that were given in a transaction that may still roll back are not remembered. */
  maybe(userId: string): EntryNumbers | null {
    const known = this.#users.get(userId) ?? this.#user.get(userId)?.number;
    if (known !== undefined && !this.#database.inTransaction()) this.#users.set(userId, known);
    return known === undefined ? null : numbersOf(known);
  }

  /** Inside a write: those of the user, who is given some if there are none yet. Throws where no more users have room. */
  take(userId: string): EntryNumbers {
    const known = this.maybe(userId);
    if (known !== null) return known;
    const added = this.#addUser.get(userId)?.number ?? maxUsers;
    if (added >= maxUsers) throw new Error('The full-text index has no number left for this user');
    return numbersOf(added);
  }
}
