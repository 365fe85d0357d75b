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
import { numbersOf } from '../../storage/search-numbers.ts';
import { filterSql, looksAtRecords, rankedHits, hitsSql, withListsSql, type Conditions, type Sought } from './hits-store.ts';
import { kindSql, type KindSql } from './kind-store.ts';

/** Where a hit of a kind stands among the others. */
export interface HitPosition {
  readonly score: number;
  /** Of the entry in the index. */
  readonly number: number;
}

/** Where an answer goes on in the hits of a kind: after this one. */
export interface LastHit extends HitPosition {
  /** As `versionKey` tells it. While a record is not written out to the index its number is one that another can have later. */
  readonly record: string;
}

export interface FoundRecord extends HitPosition {
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
  /** The zone of an event that lasts whole days; null for all else. */
  readonly dayZone: string | null;
  readonly isCancelled: 0 | 1;
}

/** What is to be known before a kind is looked through. */
interface Outlook {
  /** Whether the user has records of the kind that are not shown: to leave none out takes half of the time of leaving out few. */
  readonly hides: boolean;
  /** Whether a word of the index goes on from the given one: else that is looked for as a whole word, which takes less time. */
  readonly goesOn: boolean;
}

/** A user's entries in every index. */
export interface UserEntries {
  readonly userId: string;
  readonly first: number;
  readonly last: number;
  /** Whether no other user has any. */
  readonly isAlone: boolean;
}

/** What is looked for in an index; see lib/full-text/match.ts. */
export interface Matches {
  readonly all: string;
  /** Whether there is a word to look for; else the other two are not used. */
  readonly hasWords: boolean;
  /** Whether beginnings of words are looked for. */
  readonly hasPrefix: boolean;
  /** Null where nothing can be ranked. */
  readonly ranked: { readonly anywhere: string; readonly inTitle: string } | null;
}

/** A record as it is in one version. */
export const versionKey = ({ id, version }: Pick<FoundRecord, 'id' | 'version'>): string => `${id} ${version ?? ''}`;

/** The number of the last hit that was given, where it is still that of the same record, unchanged; else that of none. */
export function knownNumber(after: LastHit | null, found: Pick<FoundRecord, 'id' | 'version'> | undefined): number {
  return after !== null && found !== undefined && versionKey(found) === after.record ? after.number : -1;
}

export const beginning: HitPosition = { score: 2, number: Number.MAX_SAFE_INTEGER };

interface Parameters {
  readonly userId: string;
  readonly first: number;
  readonly last: number;
  readonly all: string;
  readonly [name: string]: string | number;
}

export interface HitPage {
  /** Null for the beginning. */
  readonly after: LastHit | null;
  readonly limit: number;
  /** As `outlook` has it. */
  readonly hides: boolean;
}

export interface Hits {
  readonly total: number;
  readonly records: readonly FoundRecord[];
}

interface Span {
  readonly first: number;
  readonly last: number;
  readonly isWhole: boolean;
}

/**
 * Whether all hits are gathered before the page is made of them. It takes as long as counting them twice where all are meant, and saves
 * asking each several times what it costs to ask, and finding all words with a beginning in an index that does not have beginnings.
 */
function isGathered({ hidden, hasPrefixes }: KindSql, { hasPrefix }: Matches, conditions: Conditions): boolean {
  const isListed = conditions.lists.some(({ isExcluded }) => !isExcluded);
  return hidden === null || looksAtRecords(conditions) || isListed || (hasPrefix && !hasPrefixes);
}

/** Operators can be combined in more ways than there is room for. */
const keptStatements = 200;

type Statement<Row> = ReturnType<typeof prepared<Row>>;

const prepared = <Row>(database: Pick<Database, 'prepare'>, sql: string) => database.prepare<object, Row>(sql);

export class SearchStore {
  readonly #entries;
  /** By their text: each combination of conditions has its own, and few are used. */
  readonly #statements;
  readonly #outlooks;

