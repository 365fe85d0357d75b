// The one search: what each kind finds, in one ranking.

import { searchScopes, searchTypes, type SearchHit, type SearchQuery, type SearchResult, type SearchType } from '../../contract/search.ts';
import type { Caller } from '../../lib/caller.ts';
import { toInstant } from '../../lib/clock.ts';
import { dayIn } from '../../lib/moment.ts';
import { anywhere, everyWord, inTitleColumn, rankable, titled } from '../../lib/full-text/match.ts';
import { corrections, type NearWords } from '../../lib/full-text/correct.ts';
import type { WordQuery, Term } from '../../lib/full-text/query.ts';
import { snippet, snippetIn } from '../../lib/full-text/snippet.ts';
import { recordPath } from '../../contract/page-paths.ts';
import type { IndexWords } from '../../storage/index-words.ts';
import { asksNothing, readAsked, type SearchRequest } from './asked.ts';
import { conditionsFor, type ConditionsOptions } from './condition-store.ts';
import { readCursor, writeCursor, type HitPositions } from './cursor.ts';
import { looksAtRecords, type Conditions } from './hits-store.ts';
import type { PendingWords } from './pending-words.ts';
import type { SlicedHits, SlicedHitsStore } from './sliced-hits-store.ts';
import { versionKey, type FoundRecord, type Hits, type HitPage, type Matches, type SearchStore, type UserEntries } from './store.ts';

interface SearchOptions extends ConditionsOptions {
  readonly store: SearchStore;
  /** For kinds with very many entries, of this moment. */
  readonly openSliced: () => SlicedHitsStore;
  /** The words of each index. */
  readonly indexWords: Readonly<Record<SearchType, Pick<IndexWords, 'oneAway' | 'twoAway'>>>;
  /** Runs `work` while the index of notes holds also what was written last; what it writes for that is undone. `work` must not wait. */
  readonly withPending: <T>(userId: string, work: () => T) => Promise<T>;
  readonly words: Pick<PendingWords, 'catchUp' | 'isIndexed' | 'whileIndexed'>;
  /** Where a path of the page is shown. */
  readonly pageUrl: (path: string) => string;
}

interface Found extends FoundRecord {
  readonly type: SearchType;
}

/** What is asked of a kind; null where none of its records can be meant. */
type KindAsked = { readonly matches: Matches; readonly conditions: Conditions; readonly page: HitPage } | null;

/** BM25 of more terms takes too long: their hits are few, and come newest first. */
const rankedTerms = 12;

export class Search {
  readonly #options: SearchOptions;

  constructor(options: SearchOptions) {
    this.#options = options;
  }

