// What is pasted or dropped and cannot be read as what it is comes in as its plain text, and the user is told. So does what leaves nothing
// when it is read, though its plain text has words.

import { DOMParser, Slice } from 'prosemirror-model';
import { notify } from '../../../ui/toasts.ts';
import { strings } from '../strings.ts';
import { isCopiedInNote } from './foreign-html.ts';

/** Whether a piece of a document shows nothing. */
const isBare = ({ content }: Slice): boolean => content.textBetween(0, content.size, null, '\uFFFC').trim() === '';

/** One of it at a time: it begins with `begin`, and ends with `end`. */
export class PlainInstead {
  readonly #sliceOf: (text: string) => Slice;
  #text = '';
  /** Whether words are missed where nothing is left: what was copied in a note is what it is, such as an empty table. */
  #hasWords = false;
  #hasFailed = false;

  constructor(sliceOf: (text: string) => Slice) {
    this.#sliceOf = sliceOf;
  }

  begin(data: Pick<DataTransfer, 'getData'> | null): void {
    const text = data?.getData('text/plain') ?? '';
    const html = data?.getData('text/html') ?? '';
    this.#text = text === '' ? html.replace(/<[^>]*(?:>|$)/g, ' ').trim() : text;
    this.#hasWords = text.trim() !== '' && !isCopiedInNote(html);
    this.#hasFailed = false;
  }

  /** What comes of a step on the way; `otherwise` where it fails. */
  step<Result>(work: () => Result, otherwise: Result): Result {
    try {
      return work();
    } catch {
      this.#hasFailed = true;
      return otherwise;
    }
  }

  /** The last step; where any has failed, or nothing is left, the plain text. */
  end(work: () => Slice): Slice {
    const slice = this.step(work, Slice.empty);
    if (!this.#hasFailed) return this.#hasWords && isBare(slice) ? this.#sliceOf(this.#text) : slice;
    this.#hasFailed = false;
    notify({ title: strings.pastedPlainly, kind: 'problem' });
    return this.#text === '' ? Slice.empty : this.#sliceOf(this.#text);
  }
}

/** A parser that is a step on the way. */
export class ParserWithin extends DOMParser {
  readonly #within: PlainInstead;

  constructor({ schema, rules }: DOMParser, within: PlainInstead) {
    super(schema, rules);
    this.#within = within;
  }

  override parseSlice(...args: Parameters<DOMParser['parseSlice']>): Slice {
    return this.#within.step(() => super.parseSlice(...args), Slice.empty);
  }
}
