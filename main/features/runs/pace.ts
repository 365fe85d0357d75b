// Many runs that are ready at the same moment have their turns one after the other, with a chance for requests in between.

export class Pace {
  #last: Promise<void> = Promise.resolve();

  /** Settles in a turn of the event loop of its own, after those that were asked for before. */
  next(): Promise<void> {
    this.#last = this.#last.then(
      () =>
        new Promise((resolve) => {
          setImmediate(resolve);
        }),
    );
    return this.#last;
  }
}
