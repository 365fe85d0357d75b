// Hits of a kind with very many entries. Each is looked at, which takes too long for one go; so this is done in slices, on a snapshot.

import { CooperativeScheduler } from '../../lib/cooperative-scheduler.ts';
import type { SearchType } from '../../contract/search.ts';
import type { Snapshot } from '../../storage/snapshot.ts';
import { filterSql, rankedHits, hitsSql, withListsSql, type Conditions, type Sought } from './hits-store.ts';
import { kindSql, type KindSql } from './kind-store.ts';
import {
  beginning,
  knownNumber,
  type FoundRecord,
  type HitPosition,
  type Hits,
  type Matches,
  type HitPage,
  type UserEntries,
} from './store.ts';

/** Hits together with the texts of the records, by the numbers of their entries: these are good for the snapshot alone. */
export interface SlicedHits extends Hits {
  readonly texts: ReadonlyMap<number, string>;
}

interface Among {
  readonly sought: Sought;
  readonly values: Readonly<Record<string, string | number>>;
}

/** After how many entries the clock is looked at. */
const batchSize = 256;

export class SlicedHitsStore implements Disposable {
  readonly #snapshot;
  readonly #scheduler = new CooperativeScheduler();

  constructor(snapshot: Snapshot) {
    this.#snapshot = snapshot;
  }

  [Symbol.dispose](): void {
    this.#snapshot[Symbol.dispose]();
  }

  /** What `SearchStore.find` finds. */
  async find(user: UserEntries, type: SearchType, matches: Matches, conditions: Conditions, page: HitPage): Promise<SlicedHits> {
    const { userId, first, last, isAlone } = user;
    const kind = kindSql[type];
    const filter = page.hides ? shownOf(kind, conditions) : filterSql(kind, conditions, false);
    const sought: Sought = { kind, filter, hasWords: matches.hasWords, hasFirst: !isAlone, hasLast: !isAlone };
    const values = { ...conditions.values, userId, first, last };
    const numbers: number[] = [];
    await this.#each(withListsSql(conditions, hitsSql.each(sought)), { ...values, all: matches.all }, (number) => {
      if (number !== null) numbers.push(number);
      return true;
    });
    if (page.limit === 0 || numbers.length === 0) return { total: numbers.length, records: [], texts: new Map() };
    const ranked = matches.ranked === null ? [] : await this.#ranked({ sought, values }, matches.all, matches.ranked, numbers);
    const { after } = page;
    const given = after === null || after.score === 0 ? [] : [after.number];
    const { listed } = hitsSql;
    const standing = this.#byNumber<FoundRecord>(hitsSql.records(kind, listed), { userId, numbers: JSON.stringify(given) });
    const positions = pageOf(ranked, numbers, page, knownNumber(after, standing.get(given[0] ?? -1)));
    const shown = { userId, numbers: JSON.stringify(positions.map(({ number }) => number)) };
    const records = this.#byNumber<FoundRecord>(hitsSql.records(kind, listed), shown);
    const texts = this.#byNumber<{ readonly number: number; readonly text: string }>(hitsSql.texts(kind), shown);
    return {
      total: numbers.length,
      records: positions.flatMap(({ score, number }) => {
        const record = records.get(number);
        return record === undefined ? [] : [{ ...record, score }];
      }),
      texts: new Map([...texts.values()].map(({ number, text }) => [number, text])),
    };
  }

  /** Those that are ranked of these, newest first: all, or as many as `rankedHits` says. */
  async #ranked(
    among: Among,
    all: string,
    { anywhere, inTitle }: NonNullable<Matches['ranked']>,
    numbers: readonly number[],
  ): Promise<readonly HitPosition[]> {
    if (numbers.length <= rankedHits) return this.#scored(among, anywhere, numbers);
    const half = rankedHits / 2;
    const scored = this.#scored(among, all, numbers.slice(0, half));
    await this.#scheduler.yieldIfDue();
    const older = new Set(numbers.slice(half));
    const titled: number[] = [];
    const { sought, values } = among;
    await this.#each(hitsSql.each({ ...sought, filter: '' }), { ...values, all: inTitle }, (number) => {
      if (number !== null && older.has(number)) titled.push(number);
      return titled.length < half;
    });
    return [...scored, ...this.#scored(among, inTitle, titled)];
  }

  #scored({ sought, values }: Among, match: string, numbers: readonly number[]): readonly HitPosition[] {
    if (numbers.length === 0) return [];
    const asked = { ...values, match, oldest: numbers.at(-1), newest: numbers[0], numbers: JSON.stringify(numbers) };
    return this.#snapshot.prepare<object, HitPosition>(hitsSql.scored(sought)).all(asked);
  }

  /** Calls `take` with each row's number until that gives false. */
  async #each(sql: string, values: object, take: (number: number | null) => boolean): Promise<void> {
    let looked = 0;
    for (const number of this.#snapshot.prepare<object, number | null>(sql).pluck().iterate(values)) {
      if (!take(number)) break;
      if ((looked += 1) % batchSize === 0) await this.#scheduler.yieldIfDue();
    }
    await this.#scheduler.yieldIfDue();
  }

  #byNumber<Row extends { readonly number: number }>(sql: string, values: object): ReadonlyMap<number, Row> {
    const rows = this.#snapshot.prepare<object, Row>(sql).all(values);
    return new Map(rows.map((row) => [row.number, row]));
  }
}

/** As `filterSql`, but asks each record whether it is shown: to list all that are not would take one turn. */
function shownOf(kind: KindSql, conditions: Conditions): string {
  if (kind.hidden === null || conditions.isArchived) return filterSql(kind, conditions, false);
  const shown = [kind.isThere, ...(kind.isArchived === null ? [] : [`NOT (${kind.isArchived})`])];
  return filterSql(kind, { ...conditions, onRecord: [...shown, ...conditions.onRecord], usesPlace: true }, false);
}

/** What comes next of these, best first: those that are not ranked have the score 0. */
function pageOf(
  ranked: readonly HitPosition[],
  numbers: readonly number[],
  { after, limit }: HitPage,
  last: number,
): readonly HitPosition[] {
  const isBefore = (one: HitPosition, other: HitPosition): boolean =>
    one.score > other.score || (one.score === other.score && one.number > other.number);
  // As in hits-store.ts: the last hit that was given counts with the score that it has by now.
  const given = ranked.find(({ number }) => number === last);
  const isNext = (hit: HitPosition): boolean => isBefore(given ?? after ?? beginning, hit);
  const known = new Set(ranked.map(({ number }) => number));
  const others: HitPosition[] = [];
  for (const number of numbers) {
    if (others.length === limit) break;
    const hit = { score: 0, number };
    if (!known.has(number) && isNext(hit)) others.push(hit);
  }
  return [...ranked.filter(isNext), ...others].toSorted((one, other) => (isBefore(one, other) ? -1 : 1)).slice(0, limit);
}