  /** Throws 400 for operators with values that they do not know, days that do not exist, and cursors that were not given. */
  async find(caller: Pick<Caller, 'userId' | 'scopes'>, query: SearchQuery): Promise<SearchResult> {
    const asked = readAsked(query.q);
    const result = await this.#find(caller, query, asked);
    if (asked.plain.length === 0 || findsAny(result)) return result;
    const readable = readableBy(caller);
    const near = await corrections(asked.words, asked.plain, {
      indexes: readable.map((type) => this.#wordsOf(caller.userId, type)),
      count: (terms) => this.#counted(caller.userId, readable, terms),
    });
    if (near === null) return result;
    const found = await this.#find(caller, query, { ...asked, words: near.query });
    return findsAny(found) ? { ...found, corrected: [...near.corrected] } : result;
  }

  async #find(caller: Pick<Caller, 'userId' | 'scopes'>, query: SearchQuery, asked: SearchRequest): Promise<SearchResult> {
    const { userId } = caller;
    const readable = readableBy(caller);
    const places = query.cursor === undefined ? {} : readCursor(query.cursor);
    const conditions = conditionsFor(userId, { ...query, asked }, this.#options);
    const nothing = { items: [], cursor: null, totals: Object.fromEntries(readable.map((type) => [type, 0])) };
    if (asksNothing(asked)) return nothing;
    const { whole, lastWord } = withoutPrefix(asked.words);
    const ofEach = Math.min(query.limit, query.perType ?? query.limit);
    const askedOf = (type: SearchType): KindAsked => {
      const wanted = conditions[type];
      if (wanted === null) return null;
      const isShown = query.types?.includes(type) ?? true;
      const { hides, goesOn } = this.#options.store.outlook(userId, type, lastWord);
      const page = { after: places[type] ?? null, limit: isShown && ofEach > 0 ? ofEach + 1 : 0, hides };
      return { matches: matchesOf(type, goesOn ? asked.words : whole), conditions: wanted, page };
    };
    const sliced = await this.#inSlices(userId, readable, conditions, askedOf);
    const look = (): SearchResult => {
      const entries = this.#options.store.maybeEntries(userId);
      if (entries === null) return nothing;
      const totals: Partial<Record<SearchType, number>> = {};
      const found: Found[][] = [];
      for (const type of readable) {
        const hits = sliced.get(type) ?? this.#hits(entries, type, askedOf(type));
        totals[type] = hits.total;
        found.push(hits.records.map((record) => ({ ...record, type })));
      }
      const items = merged(found, query.limit, ofEach);
      const isLast = found.flat().length <= items.length || items.length === 0;
      const cursor = isLast ? null : writeCursor(placesAfter(places, items));
      return { items: this.#shown(userId, items, asked.words, sliced), cursor, totals };
    };
    return this.#whileIndexed(userId, readable, look);
  }

  #hits(entries: UserEntries, type: SearchType, asked: KindAsked): Hits {
    return asked === null ? noHits : this.#options.store.find(entries, type, asked.matches, asked.conditions, asked.page);
  }

  /** What is found of the kinds whose records take long to look at: all of one moment, while others get their turn. */
  async #inSlices(
    userId: string,
    readable: readonly SearchType[],
    conditions: Readonly<Record<SearchType, Conditions | null>>,
    askedOf: (type: SearchType) => KindAsked,
  ): Promise<ReadonlyMap<SearchType, SlicedHits>> {
    const { store, words, openSliced } = this.#options;
    const found = new Map<SearchType, SlicedHits>();
    // What was written to notes last is in their index only while `withPending` works.
    const looked = readable.filter((type) => type !== 'note' && conditions[type] !== null && looksAtRecords(conditions[type]));
    const known = looked.length === 0 ? null : store.maybeEntries(userId);
    const long = known === null ? [] : looked.filter((type) => store.isMany(known, type));
    if (long.length === 0 || !(await words.isIndexed(userId))) return found;
    const entries = store.maybeEntries(userId);
    if (entries === null) return found;
    const kinds = long.map((type) => ({ type, asked: askedOf(type) }));
    using hits = openSliced();
    for (const { type, asked } of kinds)
      if (asked !== null) found.set(type, await hits.find(entries, type, asked.matches, asked.conditions, asked.page));
    return found;
  }

  /** Runs `work`, which must not wait, while the indexes hold what was written last. */
  async #whileIndexed<T>(userId: string, readable: readonly SearchType[], work: () => T): Promise<T> {
    const { words, withPending } = this.#options;
    await words.catchUp(userId);
    const inAll = (): T => words.whileIndexed(userId, work);
    return readable.includes('note') ? withPending(userId, inAll) : inAll();
  }

  /** The words of a kind's index, and of what is written out to it soon. */
  #wordsOf(userId: string, type: SearchType): NearWords {
    const words = this.#options.indexWords[type];
    return {
      oneAway: (word, from) => this.#whileIndexed(userId, [type], () => words.oneAway(word, from)),
      twoAway: (word, from) => this.#whileIndexed(userId, [type], () => words.twoAway(word, from)),
    };
  }

  /** For each term how many records of these kinds have it. */
  #counted(userId: string, readable: readonly SearchType[], terms: readonly Term[]): Promise<readonly number[]> {
    const { store } = this.#options;
    return this.#whileIndexed(userId, readable, () => {
      const entries = store.maybeEntries(userId);
      if (entries === null) return terms.map(() => 0);
      const countOf = (type: SearchType, term: Term): number => {
        const { hides } = store.outlook(userId, type, '');
        return store.find(entries, type, matchesOf(type, { all: [term], none: [] }), allShown, { after: null, limit: 0, hides }).total;
      };
      return terms.map((term) => readable.reduce((sum, type) => sum + countOf(type, term), 0));
    });
  }

  #shown(userId: string, items: readonly Found[], words: WordQuery, sliced: ReadonlyMap<SearchType, SlicedHits>): SearchHit[] {
    const textsOf = (type: SearchType, own: readonly Found[]): ReadonlyMap<number, string> => {
      const numbers = own.map(({ number }) => number);
      return sliced.get(type)?.texts ?? this.#options.store.texts(userId, type, numbers);
    };
    const texts = new Map([...Map.groupBy(items, ({ type }) => type)].map(([type, own]) => [type, textsOf(type, own)]));
    return items.map((found) => {
      const { type, id, version, title, score, number, startAt, dayZone, isCancelled } = found;
      const text = texts.get(type)?.get(number) ?? '';
      return {
        type,
        id,
        version,
        title,
        snippet: snippetIn(text, words) ?? snippet(title, text, words),
        score,
        url: this.#options.pageUrl(pathOf(found)),
        ...(startAt === null ? {} : { startTime: toInstant(startAt) }),
        ...(startAt === null || dayZone === null ? {} : { startDate: dayIn(startAt, dayZone) }),
        ...(isCancelled === 0 ? {} : { isCancelled: true as const }),
      };
    });
  }
}

