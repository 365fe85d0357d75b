// The full-text index of notes. Every statement is bounded to the numbers of one user.
//
// Order of hits: up to `rankedHits` are ranked by BM25, in which a word in the title counts ten times, and then newest first. That
// costs time for every hit, and more for every note with one of the words. With more hits those with all words in the title come
// first, then the others, each newest first.

import type { Database } from '../../../storage/database.ts';
import { IndexEntries } from '../../../storage/index-entries.ts';
import { crowdedSegments, segmentsSql } from '../../../storage/index-merges.ts';
import type { EntryNumbers } from '../../../storage/search-numbers.ts';
import { listedColumns, type ListedNote } from '../note-list-store.ts';
import type { NoteKey } from '../note-store.ts';
import { anywhere, rankable, titled, untitled } from '../../../lib/full-text/match.ts';
import type { IndexEntry } from './index-entry.ts';
import type { WordQuery } from '../../../lib/full-text/query.ts';

interface NoteHit {
  readonly id: string;
  /** Of its entry in the index; it may have another one by the time that this is read. */
  readonly number: number;
  /** Higher is better. Says nothing beyond the answer that it is part of. */
  readonly score: number;
  /** The note, where it was asked for and comes of the same statement. */
  readonly note?: HitNote;
}

/** A note of a hit, and its text as it is read; null where that is not stored, or of another version. */
export interface HitNote extends ListedNote {
  readonly text: string | null;
}

export interface NoteSearchResult {
  readonly total: number;
  readonly hits: readonly NoteHit[];
}

export interface SearchPage {
  /** Null means all. */
  readonly limit: number | null;
  readonly offset: number;
  /** Whether the notes of the hits may come along. */
  readonly withNotes?: boolean;
}

/** How many hits are ranked, and of how many terms. */
export const rankedHits = 1000;
const rankedTerms = 12;
/** Of how many hits the notes come along: their texts are in memory together. */
const maxNotes = 64;

const scores = { title: 2, elsewhere: 1 } as const;

interface Matching extends EntryNumbers {
  readonly match: string;
}
/** A query as it was asked, and with its last word as a whole one. */
interface MatchingEither extends Matching {
  readonly word: string;
  readonly whole: string;
}
interface MatchingTitles extends EntryNumbers {
  readonly titled: string;
  readonly untitled: string;
}
interface Cut {
  readonly limit: number;
  readonly offset: number;
}

// Numbers reach SQLite as floating point, which the index does not take for row numbers.
// Not as BETWEEN, which SQLite would look at again for each hit: that took a third of the time of a count.
const mine = 'note_index.rowid >= CAST(@first AS INTEGER) AND note_index.rowid <= CAST(@last AS INTEGER)';
const matches = (expression: string): string => `FROM note_index WHERE note_index MATCH ${expression} AND ${mine}`;
const newestOf = (expression: string, score: number): string =>
  // The limit keeps the order from being moved outwards, where it would be lost.
  `SELECT * FROM (SELECT rowid AS number, ${score} AS score ${matches(expression)} ORDER BY rowid DESC LIMIT -1)`;

const rankedHitsOf = `
    WITH hits AS MATERIALIZED (
      SELECT rowid AS number, -bm25(note_index, 10, 1) AS score ${matches('@match')}
      ORDER BY score DESC, number DESC LIMIT @limit OFFSET @offset
    )`;

/** The words of the index in their order. They are those of all users: it only tells that a word is not there. */
const indexedWords = "CREATE VIRTUAL TABLE IF NOT EXISTS temp.note_words USING fts5vocab ('main', 'note_index', 'instance')";

/** The statements, to be explained in tests. */
export const noteSearchSql = {
  count: `SELECT count(*) AS hits ${matches('@match')}`,
  // Where no word goes on from the last one, there is nothing to gather. No word goes on with less than a 0.
  countEither: `
    WITH further AS MATERIALIZED (
      SELECT coalesce((
        SELECT substr(term, 1, length(@word)) = @word FROM temp.note_words WHERE term >= @word || '0' LIMIT 1
      ), 0) AS is_there
    )
    SELECT is_there AS goesOn,
      CASE is_there WHEN 1 THEN (SELECT count(*) ${matches('@match')}) ELSE (SELECT count(*) ${matches('@whole')}) END AS hits
    FROM further`,
  newest: `
    SELECT note_id AS id, row AS number, ${scores.elsewhere} AS score FROM note_index CROSS JOIN note_search ON row = note_index.rowid
    WHERE note_index MATCH @match AND ${mine} ORDER BY note_index.rowid DESC LIMIT @limit OFFSET @offset`,
  titlesFirst: `
    WITH hits AS (${newestOf('@titled', scores.title)} UNION ALL ${newestOf('@untitled', scores.elsewhere)} LIMIT @limit OFFSET @offset)
    SELECT note_id AS id, number, score FROM hits CROSS JOIN note_search ON row = number`,
  ranked: `${rankedHitsOf}
    SELECT note_id AS id, number, score FROM hits CROSS JOIN note_search ON row = number ORDER BY score DESC, number DESC`,
  // In no order: sorting would copy the texts. A stored text counts only where the index is as far as the note.
  rankedNotes: `${rankedHitsOf}
    SELECT number, score, ${listedColumns}, CASE WHEN indexed_version = version THEN text END AS text
    FROM hits CROSS JOIN note_search ON note_search.row = number CROSS JOIN notes ON notes.id = note_id AND user_id = @userId
      LEFT JOIN note_texts ON note_texts.row = number`,
} as const;

