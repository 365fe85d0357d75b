// Finds the records that may hold an answer: by the words of the question, by its meaning, and both ranks together.

import { cutText } from '../../contract/cut-text.ts';
import type { AskSource, MeaningSearch } from '../../contract/ask.ts';
import type { Scope } from '../../contract/scopes.ts';
import type { Caller } from '../../lib/caller.ts';
import { CooperativeScheduler } from '../../lib/cooperative-scheduler.ts';
import { folded } from '../../lib/folded.ts';
import type { RecordKey, EmbeddedType } from './embedding-store.ts';
import type { Near } from './nearest-store.ts';
import { textPieces } from './pieces.ts';
import { holds, maybePlaceOf, questionWords, type Word } from './question.ts';

/** The records that hold a word: how many they are, and the best of them, best first. */
export interface WordHits {
  readonly total: number;
  readonly ids: readonly string[];
}

/** A record as a source. */
export interface SourceRecord {
  readonly title: string;
  /** Markdown. */
  readonly text: string;
  /** What is known of it besides, such as when an event takes place; '' for nothing. */
  readonly facts: string;
  /** The record on the page. */
  readonly url: string;
}

export interface FindOptions {
  /** For each type: what the search finds for `q`, at most `limit` of it. */
  readonly search: Readonly<Record<EmbeddedType, (userId: string, q: string, limit: number) => Promise<WordHits>>>;
  /** A piece of markdown as it is read, on one line. */
  readonly plain: (markdown: string) => string;
  /** Null for what is gone, or in the trash. */
  readonly read: (record: RecordKey) => Promise<SourceRecord | null>;
  /** Records of these types whose meaning is near. */
  readonly nearest: (
    userId: string,
    types: readonly EmbeddedType[],
    question: string,
    signal: AbortSignal,
  ) => Promise<{ readonly near: readonly Near[]; readonly meaning: MeaningSearch }>;
}

/** A source with as much of its text as a model is given. */
export interface FoundSource extends Omit<AskSource, 'number'> {
  readonly text: string;
  readonly facts: string;
}

interface FoundSources {
  readonly sources: readonly FoundSource[];
  readonly meaning: MeaningSearch;
}

const scopes = { note: 'notes:read', card: 'boards:read', event: 'calendar:read' } as const satisfies Record<EmbeddedType, Scope>;
const types = ['note', 'card', 'event'] as const satisfies readonly EmbeddedType[];

/** The best hits of one word that are ranked. */
const hitsEach = 40;
/** Of each way of looking, up to 20 records are ranked. */
const ranked = 20;
/** The most sources of an answer. */
const maxSources = 8;
/** A record with less than this part of the best one's words is none. */
const leastShare = 0.34;
/** How soon a rank counts for little. */
const rankScale = 10;
/** Pieces of one record that are given. */
const piecesEach = 2;
const snippetLength = 200;

/** Best first. The caller's scopes decide what is looked at. */
export async function findSources(
  caller: Caller,
  question: string,
  { search, read, plain, nearest }: FindOptions,
  signal: AbortSignal,
): Promise<FoundSources> {
  const allowed = types.filter((type) => caller.scopes.has(scopes[type]));
  if (allowed.length === 0) return { sources: [], meaning: 'off' };
  const words = questionWords(question);
  const [byWords, { near, meaning }] = await Promise.all([
    rankedByWords(caller.userId, allowed, words, search),
    nearest(caller.userId, allowed, question, signal),
  ]);
  const pieceOf = new Map(near.map(({ id, piece }) => [id, piece]));
  const sources: FoundSource[] = [];
  for (const { type, id } of mergedRefs([byWords, near])) {
    if (sources.length === maxSources) break;
    signal.throwIfAborted();
    const record = await read({ userId: caller.userId, type, id });
    if (record !== null) sources.push(sourceOf({ type, id }, record, words, { near: pieceOf.get(id) ?? null, plain }));
  }
  return { sources, meaning };
}

