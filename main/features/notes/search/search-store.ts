// The full-text index of notes. Every statement is bounded to the numbers of one user.
//
// A user's entries have numbers of a range of their own, and an entry is always written anew with the next number. So the order of
// numbers is the order of change, and the newest hits are found without looking at the others. The first user's numbers are
// small, as most databases hold one user, and small numbers take less room.
//
// Order of hits: up to `rankedHits` are ranked by BM25, in which a word in the title counts ten times, and then newest first. That
// costs time for every hit, and more for every note with one of the words. With more hits those with all words in the title come
// first, then the others, each newest first.

import type { Database } from '../../../storage/database.ts';
import type { NoteKey } from '../note-store.ts';
import { fold, words } from './fold.ts';
import { anywhere, rankable, titled, titleMark, untitled } from './match.ts';
import { searchedTexts } from './note-text.ts';
import type { SearchQuery } from './query.ts';

/** What the index keeps of a note: its words, folded, and the text as it is read. */
export interface IndexEntry {
  readonly title: string;
  readonly body: string;
  readonly text: string;
}

/** Takes long for a long note; needs no database. */
export function indexEntry({ title, content }: { readonly title: string; readonly content: string }): IndexEntry {
  const marked = words(title).map((word) => titleMark + word);
  const texts = searchedTexts(content);
  return {
    // The mark also keeps phrases from running on from one text into the next.
    title: [fold(title), titleMark, ...marked].join(' '),
    body: texts.map(fold).join(` ${titleMark} `),
    text: texts[0] ?? '',
  };
}

export interface SearchHit {
  readonly id: string;
  /** Higher is better. Says nothing beyond the answer that it is part of. */
  readonly score: number;
}

export interface SearchResult {
  readonly total: number;
  readonly hits: readonly SearchHit[];
}

export interface SearchPage {
  /** Null means all. */
  readonly limit: number | null;
  readonly offset: number;
}

/** A user's entries: numbers below 2^53 leave room for 131 072 users, and each can change notes a thousand times a second for two years. */
const entriesOfUser = 2 ** 36;
const maxUsers = 2 ** 17;

/** How many hits are ranked, and of how many terms. */
export const rankedHits = 1000;
const rankedTerms = 12;

/**
 * Beginnings of words up to this length are in the index themselves (see the table); longer ones are gathered from all words, each time.
 */
const indexedPrefix = 2;

const scores = { title: 2, elsewhere: 1 } as const;

interface Numbers {
  readonly first: number;
  readonly last: number;
}
interface Matching extends Numbers {
  readonly match: string;
}
interface Cut {
  readonly limit: number;
  readonly offset: number;
}

// Numbers reach SQLite as floating point, which the index does not take for row numbers.
const mine = 'BETWEEN CAST(@first AS INTEGER) AND CAST(@last AS INTEGER)';
const matching = `FROM note_index WHERE note_index MATCH @match AND rowid ${mine}`;

/** The statements, to be explained in tests. */
export const searchSql = {
  count: `SELECT count(*) AS hits ${matching}`,
  numbers: `SELECT rowid ${matching} ORDER BY rowid DESC`,
  newest: `
    SELECT note_id FROM note_index CROSS JOIN note_search ON row = note_index.rowid
    WHERE note_index MATCH @match AND note_index.rowid ${mine} ORDER BY note_index.rowid DESC LIMIT @limit OFFSET @offset`,
  ranked: `
    WITH hits AS MATERIALIZED (
      SELECT rowid AS number, -bm25(note_index, 10, 1) AS score ${matching} ORDER BY score DESC, number DESC LIMIT @limit OFFSET @offset
    )
    SELECT note_id AS id, score FROM hits CROSS JOIN note_search ON row = number ORDER BY score DESC, number DESC`,
} as const;

export class SearchStore {
  readonly #database;
  /** Numbers that are there for good, by user. */
  readonly #users = new Map<string, number>();
  readonly #user;
  readonly #addUser;
  readonly #last;
  readonly #addEntry;
  readonly #addWords;
  readonly #addText;
  readonly #remove;
  readonly #count;
  readonly #numbers;
  readonly #newest;
  readonly #ranked;
  readonly #noteOf;

