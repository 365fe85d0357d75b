// A text that comes piece by piece, and is passed on without the key: only what may be the beginning of it is held back.

import { textParts } from '../../lib/sliced-json.ts';
import type { KeyPlaces, Look } from './key-places.ts';

/** Characters that are held back at most: white space between those of a key may never end. */
const maxHeld = 4_096;

export class StreamedText {
  readonly #places: KeyPlaces;
  readonly #mask: string;
  /** The end of what has come so far. */
  #end = '';
  /** How much of it has been passed on, or replaced. */
  #done = 0;
  /** What was passed on last is the mask. */
  #isAfterMask = false;

  constructor(places: KeyPlaces, mask: string) {
    this.#places = places;
    this.#mask = mask;
  }

  get isHolding(): boolean {
    return this.#done < this.#end.length;
  }

  /** As `add` of a text that may be long. Yields in between. */
  *sliced(text: string, isLast: boolean): Generator<void, string> {
    let result = '';
    for (const part of textParts(text)) {
      result += this.add(part);
      yield;
    }
    return isLast ? result + this.add('', true) : result;
  }

  /** What can be passed on once this has come; all that is left where it is the last. */
  add(text: string, isLast = false): string {
    const all = this.#end + text;
    const look = this.#places.look(all);
    return this.#pass(all, isLast ? { ...look, open: all.length, kept: all.length } : look);
  }

  /** What is held back, although more may come: a piece of the key that then goes on from it is still found, and replaced from there. */
  release(): string {
    return this.#pass(this.#end, { ...this.#places.look(this.#end), open: this.#end.length });
  }

  #pass(all: string, { places, open, kept }: Look): string {
    let result = '';
    let at = this.#done;
    for (const [from, to] of places) {
      // Of a key as a whole what follows decides.
      if (to <= at || from >= open) continue;
      // One that goes on from what was replaced before is one with it.
      const joins = from <= at && this.#isAfterMask;
      result += joins ? '' : all.slice(at, Math.max(at, from)) + this.#mask;
      at = to;
      this.#isAfterMask = true;
    }
    const isLong = all.length - Math.max(at, open) > maxHeld;
    const upTo = isLong ? all.length : Math.max(at, open);
    if (upTo > at) this.#isAfterMask = false;
    result += all.slice(at, upTo);
    const start = isLong ? all.length : Math.min(kept, upTo);
    this.#end = all.slice(start);
    this.#done = upTo - start;
    return result;
  }
}
