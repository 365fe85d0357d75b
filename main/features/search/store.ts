// The SQL of the one search. Every statement is bounded to one user: by the numbers of its entries, and by the rows of its records.
//
// Scores of different indexes are made comparable so: BM25 adds up, for each word, how rare the word is in the index times how much
// the record is about it. The second is between 0 and 2.2 everywhere, in the title ten times as soon; the first depends on what else the
// index holds, and says nothing across indexes. So the sum is divided by what a record would get that consisted of nothing but these
// words: the very same function with weights beyond measure. What remains, between 0 and 1, is how much a record is about the words,
// its length compared with that of others of its kind.
//
// BM25 costs time for every hit. Of a kind with more than `rankedHits` those of the newest are ranked, and of the newest with all words
// in the title; the others follow with the score 0. Within a kind what is equal is in the order of change, newest first.

import { LRUCache } from 'lru-cache';
import type { SearchType } from '../../contract/search.ts';
import type { Database } from '../../storage/database.ts';
import { kindSql, type KindSql } from './kind-store.ts';

/** Where an answer goes on in the hits of a kind: after this one. */
export interface Place {
  readonly score: number;
  /** Of the entry in the index. */
  readonly number: number;
}

export interface FoundRecord extends Place {
  readonly id: string;
  /** Null for files, which have none. */
  readonly version: number | null;
  readonly title: string;
  /** When it was changed last, in milliseconds since the epoch. */
  readonly at: number;
  /** The project of a card, or of a file's card; '' for none. */
  readonly place: string;
  /** Of a file. */
  readonly ownerId: string | null;
  readonly ownerType: 'note' | 'card' | null;
  /** When an event begins, in milliseconds since the epoch; null for a series. */
  readonly startAt: number | null;
}

/** What is to be known before a kind is looked through. */
export interface Outlook {
  /** Whether the user has records of the kind that are not shown: to leave none out takes half of the time of leaving out few. */
  readonly hides: boolean;
  /** Whether a word of the index goes on from the given one: else that is looked for as a whole word, which takes less time. */
  readonly goesOn: boolean;
}

/** What is looked for in an index; see lib/full-text/match.ts. */
export interface Matches {
  readonly all: string;
  /** Null where nothing can be ranked. */
  readonly ranked: { readonly anywhere: string; readonly inTitle: string } | null;
}

/** Which records are meant, as SQL with values for the names in it. All must hold. */
export interface Conditions {
  /** Statements for the entries of records, which are those that are meant, or are not. */
  readonly lists: readonly { readonly entries: string; readonly isExcluded: boolean }[];
  /** Of the row of the entry, which each hit has at hand. */
  readonly onEntry: readonly string[];
  /** Of the record, and of the `place` that it is in. */
  readonly onRecord: readonly string[];
  /** Whether a condition of the record names its place. */
  readonly usesPlace: boolean;
  readonly values: Readonly<Record<string, string | number>>;
  /** Whether archived records are meant, instead of the others. */
  readonly isArchived: boolean;
}

/** How many hits of a kind are ranked; of more, half of them by how new they are, and half by their titles. */
export const rankedHits = 1_000;

/** A user's numbers; see notes/search/search-store.ts. */
const entriesOfUser = 2 ** 36;

const first: Place = { score: 2, number: Number.MAX_SAFE_INTEGER };

interface Parameters {
  readonly userId: string;
  readonly first: number;
  readonly last: number;
  readonly all: string;
  readonly [name: string]: string | number;
}

/** The lists, which a filter names: each is made once for a statement. */
function withLists({ lists }: Conditions, statement: string): string {
  if (lists.length === 0) return statement;
  return `WITH ${lists.map(({ entries }, at) => `list${at} (row) AS MATERIALIZED (${entries})`).join(', ')} ${statement}`;
}

function filterOf(kind: KindSql, conditions: Conditions, hides: boolean): string {
  const { index, entries, fromEntry, toPlace, isThere, isArchived, hidden } = kind;
  // The plus keeps SQLite from asking the index for one number after the other.
  const listed = conditions.lists.map(({ isExcluded }, at) => `+${index}.rowid ${isExcluded ? 'NOT ' : ''}IN (SELECT row FROM list${at})`);
  const exists = (from: string, asked: readonly string[]): string =>
    `EXISTS (SELECT 1 FROM ${from} WHERE entry.row = ${index}.rowid AND ${asked.join(' AND ')})`;
  const isWhole = hidden === null || (conditions.isArchived && isArchived !== null);
  if (isWhole) {
    const archived = isArchived === null ? [] : [isArchived];
    listed.push(exists(`${fromEntry} ${toPlace}`, [isThere, ...archived, ...conditions.onEntry, ...conditions.onRecord]));
  } else {
    if (hides && !conditions.isArchived) listed.push(`+${index}.rowid NOT IN (${hidden})`);
    const asked = [...conditions.onEntry, ...conditions.onRecord];
    const from = conditions.onRecord.length === 0 ? `${entries} AS entry` : fromEntry;
    if (asked.length > 0) listed.push(exists(conditions.usesPlace ? `${from} ${toPlace}` : from, asked));
  }
  return listed.map((each) => `AND ${each}`).join(' ');
}

