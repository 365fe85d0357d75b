// What is pasted or dropped and cannot be read as what it is comes in as its plain text, and the user is told.

import { DOMParser, Slice } from 'prosemirror-model';
import { notify } from '../../../ui/toasts.ts';
import { strings } from '../strings.ts';

/** One of it at a time: it begins with `begin`, and ends with `end`. */
export class PlainInstead {
  readonly #sliceOf: (text: string) => Slice;
  #text = '';
  #hasFailed = false;

  constructor(sliceOf: (text: string) => Slice) {
    this.#sliceOf = sliceOf;
  }

  begin(data: Pick<DataTransfer, 'getData'> | null): void {
    const text = data?.getData('text/plain') ?? '';
    this.#text = text === '' ? (data?.getData('text/html') ?? '').replace(/<[^>]*>/g, ' ').trim() : text;
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

  /** The last step; where any has failed, the plain text. */
  end(work: () => Slice): Slice {
    const slice = this.step(work, Slice.empty);
    if (!this.#hasFailed) return slice;
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