type Ref = Pick<RecordKey, 'type' | 'id'>;

/** A word that few records hold weighs more, and so does a high rank among them. */
async function rankedByWords(
  userId: string,
  allowed: readonly EmbeddedType[],
  words: readonly Word[],
  search: FindOptions['search'],
): Promise<Ref[]> {
  if (words.length === 0) return [];
  const scores = new Map<string, Ref & { score: number }>();
  const scheduler = new CooperativeScheduler();
  for (const type of allowed) {
    for (const word of words) {
      await scheduler.yieldIfDue();
      const { total, ids } = await search[type](userId, queryOf(word), hitsEach);
      const weight = 1 / Math.log2(2 + total);
      for (const [rank, id] of ids.entries()) {
        const entry = scores.get(id) ?? { type, id, score: 0 };
        entry.score += weight * (1 + 1 / (1 + rank / rankScale));
        scores.set(id, entry);
      }
    }
  }
  const best = [...scores.values()].toSorted((a, b) => b.score - a.score || (a.id < b.id ? 1 : -1));
  const least = (best[0]?.score ?? 0) * leastShare;
  return best.filter(({ score }) => score >= least).slice(0, ranked);
}

/**
 * What the search takes for this word alone, and for no operator such as `due:soon`: signs stand in quotes. These stay open for a stem,
 * which is looked for as the beginning of a word.
 */
function queryOf({ text, isStem }: Word): string {
  if (isStem && /^[\p{L}\p{N}]+$/u.test(text)) return text;
  // As in the Hebrew צה"ל.
  const quoted = `"${text.replaceAll('"', ' ')}`;
  return isStem ? quoted : `${quoted}"`;
}

/** Reciprocal ranks, added up. */
function mergedRefs(lists: readonly (readonly Ref[])[]): Ref[] {
  const scores = new Map<string, { readonly ref: Ref; score: number }>();
  for (const list of lists) {
    for (const [rank, { type, id }] of list.entries()) {
      const entry = scores.get(id) ?? { ref: { type, id }, score: 0 };
      entry.score += 1 / (rankScale + rank);
      scores.set(id, entry);
    }
  }
  return [...scores.values()].toSorted((a, b) => b.score - a.score).map(({ ref }) => ref);
}

/** The pieces of the record that have most to do with the question, in the order of the text. */
function sourceOf(
  { type, id }: Ref,
  { title, text, facts, url }: SourceRecord,
  words: readonly Word[],
  { near, plain }: { readonly near: number | null } & Pick<FindOptions, 'plain'>,
): FoundSource {
  const pieces = textPieces(text);
  const held = pieces.map((piece) => {
    const plain = folded(piece);
    return words.filter((word) => holds(plain, word)).length;
  });
  const score = (index: number): number => (held[index] ?? 0) + (index === near ? words.length / 2 + 0.5 : 0);
  const chosen = [...pieces.keys()]
    .toSorted((a, b) => score(b) - score(a) || a - b)
    .slice(0, piecesEach)
    .filter((index, place) => place === 0 || score(index) > 0);
  const best = pieces[chosen[0] ?? 0] ?? '';
  const given = chosen
    .toSorted((a, b) => a - b)
    .map((index) => pieces[index] ?? '')
    .join('\n…\n');
  const said = [facts, plain(best)].filter((part) => part !== '').join(' · ');
  return { type, id, title, url, facts, text: given, snippet: snippetOf(said, words) };
}

/** One line from a little before the first word that it holds. */
function snippetOf(text: string, words: readonly Word[]): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const at = maybePlaceOf(line, words) ?? 0;
  const start = at <= 60 ? 0 : line.lastIndexOf(' ', at - 40) + 1;
  const cut = cutText(line.slice(start), snippetLength);
  return `${start > 0 ? '…' : ''}${cut}${start + snippetLength < line.length ? '…' : ''}`;
}