// Numbers reach SQLite as floating point, which the index does not take for row numbers.
const integer = (name: string): string => `CAST(@${name} AS INTEGER)`;

/** From which number to which one. Two lower ends, or two upper ones, would be no good: the index goes by one of each alone. */
interface Span {
  readonly from?: string;
  readonly to?: string;
}

/** Hits among the user's numbers, or a span of them. */
function hitsOf({ index }: KindSql, match: string, filter: string, { from = integer('first'), to = integer('last') }: Span = {}): string {
  return `FROM ${index} WHERE ${index} MATCH ${match} AND ${index}.rowid >= ${from} AND ${index}.rowid <= ${to} ${filter}`;
}

const scoresOf = ({ index }: KindSql): string => `rowid AS number, -bm25(${index}, 10, 1) AS found, -bm25(${index}, 1e9, 1e9) AS most`;

const scored = 'SELECT number, found / max(most) OVER () AS score FROM';

const after = '(score, number) < (@score, @number) ORDER BY score DESC, number DESC LIMIT @limit';

/** Hits without a score come after all that have one: of these the cursor names the last that was given. */
const notGiven = (to: string): string => `CASE WHEN @score > 0 THEN ${to} ELSE min(${integer('number')} - 1, ${to}) END`;

/** The statements of a kind, to be explained in tests. */
export const searchSql = {
  // No word goes on from another with less than a 0. The words are those of all users: it only tells that a word is not there.
  outlook: ({ index, hidden }: KindSql): string => `
    SELECT ${hidden === null ? '1' : `EXISTS (${hidden})`} AS hides,
      coalesce((
        SELECT substr(term, 1, length(@word)) = @word FROM temp.${index}_terms WHERE term >= @word || '0' LIMIT 1
      ), 0) AS goesOn`,
  terms: ({ index }: KindSql): string =>
    `CREATE VIRTUAL TABLE IF NOT EXISTS temp.${index}_terms USING fts5vocab ('main', '${index}', 'instance')`,
  count: (kind: KindSql, filter: string): string => `SELECT count(*) AS hits ${hitsOf(kind, '@all', filter)}`,
  newest: (kind: KindSql, filter: string): string => `
    SELECT rowid AS number, 0.0 AS score ${hitsOf(kind, '@all', filter, { to: notGiven(integer('last')) })}
    ORDER BY rowid DESC LIMIT @limit`,
  ranked: (kind: KindSql, filter: string): string => `
    WITH hits AS MATERIALIZED (SELECT ${scoresOf(kind)} ${hitsOf(kind, '@anywhere', filter)})
    SELECT number, score FROM (${scored} hits) WHERE ${after}`,
  rankedInPart: (kind: KindSql, filter: string): string => {
    const edge = '(SELECT number FROM edge)';
    const older = { to: `${edge} - 1` };
    return `
    WITH edge AS MATERIALIZED (
      SELECT (SELECT rowid ${hitsOf(kind, '@all', filter)} ORDER BY rowid DESC LIMIT 1 OFFSET @half - 1) AS number
    ),
    new AS MATERIALIZED (SELECT ${scoresOf(kind)} ${hitsOf(kind, '@all', filter, { from: edge })}),
    titled AS MATERIALIZED (
      SELECT ${scoresOf(kind)} ${hitsOf(kind, '@inTitle', filter, older)} ORDER BY rowid DESC LIMIT @half
    ),
    others AS MATERIALIZED (
      SELECT rowid AS number, 0.0 AS score ${hitsOf(kind, '@all', filter, { to: notGiven(older.to) })}
        AND +${kind.index}.rowid NOT IN (SELECT number FROM titled)
      ORDER BY rowid DESC LIMIT @limit
    )
    SELECT number, score FROM (SELECT * FROM (${scored} new) UNION ALL SELECT * FROM (${scored} titled) UNION ALL SELECT * FROM others)
    WHERE ${after}`;
  },
  /** The records of these hits, in their order. */
  records: (kind: KindSql, hits: string): string => `
    WITH page AS MATERIALIZED (${hits})
    SELECT page.number, page.score, ${kind.columns} FROM page CROSS JOIN ${kind.fromEntry} ${kind.toPlace} WHERE entry.row = page.number
    ORDER BY page.score DESC, page.number DESC`,
  texts: (kind: KindSql): string => `
    SELECT entry.row AS number, ${kind.text} AS text FROM json_each(@numbers) AS hit CROSS JOIN ${kind.fromEntry}
    WHERE entry.row = hit.value`,
} as const;