/** The kinds that a token may read. */
function readableBy({ scopes }: Pick<Caller, 'scopes'>): SearchType[] {
  return searchTypes.filter((type) => scopes.has(searchScopes[type]));
}

const findsAny = ({ totals }: SearchResult): boolean => searchTypes.some((type) => (totals[type] ?? 0) > 0);

const allShown: Conditions = { lists: [], onEntry: [], onRecord: [], usesPlace: false, values: {}, isArchived: false };

/** The query with its last word as a whole one, and that word; '' for none that may go on. */
function withoutPrefix({ all, none }: WordQuery): { readonly whole: WordQuery; readonly lastWord: string } {
  const last = all.at(-1);
  const lastWord = last?.prefix === true ? last.words.at(-1) : undefined;
  if (last === undefined || lastWord === undefined) return { whole: { all, none }, lastWord: '' };
  return { whole: { all: [...all.slice(0, -1), { ...last, prefix: false }], none }, lastWord };
}

const noHits: Hits = { total: 0, records: [] };

/**
 * The best of all kinds, `ofEach` of one at most, what is equal newest first. Each kind keeps its own order, by which the cursor knows
 * where it goes on.
 */
function merged(kinds: readonly (readonly Found[])[], limit: number, ofEach: number): Found[] {
  const items: Found[] = [];
  const taken = kinds.map(() => 0);
  while (items.length < limit) {
    let best: { readonly found: Found; readonly kind: number } | null = null;
    for (const [kind, records] of kinds.entries()) {
      const at = taken[kind] ?? 0;
      const found = at < ofEach ? records[at] : undefined;
      if (found === undefined) continue;
      const isBetter = best === null || found.score > best.found.score || (found.score === best.found.score && found.at > best.found.at);
      if (isBetter) best = { found, kind };
    }
    if (best === null) break;
    items.push(best.found);
    taken[best.kind] = (taken[best.kind] ?? 0) + 1;
  }
  return items;
}

/** Where each kind goes on after these hits. */
function placesAfter(before: HitPositions, items: readonly Found[]): HitPositions {
  return {
    ...before,
    ...Object.fromEntries(items.map((item) => [item.type, { score: item.score, number: item.number, record: versionKey(item) }])),
  };
}

function matchesOf(type: SearchType, words: WordQuery): Matches {
  const hasWords = words.all.length + words.none.length > 0;
  const hasPrefix = words.all.some(({ prefix }) => prefix);
  const isRanked = words.all.length > 0 && words.all.length + words.none.length <= rankedTerms;
  if (type === 'note')
    return { all: anywhere(words), hasWords, hasPrefix, ranked: isRanked ? { anywhere: rankable(words), inTitle: titled(words) } : null };
  return {
    all: anywhere(words, everyWord),
    hasWords,
    hasPrefix,
    ranked: isRanked ? { anywhere: rankable(words), inTitle: inTitleColumn(words) } : null,
  };
}

/** A file is shown with what it is attached to. */
function pathOf({ type, id, place, ownerId, ownerType }: Found): string {
  return type === 'file' ? recordPath(ownerType === 'card' ? 'card' : 'note', ownerId ?? '', place) : recordPath(type, id, place);
}
