// Where in a text a key stands, or a piece of it that gives it away.

/** From where to where. */
type KeyPlace = readonly [from: number, to: number];

/** What a look at a text shows. */
export interface Look {
  /** In order; none touches another. */
  readonly places: readonly KeyPlace[];
  /** Where the text goes on: from here on it can be the beginning of a place; the length of the text if it cannot. */
  readonly open: number;
  /** And from here on it must be known to find the places in what follows. */
  readonly kept: number;
}

/** How a key is looked for: in one pass, whose time grows as the text does, whatever it holds. */
export interface KeyPlaces {
  look(text: string): Look;
}

/** As many characters of a key in a row as give it away. */
export const tell = 8;

const codeOf = (character: string): number => character.charCodeAt(0);
const backslash = codeOf('\\');
/** What \s is, by its code. */
const blanks = Uint8Array.from({ length: 65_536 }, (_, code) => (/\s/.test(String.fromCharCode(code)) ? 1 : 0));
/** What stands behind a backslash for white space. */
const blankEscapes = new Set(Array.from('fnrtFNRT', codeOf));
const isU = (code: number): boolean => code === codeOf('u') || code === codeOf('U');

/** The number that a character is in base 16; -1 for none. */
function hexDigit(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  const letter = code | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
}

/**
 * White space does not count, which stands between the characters of a key without hiding it, nor do the escapes of texts in JSON, also of
 * texts in those: an escaped character counts as itself. Of one object, for one escape after the other.
 */
class Escape {
  /** The character that it says; -1 for none. */
  code = -1;
  /** Where it ends. */
  to = 0;
  /** The end of the text may cut it. */
  isCut = false;

  /** Reads the one whose first backslash stands at a place. */
  read(text: string, first: number): void {
    let at = first + 1;
    while (text.charCodeAt(at) === backslash) at += 1;
    this.code = -1;
    this.to = at;
    this.isCut = at === text.length;
    const letter = text.charCodeAt(at);
    if (isU(letter)) this.#unicode(text, at);
    else if (blankEscapes.has(letter)) this.to = at + 1;
  }

  #unicode(text: string, letter: number): void {
    let code = 0;
    for (let at = letter + 1; at <= letter + 4; at += 1) {
      const value = hexDigit(text.charCodeAt(at));
      if (value < 0) {
        // Then it is no escape, and the `u` a letter.
        this.isCut = at === text.length;
        return;
      }
      code = code * 16 + value;
    }
    if (blanks[code] === 0) this.code = code;
    this.to = letter + 5;
  }
}

/** The characters of a text that count. */
export function significant(text: string): string {
  const escape = new Escape();
  let result = '';
  for (let at = 0; at < text.length; at += 1) {
    let code = text.charCodeAt(at);
    if (code === backslash) {
      escape.read(text, at);
      ({ code } = escape);
      at = escape.to - 1;
    }
    if (code >= 0 && blanks[code] === 0) result += String.fromCharCode(code);
  }
  return result;
}

/**
 * All pieces of a key at once: its suffix automaton. A state stands for pieces that end at the same places of the key; where a text leaves
 * them, its link leads to the longest shorter end of them that other places have as well.
 */
class KeyStates {
  /** For each character of the key a number from 1 on. */
  readonly numbers = new Uint16Array(65_536);
  readonly width: number;
  /** The next state by state and number, in rows of `width`; 0 for none: nothing leads to the first. */
  readonly next: Int32Array;
  readonly link: Int32Array;
  /** The length of the longest piece of each. */
  readonly longest: Int32Array;

  constructor(key: string) {
    const codes = Array.from({ length: key.length }, (_, at) => key.charCodeAt(at));
    let count = 0;
    for (const code of codes) if (this.numbers[code] === 0) this.numbers[code] = count += 1;
    this.width = count + 1;
    this.next = new Int32Array(2 * key.length * this.width);
    this.link = new Int32Array(2 * key.length).fill(-1);
    this.longest = new Int32Array(2 * key.length);
    this.#build(codes.map((code) => this.numbers[code] ?? 0));
  }