  constructor(database: Database) {
    this.#database = database;
    this.#user = database.prepare<[string], { number: number }>('SELECT number FROM note_search_users WHERE user_id = ?');
    this.#addUser = database.prepare<[string], { number: number }>(
      'INSERT INTO note_search_users (number, user_id) SELECT coalesce(max(number), -1) + 1, ? FROM note_search_users RETURNING number',
    );
    this.#last = database.prepare<Numbers, { row: number | null }>(
      'SELECT max(row) AS row FROM note_search WHERE row BETWEEN @first AND @last',
    );
    this.#addEntry = database.prepare<[number, string]>('INSERT INTO note_search (row, note_id) VALUES (?, ?)');
    this.#addWords = database.prepare<[number, string, string]>(
      'INSERT INTO note_index (rowid, title, body) VALUES (CAST(? AS INTEGER), ?, ?)',
    );
    this.#addText = database.prepare<[number, string]>('INSERT INTO note_texts (row, text) VALUES (?, ?)');
    this.#remove = database.prepare<[string]>('DELETE FROM note_search WHERE note_id = ?');
    this.#count = database.prepare<Matching, { hits: number }>(searchSql.count);
    this.#numbers = database.prepare<Matching, number>(searchSql.numbers).pluck();
    this.#newest = database.prepare<Matching & Cut, string>(searchSql.newest).pluck();
    this.#ranked = database.prepare<Matching & Cut, SearchHit>(searchSql.ranked);
    this.#noteOf = database.prepare<[number], string>('SELECT note_id FROM note_search WHERE row = ?').pluck();
  }

  /** Inside a write: makes the note, which is stored already, found by these words alone. It becomes the user's newest. */
  put({ userId, id }: NoteKey, { title, body, text }: IndexEntry): void {
    const number = this.#nextNumber(userId);
    this.#remove.run(id);
    this.#addEntry.run(number, id);
    this.#addWords.run(number, title, body);
    this.#addText.run(number, text);
  }

  /** Inside a write: the note is not found any more. Deleting the note itself does the same. */
  remove(id: string): void {
    this.#remove.run(id);
  }

  /**
   * The user's hits, best first; see above. Pages of one query never overlap and miss nothing, as long as nothing is written in between.
   */
  search(userId: string, query: SearchQuery, { limit, offset }: SearchPage): SearchResult {
    const user = this.#userNumber(userId);
    if (user === null || query.all.length + query.none.length === 0) return { total: 0, hits: [] };
    const mine = numbersOf(user);
    const all = { ...mine, match: anywhere(query) };
    // Gathering words takes longer than giving out all numbers.
    const numbers = gathers(query) ? this.#numbers.all(all) : null;
    const total = numbers?.length ?? this.#count.get(all)?.hits ?? 0;
    const cut = { limit: Math.min(limit ?? total, Math.max(0, total - offset)), offset };
    if (cut.limit === 0) return { total, hits: [] };
    if (query.all.length === 0) return { total, hits: scored(this.#newest.all({ ...all, ...cut }), scores.elsewhere) };
    const few = total > 1 && total <= rankedHits && query.all.length + query.none.length <= rankedTerms;
    if (few) return { total, hits: this.#ranked.all({ ...mine, match: rankable(query), ...cut }) };
    return { total, hits: numbers === null ? this.#titlesFirst(mine, query, cut) : this.#titlesFirstOf(numbers, mine, query, cut) };
  }

  #titlesFirst(mine: Numbers, query: SearchQuery, { limit, offset }: Cut): SearchHit[] {
    const inTitle = { ...mine, match: titled(query) };
    const titles = this.#count.get(inTitle)?.hits ?? 0;
    const first = offset < titles ? this.#newest.all({ ...inTitle, limit, offset }) : [];
    const rest = { limit: limit - first.length, offset: Math.max(0, offset - titles) };
    const others = rest.limit > 0 ? this.#newest.all({ ...mine, match: untitled(query), ...rest }) : [];
    return [...scored(first, scores.title), ...scored(others, scores.elsewhere)];
  }

  /** The same order, from the numbers of all hits. */
  #titlesFirstOf(numbers: readonly number[], mine: Numbers, query: SearchQuery, { limit, offset }: Cut): SearchHit[] {
    const titles = new Set(this.#numbers.all({ ...mine, match: titled(query) }));
    return [...titles, ...numbers.filter((number) => !titles.has(number))]
      .slice(offset, offset + limit)
      .map((number) => ({ id: this.#noteOf.get(number) ?? '', score: titles.has(number) ? scores.title : scores.elsewhere }));
  }

  /** Null if the user has none yet. One that was given in a transaction that may still roll back is not remembered. */
  #userNumber(userId: string): number | null {
    const known = this.#users.get(userId) ?? this.#user.get(userId)?.number;
    if (known !== undefined && !this.#database.inTransaction()) this.#users.set(userId, known);
    return known ?? null;
  }

  #nextNumber(userId: string): number {
    const user = this.#userNumber(userId) ?? this.#addUser.get(userId)?.number ?? maxUsers;
    if (user >= maxUsers) throw new Error('The full-text index has no number left for this user');
    const mine = numbersOf(user);
    const next = (this.#last.get(mine)?.row ?? mine.first - 1) + 1;
    if (next > mine.last) throw new Error('The full-text index has no number left for this note');
    return next;
  }
}

const numbersOf = (user: number): Numbers => ({ first: user * entriesOfUser, last: (user + 1) * entriesOfUser - 1 });

function gathers({ all }: SearchQuery): boolean {
  const last = all.at(-1);
  return last?.prefix === true && Array.from(last.words.at(-1) ?? '').length > indexedPrefix;
}

const scored = (ids: readonly string[], score: number): SearchHit[] => ids.map((id) => ({ id, score }));
