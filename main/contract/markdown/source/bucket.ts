// Blocks among which one that is equal to a node is looked for.

import type { Node } from 'prosemirror-model';
import type { OriginalBlock } from './records.ts';

/**
 * What a block can turn out to be. `at`: how many blocks stood before it, of one that was removed before, and `batch`, which of all batches
 * it is of.
 */
export interface Candidate {
  readonly origin: OriginalBlock;
  readonly at: number | null;
  readonly batch?: number;
}

/** How many blocks would stand before a candidate now. */
export type PlaceOf = (candidate: Candidate) => number;

/**
 * From this many blocks of one size on they are told apart by what they hold: without that, a change to n blocks would compare n² pairs.
 */
const maxCompared = 16;

/** Candidates whose nodes are of one size, or that even read the same, in the order in which they are to be found. */
export class Bucket {
  readonly #candidates: readonly Candidate[];
  readonly #placeOf: PlaceOf;
  /** All before this one are taken. */
  #first = 0;
  readonly #isOfOneText: boolean;
  #byText: ReadonlyMap<string, Bucket> | null = null;

  constructor(candidates: readonly Candidate[], placeOf: PlaceOf = ({ at }) => at ?? Infinity, isOfOneText = false) {
    this.#candidates = candidates;
    this.#placeOf = placeOf;
    this.#isOfOneText = isOfOneText;
  }

  /**
   * The first that is like `node`, not `taken` and not passed over; with a `place`, of the next of these that were removed the one that
   * would stand nearest to it.
   */
  find(
    node: Node,
    taken: ReadonlySet<OriginalBlock>,
    isPassed: (origin: OriginalBlock) => boolean,
    place: number | null = null,
  ): OriginalBlock | null {
    const all = this.#candidates;
    if (!this.#isOfOneText && all.length > maxCompared) return this.#readingLike(node)?.find(node, taken, isPassed, place) ?? null;
    while (this.#first < all.length && taken.has((all[this.#first] as Candidate).origin)) this.#first += 1;
    let nearest: Candidate | null = null;
    let left = maxCompared;
    for (let index = this.#first; index < all.length && left > 0; index += 1) {
      const candidate = all[index] as Candidate;
      const { origin, at } = candidate;
      if (nearest !== null) left -= 1;
      if (taken.has(origin) || isPassed(origin) || !origin.node.eq(node)) continue;
      if (place === null || at === null) return (nearest ?? candidate).origin;
      nearest = nearest === null ? candidate : this.#nearestTo(place, nearest, candidate);
    }
    return nearest?.origin ?? null;
  }

  /** The first, where both would stand as near. */
  #nearestTo(place: number, first: Candidate, second: Candidate): Candidate {
    const distance = (candidate: Candidate): number => Math.abs(this.#placeOf(candidate) - place);
    return distance(first) <= distance(second) ? first : second;
  }

  #readingLike(node: Node): Bucket | undefined {
    this.#byText ??= new Map(
      [...Map.groupBy(this.#candidates, ({ origin }) => origin.node.toString())].map(([text, some]) => [
        text,
        new Bucket(some, this.#placeOf, true),
      ]),
    );
    return this.#byText.get(node.toString());
  }
}