  #build(key: readonly number[]): void {
    const { next, link, longest, width } = this;
    let [count, last] = [1, 0];
    for (const number of key) {
      const now = count++;
      longest[now] = (longest[last] ?? 0) + 1;
      const from = this.#redirect(last, number, 0, now);
      last = now;
      link[now] = 0;
      if (from < 0) continue;
      const to = next[from * width + number] ?? 0;
      if (longest[to] === (longest[from] ?? 0) + 1) link[now] = to;
      else {
        const shorter = count++;
        longest[shorter] = (longest[from] ?? 0) + 1;
        next.copyWithin(shorter * width, to * width, (to + 1) * width);
        link[shorter] = link[to] ?? 0;
        this.#redirect(from, number, to, shorter);
        link[to] = link[now] = shorter;
      }
    }
  }

  /** From a state along its links, as long as the number leads to one state, lets it lead to another. Where that ends; -1 for nowhere. */
  #redirect(state: number, number: number, before: number, after: number): number {
    let from = state;
    while (from >= 0 && this.next[from * this.width + number] === before) {
      this.next[from * this.width + number] = after;
      from = this.link[from] ?? -1;
    }
    return from;
  }
}

/** More than a piece and a cut escape have; a power of two. */
const remembered = 2 * tell;

/** Every piece of eight characters of a key that has as many at least. */
export class Pieces implements KeyPlaces {
  readonly #states: KeyStates;
  /** What a piece can begin with. */
  readonly #beginnings: ReadonlySet<string>;

  constructor(key: string) {
    const characters = significant(key);
    this.#states = new KeyStates(characters);
    const pieces = Array.from({ length: characters.length - tell + 1 }, (_, at) => characters.slice(at, at + tell));
    this.#beginnings = new Set(pieces.flatMap((piece) => Array.from({ length: tell - 1 }, (_, less) => piece.slice(0, less + 1))));
  }

  look(text: string): Look {
    const { numbers, width, next, link, longest } = this.#states;
    const places: [number, number][] = [];
    const escape = new Escape();
    // Where the last characters that count begin, each at its number modulo `remembered`.
    const starts = new Uint32Array(remembered);
    let count = 0;
    // How many of the last are a piece of the key.
    let length = 0;
    let state = 0;
    let cut = text.length;
    for (let at = 0; at < text.length;) {
      const from = at;
      let code = text.charCodeAt(at);
      at += 1;
      if (code === backslash) {
        escape.read(text, from);
        at = escape.to;
        if (escape.isCut) cut = from;
        if (escape.code < 0) continue;
        code = escape.code;
      } else if (blanks[code] === 1) continue;
      starts[count & (remembered - 1)] = from;
      count += 1;
      const number = numbers[code] ?? 0;
      if (number === 0) {
        state = length = 0;
        continue;
      }
      let following = next[state * width + number] ?? 0;
      // Each character of the key goes on from the first state.
      while (following === 0) {
        state = link[state] ?? 0;
        length = longest[state] ?? 0;
        following = next[state * width + number] ?? 0;
      }
      state = following;
      length += 1;
      if (length < tell) continue;
      const start = starts[(count - tell) & (remembered - 1)] ?? 0;
      const last = places.at(-1);
      if (last !== undefined && start <= last[1]) last[1] = at;
      else places.push([start, at]);
    }
    const open = this.#open(text, cut, starts, count);
    return { places, open, kept: open };
  }

  /** Where the end of a text begins that can be the beginning of a piece. What a cut escape says, from `cut` on, is not known yet. */
  #open(text: string, cut: number, starts: Uint32Array, count: number): number {
    const escape = new Escape();
    let end = '';
    let open = cut;
    for (let back = 1; back <= Math.min(count, remembered) && end.length < tell - 1; back += 1) {
      const start = starts[(count - back) & (remembered - 1)] ?? 0;
      if (start >= cut) continue;
      const isEscaped = text.charCodeAt(start) === backslash;
      if (isEscaped) escape.read(text, start);
      end = (isEscaped ? String.fromCharCode(escape.code) : text.charAt(start)) + end;
      if (this.#beginnings.has(end)) open = start;
    }
    return open;
  }
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

  look(text: string): Look {
    const places = Array.from(text.matchAll(this.#wanted), ({ index }): KeyPlace => [index, index + this.#key.length]);
    let length = Math.min(this.#key.length, text.length);
    while (length > 0 && !this.#key.startsWith(text.slice(text.length - length))) length -= 1;
    const open = text.length - length;
    return { places, open, kept: Math.max(0, open - context) };
  }
}

/** For no key. */
export const noKeyPlaces: KeyPlaces = { look: ({ length }) => ({ places: [], open: length, kept: length }) };
