// Where in a text a key stands, or a piece of it that gives it away.

/** From where to where. */
type KeyPlace = readonly [from: number, to: number];

/** The end of a text that goes on. */
interface OpenEnd {
  /** From here on it can be the beginning of a place; the length of the text if it cannot. */
  readonly open: number;
  /** From here on it must be known to find the places in what follows. */
  readonly kept: number;
}

/** How a key is looked for. */
export interface KeyPlaces {
  /** In order; none touches another. */
  find(text: string): KeyPlace[];
  end(text: string): OpenEnd;
}

/** As many characters of a key in a row as give it away. */
export const tell = 8;

/**
 * What stands between the characters of a key without hiding it: white space, and the escapes of texts in JSON, also of texts in those.
 * An escaped character counts as itself.
 */
const escapedOrBlank = /\\+u([0-9a-f]{4})|\\+[nrt]?|\s+/gi;
const hasBetween = /[\\\s]/;
const openEscape = /\\+(?:u[0-9a-f]{0,3})?$/i;

const meant = (hex: string | undefined): string => (hex === undefined ? '' : String.fromCharCode(Number.parseInt(hex, 16)).trim());

/** The characters of a text that count. */
export function significant(text: string): string {
  return hasBetween.test(text) ? text.replace(escapedOrBlank, (_, hex?: string) => meant(hex)) : text;
}

interface Mapped {
  readonly text: string;
  /** For each of its characters where it stands in the original. */
  readonly places: readonly KeyPlace[];
}

function mapped(original: string): Mapped {
  const places: KeyPlace[] = [];
  let text = '';
  const take = (from: number, to: number): void => {
    for (let at = from; at < to; at += 1) places.push([at, at + 1]);
    text += original.slice(from, to);
  };
  let copied = 0;
  for (const match of original.matchAll(escapedOrBlank)) {
    take(copied, match.index);
    copied = match.index + match[0].length;
    const character = meant(match[1]);
    if (character !== '') places.push([match.index, copied]);
    text += character;
  }
  take(copied, original.length);
  return { text, places };
}

/** Of a long text its end, which holds more characters that count than a piece of a key has. */
function mappedEnd(original: string): Mapped & { readonly skipped: number } {
  const skipped = Math.max(0, original.length - 256);
  const end = mapped(original.slice(skipped));
  return skipped === 0 || end.text.length >= 2 * tell ? { ...end, skipped } : { ...mapped(original), skipped: 0 };
}

/** Every piece of eight characters of a key that has as many at least. */
export class Pieces implements KeyPlaces {
  readonly #pieces: ReadonlySet<string>;
  /** What a piece can begin with. */
  readonly #beginnings: ReadonlySet<string>;
  /** Any two characters that follow each other in the key. */
  readonly #pairs: ReadonlySet<number>;

  constructor(key: string) {
    const characters = significant(key);
    const pieces = Array.from({ length: characters.length - tell + 1 }, (_, at) => characters.slice(at, at + tell));
    this.#pieces = new Set(pieces);
    this.#beginnings = new Set(pieces.flatMap((piece) => Array.from({ length: tell - 1 }, (_, less) => piece.slice(0, less + 1))));
    this.#pairs = new Set(Array.from({ length: characters.length - 1 }, (_, at) => pair(characters, at)));
  }

  find(text: string): KeyPlace[] {
    const found = this.#find(significant(text));
    if (found.length === 0) return [];
    const { places } = mapped(text);
    const joined: [number, number][] = [];
    for (const [first, after] of found) {
      const [from, to] = [places[first]?.[0] ?? 0, places[after - 1]?.[1] ?? 0];
      const last = joined.at(-1);
      if (last?.[1] === from) last[1] = to;
      else joined.push([from, to]);
    }
    return joined;
  }

  end(text: string): OpenEnd {
    // The rest of an escape can be a character of the key.
    const whole = openEscape.exec(text)?.index ?? text.length;
    const { text: characters, places, skipped } = mappedEnd(text.slice(0, whole));
    const startOf = (length: number): number => skipped + (places[characters.length - length]?.[0] ?? 0);
    const longest = Math.min(tell - 1, characters.length);
    let length = longest;
    while (length > 0 && !this.#beginnings.has(characters.slice(-length))) length -= 1;
    return { open: length === 0 ? whole : startOf(length), kept: longest === 0 ? whole : startOf(longest) };
  }

  /** Those that overlap are one. */
  #find(text: string): KeyPlace[] {
    const found: [number, number][] = [];
    for (let at = 0; at + tell <= text.length;) {
      // No piece that holds these two characters begins before them.
      if (!this.#pairs.has(pair(text, at + tell - 2))) {
        at += tell - 1;
        continue;
      }
      if (this.#pieces.has(text.slice(at, at + tell))) {
        const last = found.at(-1);
        if (last !== undefined && at < last[1]) last[1] = at + tell;
        else found.push([at, at + tell]);
      }
      at += 1;
    }
    return found;
  }
}

function pair(text: string, at: number): number {
  return text.charCodeAt(at) * 65_536 + text.charCodeAt(at + 1);
}

/** As many characters before a key as decide on it: `Bearer` and what it follows. */
const context = 8;

/** A key as a whole, where it stands by itself. */
export class WholeKey implements KeyPlaces {
  readonly #key: string;
  readonly #wanted: RegExp;

  /** `afterBearer`: only where it is a credential. */
  constructor(key: string, afterBearer: boolean) {
    this.#key = key;
    const whole = key.replaceAll(/\W/g, String.raw`\$&`);
    this.#wanted = new RegExp(`${afterBearer ? String.raw`(?<=\bBearer )` : String.raw`(?<!\w)`}${whole}(?!\\w)`, 'g');
  }

  find(text: string): KeyPlace[] {
    return Array.from(text.matchAll(this.#wanted), ({ index }) => [index, index + this.#key.length]);
  }

  end(text: string): OpenEnd {
    let length = Math.min(this.#key.length, text.length);
    while (length > 0 && !this.#key.startsWith(text.slice(text.length - length))) length -= 1;
    const open = text.length - length;
    return { open, kept: Math.max(0, open - context) };
  }
}

/** For no key. */
export const noKeyPlaces: KeyPlaces = { find: () => [], end: ({ length }) => ({ open: length, kept: length }) };
