// Keeps a provider's key out of what the provider sends back: some repeat it in their errors.

/** As many characters of a key in a row as give it away. */
const tell = 8;
const mask = '[key]';

/** The text with every piece of the key of eight characters or more replaced; a shorter key is replaced as a whole. */
export function withoutKey(text: string, key: string | null): string {
  if (key === null || key === '') return text;
  return key.length < tell ? text.replaceAll(key, mask) : new Pieces(key).replaced(text);
}

/**
 * For good answers, in which every other word counts. Of most keys no piece of eight characters is let through. Keys that are
 * shorter go as a whole, where they stand by themselves; one that is an ordinary word, such as the `ollama` that is given to
 * servers without keys, only after `Bearer`.
 */
export class KeyFilter {
  readonly #replaced: (text: string) => string;
  /** Pieces of it are looked for, also in numbers and in the names of fields. */
  readonly #thorough: boolean;
  /** JSON writes the key as it is. */
  readonly #plain: boolean;

  constructor(key: string | null) {
    this.#thorough = key !== null && key.length >= tell && !isWord(key);
    this.#plain = key === null || JSON.stringify(key) === `"${key}"`;
    if (key === null || key === '') this.#replaced = (text) => text;
    else if (this.#thorough) {
      const pieces = new Pieces(key);
      this.#replaced = (text) => pieces.replaced(text);
    } else {
      const whole = key.replaceAll(/\W/g, String.raw`\$&`);
      const wanted = new RegExp(`${isWord(key) || key.length < 4 ? String.raw`(?<=\bBearer )` : String.raw`(?<!\w)`}${whole}(?!\\w)`, 'g');
      this.#replaced = (text) => text.replaceAll(wanted, mask);
    }
  }

  text(text: string): string {
    return this.#replaced(text);
  }

  /** Parsed JSON without the key; the very same value if it holds nothing of it. Recurses: `isDeeperThan` comes first. */
  value(value: unknown): unknown {
    if (typeof value === 'string') return this.#replaced(value);
    if (typeof value === 'number') return this.#thorough && this.#replaced(String(value)) !== String(value) ? mask : value;
    if (Array.isArray(value)) {
      const items = value.map((item) => this.value(item));
      return items.every((item, index) => item === value[index]) ? value : items;
    }
    if (typeof value !== 'object' || value === null) return value;
    const before = Object.entries(value);
    const after = before.map(([name, item]): [string, unknown] => [this.#thorough ? this.#replaced(name) : name, this.value(item)]);
    return after.every(([name, item], index) => name === before[index]?.[0] && item === before[index][1])
      ? value
      : Object.fromEntries(after);
  }

  /** Parsed JSON, written without the key. */
  json(value: unknown): string {
    // Lists of numbers can be long: in the usual case they are looked through once, as text.
    if (this.#thorough && this.#plain) {
      const text = JSON.stringify(value);
      if (this.#replaced(text) === text) return text;
    }
    return JSON.stringify(this.value(value));
  }
}

/** Short, and nothing but letters: a word, or a few. */
function isWord(key: string): boolean {
  return key.length < 16 && /^(?:[a-z]+|[A-Z]+)(?:[-_](?:[a-z]+|[A-Z]+))*$/.test(key);
}

/** The pieces of a key that may stand in no text. */
class Pieces {
  readonly #pieces: ReadonlySet<string>;
  /** Any two characters that follow each other in the key. */
  readonly #pairs: ReadonlySet<number>;

  constructor(key: string) {
    this.#pieces = new Set(Array.from({ length: key.length - tell + 1 }, (_, at) => key.slice(at, at + tell)));
    this.#pairs = new Set(Array.from({ length: key.length - 1 }, (_, at) => pair(key, at)));
  }

  /** The text without them; those that touch are replaced together. */
  replaced(text: string): string {
    let result = '';
    let copied = 0;
    let start = 0;
    let end = -1;
    const close = (): void => {
      if (end < 0) return;
      result += text.slice(copied, start) + mask;
      copied = end;
    };
    for (let at = 0; at + tell <= text.length;) {
      // No piece that holds these two characters begins before them.
      if (!this.#pairs.has(pair(text, at + tell - 2))) {
        at += tell - 1;
        continue;
      }
      if (this.#pieces.has(text.slice(at, at + tell))) {
        if (at > end) {
          close();
          start = at;
        }
        end = at + tell;
      }
      at += 1;
    }
    close();
    return end < 0 ? text : result + text.slice(copied);
  }
}

function pair(text: string, at: number): number {
  return text.charCodeAt(at) * 65_536 + text.charCodeAt(at + 1);
}
