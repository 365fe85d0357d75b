/** Counts the tokens of a reply and takes its time, from the first token to the last. */
export class Speed {
  tokens = 0;
  #first: number | null = null;
  #last = 0;

  count(tokens: number): void {
    this.#last = performance.now();
    this.#first ??= this.#last;
    this.tokens += tokens;
  }

  /** Tokens a second; null for a reply that is too short to tell. */
  get perSecond(): number | null {
    if (this.#first === null || this.tokens < 2 || this.#last === this.#first) return null;
    return Math.round(((this.tokens - 1) / (this.#last - this.#first)) * 10_000) / 10;
  }
}