  constructor(database: Database) {
    this.#statements = new LRUCache({ max: keptStatements, memoMethod: (sql: string) => prepared<unknown>(database, sql) });
    // Not at first use: that can be in a transaction that is undone.
    const outlookOf = (type: SearchType): Statement<{ hides: 0 | 1; goesOn: 0 | 1 }> => {
      database.prepare(hitsSql.terms(kindSql[type])).run();
      return prepared(database, hitsSql.outlook(kindSql[type]));
    };
    this.#outlooks = { note: outlookOf('note'), card: outlookOf('card'), event: outlookOf('event'), file: outlookOf('file') };
    this.#entries = database.prepare<[string], { number: number; isAlone: 0 | 1 }>(`
      SELECT number, NOT EXISTS (SELECT 1 FROM note_search_users AS other WHERE other.number <> own.number) AS isAlone
      FROM note_search_users AS own WHERE user_id = ?`);
  }

  /** Where the user's entries are; null where there are none. Asked anew each time, as numbers can be of a write that is undone. */
  maybeEntries(userId: string): UserEntries | null {
    const found = this.#entries.get(userId);
    if (found === undefined) return null;
    return { userId, ...numbersOf(found.number), isAlone: found.isAlone === 1 };
  }

  outlook(userId: string, type: SearchType, word: string): Outlook {
    const { hides, goesOn } = this.#outlooks[type].get({ userId, word }) ?? { hides: 1, goesOn: 1 };
    return { hides: hides === 1, goesOn: goesOn === 1 };
  }

  /** Whether to look at the records of all the entries of the user would hold others up; see `SlicedHitsStore`. */
  isMany({ first, last }: UserEntries, type: SearchType): boolean {
    return this.#statements.memo(hitsSql.isMany(kindSql[type])).get({ first, last }) !== undefined;
  }

  /** How many hits the user has of a kind, and a page of them, best first. Without conditions all that are shown. */
  find(user: UserEntries, type: SearchType, matches: Matches, conditions: Conditions, page: HitPage): Hits {
    const kind = kindSql[type];
    const span = this.#span(kind, user, conditions);
    if (span === null) return { total: 0, records: [] };
    const { first, last, isWhole } = span;
    const meant = isWhole ? { ...conditions, onEntry: [] } : conditions;
    const sought: Sought = {
      kind,
      filter: filterSql(kind, meant, page.hides),
      hasWords: matches.hasWords,
      hasFirst: first > user.first || !user.isAlone,
      hasLast: last < user.last || !user.isAlone,
    };
    const { anywhere = '', inTitle = '' } = matches.ranked ?? {};
    const values: Parameters = { ...meant.values, userId: user.userId, first, last, all: matches.all };
    const { score, number } = page.after ?? beginning;
    const known = page.limit === 0 ? -1 : this.#known(kind, user.userId, page.after);
    const pageValues = { ...values, score, number, known, limit: page.limit, half: rankedHits / 2, anywhere, inTitle };
    if (page.limit > 0 && isGathered(kind, matches, meant)) {
      const form = matches.ranked === null ? hitsSql.newestGathered : hitsSql.rankedGathered(sought);
      const records = `SELECT *, (SELECT count(*) FROM hits) AS total FROM (${hitsSql.records(kind, form)})`;
      const found = this.#page(withListsSql(meant, records, [hitsSql.gathered(sought)]), pageValues);
      if (found[0]?.total !== undefined) return { total: found[0].total, records: found };
    }
    const total = this.#count(withListsSql(meant, hitsSql.count(sought)), values);
    if (total === 0 || page.limit === 0) return { total, records: [] };
    const form = matches.ranked === null ? hitsSql.newest : total <= rankedHits ? hitsSql.ranked : hitsSql.rankedInPart;
    return { total, records: this.#page(withListsSql(meant, `SELECT * FROM (${hitsSql.records(kind, form(sought))})`), pageValues) };
  }

  #known(kind: KindSql, userId: string, after: LastHit | null): number {
    if (after === null || after.score === 0) return -1;
    const [found] = this.#page(hitsSql.records(kind, hitsSql.listed), { userId, numbers: JSON.stringify([after.number]) });
    return knownNumber(after, found);
  }

  /** The texts of records by the numbers of their entries. */
  texts(userId: string, type: SearchType, numbers: readonly number[]): ReadonlyMap<number, string> {
    if (numbers.length === 0) return new Map();
    const rows = this.#statements.memo(hitsSql.texts(kindSql[type])).all({ userId, numbers: JSON.stringify(numbers) });
    return new Map((rows as { readonly number: number; readonly text: string }[]).map(({ number, text }) => [number, text]));
  }

  /**
   * From which entry on, and up to which, the index is looked through, and whether what is asked of entries is true of all between them:
   * then hits need not be asked one by one. Null where no entry is meant.
   */
  #span(kind: KindSql, { first, last }: UserEntries, { onEntry, values }: Conditions): Span | null {
    if (onEntry.length === 0) return { first, last, isWhole: false };
    const found = this.#statements.memo(hitsSql.span(kind, onEntry)).get({ ...values, first, last });
    if (found === undefined) return null;
    const span = found as { readonly first: number; readonly last: number; readonly isWhole: 0 | 1 };
    return { ...span, isWhole: span.isWhole === 1 };
  }

  #count(sql: string, values: Parameters): number {
    const counted = this.#statements.memo(sql).get(values) as { readonly hits: number } | undefined;
    return counted?.hits ?? 0;
  }

  #page(sql: string, values: object): readonly (FoundRecord & { readonly total?: number })[] {
    return this.#statements.memo(sql).all(values) as (FoundRecord & { readonly total?: number })[];
  }
}
