// What is left of a text when parts of it have been taken, and where each of its characters stood. Pure.

/** Of the original text, the end exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

export class Remainder {
  /** What is still to be read; what shall not be read stands in it as underscores. */
  readonly text: string;
  readonly #places: readonly number[];

  private constructor(text: string, places: readonly number[]) {
    this.text = text;
    this.#places = places;
  }

  static of(text: string): Remainder {
    return new Remainder(
      text,
      Array.from({ length: text.length }, (_, index) => index),
    );
  }

  /** The same text with each match covered: its place is kept, its words are not. */
  without(pattern: RegExp): Remainder {
    return new Remainder(
      this.text.replaceAll(pattern, (match) => '_'.repeat(match.length)),
      this.#places,
    );
  }

  /** The same text with this part covered. */
  cover(index: number, length: number): Remainder {
    return new Remainder(`${this.text.slice(0, index)}${'_'.repeat(length)}${this.text.slice(index + length)}`, this.#places);
  }

  /** What is left when this part is gone, and which ranges of the original text it took up. */
  take(index: number, length: number): { readonly rest: Remainder; readonly ranges: readonly TextRange[] } {
    const ranges: { start: number; end: number }[] = [];
    for (const place of this.#places.slice(index, index + length)) {
      const last = ranges.at(-1);
      if (last?.end === place) last.end += 1;
      else ranges.push({ start: place, end: place + 1 });
    }
    // What stood before and after it is read as one: “tomorrow for an hour at 10”.
    const from = this.text[index - 1] === ' ' && this.text[index + length] === ' ' ? index - 1 : index;
    const keeps = (_: unknown, at: number): boolean => at < from || at >= index + length;
    const rest = new Remainder(Array.from(this.text.split('')).filter(keeps).join(''), this.#places.filter(keeps));
    return { rest, ranges };
  }
}

/** Small words that lead to a time. */
const leading = /(^|\s)(?:on|at|from|by|due|starting|beginning|@)(?:\s+the)?\s*$/i;

/** The text without these ranges and the small words that led to them; the whole text if nothing else is left. */
export function titleWithout(text: string, ranges: readonly TextRange[]): string {
  let rest = text;
  for (const { start, end } of ranges.toSorted((a, b) => b.start - a.start))
    rest = `${rest.slice(0, start).replace(leading, '$1')} ${rest.slice(end)}`;
  const title = rest
    .replace(/\s+/g, ' ')
    .replace(/ ([,.;:!?])/g, '$1')
    .replace(/^[\s,;:–-]+|[\s,;:–-]+$/g, '');
  return title === '' ? text.trim() : title;
}
