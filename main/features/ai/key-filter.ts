// Keeps a provider's key out of what the provider sends back: some repeat it in their errors.

import { slicedJson } from '../../lib/sliced-json.ts';
import { noKeyPlaces, Pieces, significant, tell, WholeKey, type KeyPlaces } from './key-places.ts';
import { StreamedText } from './streamed-text.ts';

const mask = '[key]';
/** Characters of a text that are looked through in one go: some milliseconds. */
const atOnce = 64 * 1024;

/** The text with every piece of the key of eight characters or more replaced; a shorter key is replaced as a whole. */
export function withoutKey(text: string, key: string | null): string {
  if (key === null || key === '') return text;
  return significant(key).length < tell ? text.replaceAll(key, mask) : replaced(text, new Pieces(key));
}

function replaced(text: string, places: KeyPlaces): string {
  let result = '';
  let copied = 0;
  for (const [from, to] of places.look(text).places) {
    result += text.slice(copied, from) + mask;
    copied = to;
  }
  return copied === 0 ? text : result + text.slice(copied);
}

/**
 * For good answers, in which every other word counts. Of most keys no piece of eight characters is let through. Keys that are
 * shorter go as a whole, where they stand by themselves; one that is an ordinary word, such as the `ollama` that is given to
 * servers without keys, only after `Bearer`.
 */
export class KeyFilter {
  readonly #places: KeyPlaces;
  /** Pieces of it are looked for, also in numbers and in the names of fields. */
  readonly #thorough: boolean;
  /** JSON writes the key as it is. */
  readonly #plain: boolean;

  constructor(key: string | null) {
    this.#thorough = key !== null && significant(key).length >= tell && !isWord(key);
    this.#plain = key === null || JSON.stringify(key) === `"${key}"`;
    if (key === null || key === '') this.#places = noKeyPlaces;
    else this.#places = this.#thorough ? new Pieces(key) : new WholeKey(key, isWord(key) || key.length < 4);
  }

  text(text: string): string {
    return replaced(text, this.#places);
  }

  /** A long text without the key. Yields in between. */
  sliced(text: string): Generator<void, string> {
    return this.streamed().sliced(text, true);
  }

  /** For a text that comes piece by piece. */
  streamed(): StreamedText {
    return new StreamedText(this.#places, mask);
  }

  /**
   * Parsed JSON without the key; the very same value if it holds nothing of it. Yields in between. Recurses: what is nested too deep must
   * have been refused.
   */
  *value(value: unknown): Generator<void, unknown> {
    if (typeof value === 'string') return value.length > atOnce ? yield* this.sliced(value) : this.text(value);
    if (typeof value === 'number') return this.#thorough && this.text(String(value)) !== String(value) ? mask : value;
    if (typeof value !== 'object' || value === null) return value;
    yield;
    const isList = Array.isArray(value);
    const before = Object.entries(value);
    const after: [string, unknown][] = [];
    for (const [name, item] of before) after.push([this.#thorough && !isList ? this.text(name) : name, yield* this.value(item)]);
    if (after.every(([name, item], at) => name === before[at]?.[0] && item === before[at][1])) return value;
    return isList ? after.map(([, item]) => item) : Object.fromEntries(after);
  }

  /** Parsed JSON, written without the key. Yields in between. */
  *json(value: object): Generator<void, string> {
    // Lists of numbers can be long: in the usual case they are looked through once, as text.
    if (this.#thorough && this.#plain) {
      const parts = yield* slicedJson(value);
      const text = parts.join('');
      if ((yield* this.sliced(text)) === text) return text;
    }
    return JSON.stringify(yield* this.value(value));
  }
}

/** Short, and nothing but letters: a word, or a few. */
function isWord(key: string): boolean {
  return key.length < 16 && /^(?:[a-z]+|[A-Z]+)(?:[-_](?:[a-z]+|[A-Z]+))*$/.test(key);
}