export class NoteSearchStore {
  readonly #entries: IndexEntries;
  readonly #addText;
  readonly #segments;
  readonly #count;
  readonly #countEither;
  readonly #newest;
  readonly #titlesFirst;
  readonly #ranked;
  readonly #rankedNotes;

  constructor(database: Pick<Database, 'prepare' | 'inTransaction'>) {
    this.#entries = new IndexEntries(database, 'note');
    this.#addText = database.prepare<[number, string]>('INSERT INTO note_texts (row, text) VALUES (?, ?)');
    this.#segments = database.prepare<[], number>(segmentsSql('note_index')).pluck();
    database.prepare(indexedWords).run();
    this.#count = database.prepare<Matching, { hits: number }>(noteSearchSql.count);
    this.#countEither = database.prepare<MatchingEither, { hits: number; goesOn: 0 | 1 }>(noteSearchSql.countEither);
    this.#newest = database.prepare<Matching & Cut, NoteHit>(noteSearchSql.newest);
    this.#titlesFirst = database.prepare<MatchingTitles & Cut, NoteHit>(noteSearchSql.titlesFirst);
    this.#ranked = database.prepare<Matching & Cut, NoteHit>(noteSearchSql.ranked);
    this.#rankedNotes = database.prepare<Matching & Cut & { userId: string }, HitNote & { number: number; score: number }>(
      noteSearchSql.rankedNotes,
    );
  }

  /** Inside a write: makes the note, which is stored already, found by these words alone. It becomes the user's newest. */
  put(key: NoteKey, entry: IndexEntry): void {
    this.putAll([{ key, entry }]);
  }

  /** `put` for several notes, each of them once; the last becomes the newest. What else the write stores must be stored before. */
  putAll(notes: readonly { readonly key: NoteKey; readonly entry: IndexEntry }[]): void {
    const numbers = this.#entries.putAll(notes.map(({ key, entry: { title, body } }) => ({ ...key, title, body })));
    for (const [at, number] of numbers.entries()) this.#addText.run(number, notes[at]?.entry.text ?? '');
  }

  /** Whether merging lags behind what is put here. */
  isCrowded(): boolean {
    return (this.#segments.get() ?? 0) > crowdedSegments;
  }

  /** Inside a write: the note is not found any more. Deleting the note itself does the same. */
  remove(id: string): void {
    this.#entries.remove(id);
  }

  /**
   * The user's hits, best first; see above. Pages of one query never overlap and miss nothing, as long as nothing is written in between.
   */
  search(userId: string, asked: WordQuery, { limit, offset, withNotes = false }: SearchPage): NoteSearchResult {
    const mine = this.#entries.maybeNumbers(userId);
    if (mine === null || asked.all.length + asked.none.length === 0) return { total: 0, hits: [] };
    const { query, total } = this.#counted(mine, asked);
    const cut = { limit: Math.min(limit ?? total, Math.max(0, total - offset)), offset };
    if (cut.limit === 0) return { total, hits: [] };
    if (query.all.length === 0) return { total, hits: this.#newest.all({ ...mine, match: anywhere(query), ...cut }) };
    const few = total > 1 && total <= rankedHits && query.all.length + query.none.length <= rankedTerms;
    if (few && withNotes && cut.limit <= maxNotes)
      return { total, hits: this.#withNotes(userId, { ...mine, match: rankable(query), ...cut }) };
    if (few) return { total, hits: this.#ranked.all({ ...mine, match: rankable(query), ...cut }) };
    return { total, hits: this.#titlesFirst.all({ ...mine, titled: titled(query), untitled: untitled(query), ...cut }) };
  }

  #withNotes(userId: string, ranked: Matching & Cut): NoteHit[] {
    return this.#rankedNotes
      .all({ ...ranked, userId })
      .toSorted((a, b) => b.score - a.score || b.number - a.number)
      .map((note) => ({ id: note.id, number: note.number, score: note.score, note }));
  }

  /** How many hits there are; the query with its last word as a whole one where no word of the index goes on from it. */
  #counted(mine: EntryNumbers, query: WordQuery): { readonly query: WordQuery; readonly total: number } {
    const match = anywhere(query);
    const last = query.all.at(-1);
    const word = last?.prefix === true ? last.words.at(-1) : undefined;
    if (last === undefined || word === undefined) return { query, total: this.#count.get({ ...mine, match })?.hits ?? 0 };
    const whole = { ...query, all: [...query.all.slice(0, -1), { ...last, prefix: false }] };
    const { hits, goesOn } = this.#countEither.get({ ...mine, match, word, whole: anywhere(whole) }) ?? { hits: 0, goesOn: 0 };
    return { query: goesOn === 1 ? query : whole, total: hits };
  }
}