interface Page {
  /** Null for the beginning. */
  readonly after: Place | null;
  readonly limit: number;
  /** As `outlook` has it. */
  readonly hides: boolean;
}

/** Operators can be combined in more ways than there is room for. */
const keptStatements = 200;

type Statement<Row> = ReturnType<typeof prepared<Row>>;

const prepared = <Row>(database: Pick<Database, 'prepare'>, sql: string) => database.prepare<object, Row>(sql);

export class SearchStore {
  readonly #number;
  /** By their text: each combination of conditions has its own, and few are used. */
  readonly #statements;
  readonly #outlooks;

  constructor(database: Database) {
    this.#statements = new LRUCache({ max: keptStatements, memoMethod: (sql: string) => prepared<unknown>(database, sql) });
    // Not at first use: that can be in a transaction that is undone.
    const outlookOf = (type: SearchType): Statement<{ hides: 0 | 1; goesOn: 0 | 1 }> => {
      database.prepare(searchSql.terms(kindSql[type])).run();
      return prepared(database, searchSql.outlook(kindSql[type]));
    };
    this.#outlooks = { note: outlookOf('note'), card: outlookOf('card'), event: outlookOf('event'), file: outlookOf('file') };
    this.#number = database.prepare<[string], number>('SELECT number FROM note_search_users WHERE user_id = ?').pluck();
  }

  /** Where the user's entries are; null where there are none. Asked anew each time, as numbers can be of a write that is undone. */
  maybeNumber(userId: string): number | null {
    return this.#number.get(userId) ?? null;
  }

  outlook(userId: string, type: SearchType, word: string): Outlook {
    const { hides, goesOn } = this.#outlooks[type].get({ userId, word }) ?? { hides: 1, goesOn: 1 };
    return { hides: hides === 1, goesOn: goesOn === 1 };
  }

  /** How many hits the user has of a kind, and a page of them, best first. Without conditions all that are shown. */
  find(
    user: { readonly userId: string; readonly number: number },
    type: SearchType,
    { all, ranked }: Matches,
    conditions: Conditions,
    { after: place, limit, hides }: Page,
  ): { readonly total: number; readonly records: readonly FoundRecord[] } {
    const kind = kindSql[type];
    const values: Parameters = {
      ...conditions.values,
      userId: user.userId,
      first: user.number * entriesOfUser,
      last: (user.number + 1) * entriesOfUser - 1,
      all,
    };
    const filter = filterOf(kind, conditions, hides);
    const { anywhere = '', inTitle = '' } = ranked ?? {};
    const total = this.#count(withLists(conditions, searchSql.count(kind, filter)), values);
    if (total === 0 || limit === 0) return { total, records: [] };
    const page = { ...values, ...(place ?? first), limit, half: rankedHits / 2, anywhere, inTitle };
    const form = ranked === null ? searchSql.newest : total <= rankedHits ? searchSql.ranked : searchSql.rankedInPart;
    return { total, records: this.#page(withLists(conditions, `SELECT * FROM (${searchSql.records(kind, form(kind, filter))})`), page) };
  }

  /** The texts of records by the numbers of their entries. */
  texts(userId: string, type: SearchType, numbers: readonly number[]): ReadonlyMap<number, string> {
    if (numbers.length === 0) return new Map();
    const rows = this.#statements.memo(searchSql.texts(kindSql[type])).all({ userId, numbers: JSON.stringify(numbers) });
    return new Map((rows as { readonly number: number; readonly text: string }[]).map(({ number, text }) => [number, text]));
  }

  #count(sql: string, values: Parameters): number {
    const counted = this.#statements.memo(sql).get(values) as { readonly hits: number } | undefined;
    return counted?.hits ?? 0;
  }

  #page(sql: string, values: object): readonly FoundRecord[] {
    return this.#statements.memo(sql).all(values) as FoundRecord[];
  }
}
