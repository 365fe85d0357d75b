// JSON text that may be long, read in slices.

/** What `JSON.parse` reads in one go, in characters: a millisecond at most. */
const atOnce = 32 * 1024;

/** Thrown where the text is none that `JSON.stringify` writes. */
class Unexpected extends Error {}

/**
 * The value that `JSON.parse` gives of the text. Yields in between, if the text is as `JSON.stringify` writes it without blanks; what has
 * blanks between its values is read all at once. Throws a SyntaxError for what is no JSON.
 */
export function* slicedParse(text: string): Generator<void, unknown> {
  if (text.length <= atOnce) return JSON.parse(text) as unknown;
  try {
    const reader = new Reader(text);
    const value = yield* reader.value();
    if (reader.at === text.length) return value;
  } catch (error) {
    // Read as a whole it gives the right error, or the value.
    if (!(error instanceof Unexpected || error instanceof SyntaxError)) throw error;
  }
  return JSON.parse(text) as unknown;
}

class Reader {
  /** Where the next value or sign begins. */
  at = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  *value(): Generator<void, unknown> {
    const end = this.#endOfLight();
    if (end !== null) return this.#taken(end);
    const sign = this.#text[this.at];
    if (sign === '[') return yield* this.#items();
    if (sign === '{') return yield* this.#members();
    yield;
    return this.#taken(this.#endOfText());
  }

  *#items(): Generator<void, unknown[]> {
    const items: unknown[] = [];
    this.at += 1;
    // From here to `this.at` stand light items that are not read yet, with a comma after each.
    let from = this.at;
    const flush = (): void => {
      if (this.at > from) items.push(...(JSON.parse(`[${this.#text.slice(from, this.at - 1)}]`) as unknown[]));
    };
    for (;;) {
      const end = this.#endOfLight();
      if (end === null) {
        flush();
        items.push(yield* this.value());
        from = this.at + 1;
      } else this.at = end;
      const isLast = this.#isAfterLast(']');
      if (end !== null && (isLast || this.at - from > atOnce)) {
        flush();
        from = this.at;
        yield;
      }
      if (isLast) return items;
    }
  }

  *#members(): Generator<void, object> {
    const members: [string, unknown][] = [];
    this.at += 1;
    for (;;) {
      const name = this.#taken(this.#endOfText());
      if (this.#text[this.at] !== ':') throw new Unexpected();
      this.at += 1;
      members.push([String(name), yield* this.value()]);
      if (this.#isAfterLast('}')) return Object.fromEntries(members);
      yield;
    }
  }

  /** Goes on behind the sign after an item or member; whether it was the last one. */
  #isAfterLast(close: string): boolean {
    const sign = this.#text[this.at];
    if (sign !== ',' && sign !== close) throw new Unexpected();
    this.at += 1;
    return sign === close;
  }

  /** The value from here to `end`, where the next one begins. */
  #taken(end: number): unknown {
    const value = JSON.parse(this.#text.slice(this.at, end)) as unknown;
    this.at = end;
    return value;
  }

  /** The end of the value that begins here, if it is not far; null if it is. */
  #endOfLight(): number | null {
    const limit = Math.min(this.#text.length, this.at + atOnce);
    let depth = 0;
    for (let at = this.at; at < limit; at += 1) {
      const sign = this.#text.charCodeAt(at);
      if (sign === quote) {
        at = this.#endOfText(at) - 1;
        if (depth === 0) return at < limit ? at + 1 : null;
      } else if (sign === openBracket || sign === openBrace) depth += 1;
      else if (sign === closeBracket || sign === closeBrace) {
        if (depth === 0) return this.#endOfWord(at);
        depth -= 1;
        if (depth === 0) return at + 1;
      } else if (sign === comma && depth === 0) return this.#endOfWord(at);
    }
    return null;
  }

  /** A number or a word ends where the next sign stands; no value at all is no JSON. */
  #endOfWord(at: number): number {
    if (at === this.at) throw new Unexpected();
    return at;
  }

  /** Where the text in quotes ends that begins at a place. */
  #endOfText(from = this.at): number {
    if (this.#text[from] !== '"') throw new Unexpected();
    for (let at = this.#text.indexOf('"', from + 1); at >= 0; at = this.#text.indexOf('"', at + 1)) {
      let slashes = 0;
      while (this.#text[at - 1 - slashes] === '\\') slashes += 1;
      if (slashes % 2 === 0) return at + 1;
    }
    throw new Unexpected();
  }
}

const code = (sign: string): number => sign.charCodeAt(0);
const [quote, comma] = [code('"'), code(',')];
const [openBracket, closeBracket, openBrace, closeBrace] = [code('['), code(']'), code('{'), code('}')];
