// A query that finds nothing, with those of its words that nothing has replaced by what they may have been meant to be.

import { setImmediate } from 'node:timers/promises';
import { maxEdits } from './near.ts';
import type { WordQuery, Term } from './query.ts';

export interface Correction {
  /** The word, folded. */
  readonly from: string;
  readonly to: string;
}

/** What one turn has found, and where the next one goes on: null where all was looked through. */
export interface NearTurn {
  readonly found: readonly string[];
  readonly next: string | null;
}

/** Words of an index that are near a folded word: one letter away, or two. `from` is where a turn goes on, null for the first. */
export interface NearWords {
  oneAway(word: string, from: string | null): NearTurn | Promise<NearTurn>;
  twoAway(word: string, from: string | null): NearTurn | Promise<NearTurn>;
}

interface CorrectionSources {
  readonly indexes: readonly NearWords[];
  /** For each of these how many records of the user have it. */
  readonly count: (terms: readonly Term[]) => Promise<readonly number[]>;
}

interface Corrected {
  readonly query: WordQuery;
  readonly corrected: readonly Correction[];
}

/** How many words of a query are replaced at most, and how many others are tried for each: both take time. */
const maxWords = 3;
const maxTried = 6;
/** In how many turns an index is looked through at most: one in very many pieces, as after a bulk load, is not looked through whole. */
const maxTurns = 20;

/**
 * `plain`: the words that may be replaced, which do not stand in quotes. The most frequent word that is one letter away takes a word's
 * place, for long words also one that is two letters away. Null where there is none for one of the words, and where each word is found.
 */
export async function corrections(
  query: WordQuery,
  plain: readonly string[],
  { indexes, count }: CorrectionSources,
): Promise<Corrected | null> {
  const asked = query.all.filter(({ words }) => words.length === 1 && plain.includes(words[0] ?? '') && maxEdits(words[0] ?? '') > 0);
  if (asked.length === 0) return null;
  const found = await count(asked);
  const wrong = asked.flatMap(({ words }, at) => (found[at] === 0 ? words : []));
  if (wrong.length === 0 || wrong.length > maxWords) return null;
  const corrected: Correction[] = [];
  for (const from of wrong) {
    let to = await likeliest(from, 'oneAway', { indexes, count });
    if (to === null && maxEdits(from) === 2) to = await likeliest(from, 'twoAway', { indexes, count });
    if (to === null) return null;
    corrected.push({ from, to });
  }
  const replaced = ({ words, prefix }: Term): Term => {
    const other = words.length === 1 ? corrected.find(({ from }) => from === words[0]) : undefined;
    return other === undefined ? { words, prefix } : { words: [other.to], prefix };
  };
  return { query: { ...query, all: query.all.map(replaced) }, corrected };
}

/** The one of the near words that most records of the user have; null for none. */
async function likeliest(word: string, way: keyof NearWords, { indexes, count }: CorrectionSources): Promise<string | null> {
  const near = new Set<string>();
  for (const index of indexes) {
    let from: string | null = null;
    for (let turn = 0; turn < maxTurns; turn += 1) {
      const { found, next }: NearTurn = await index[way](word, from);
      for (const each of found) near.add(each);
      // Others have their turn in between.
      await setImmediate();
      if (next === null) break;
      from = next;
    }
  }
  const tried = [...near].slice(0, maxTried);
  if (tried.length === 0) return null;
  const counts = await count(tried.map((each) => ({ words: [each], prefix: false })));
  const most = Math.max(...counts);
  return most === 0 ? null : (tried[counts.indexOf(most)] ?? null);
}
