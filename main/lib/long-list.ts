/**
 * A list that is too long to be in memory as a whole: a reply whose `items` are read in slices while it is written. What is needed of a
 * slice is garbage before the next one is read.
 */
export class LongList<List extends { readonly items: readonly unknown[] }> {
  /** Reads the list, each time anew: gives its items in slices, or the JSON text of one in UTF-8, and returns the rest of the reply. */
  readonly read: () => AsyncGenerator<List['items'] | Uint8Array, Omit<List, 'items'>>;

  constructor(read: LongList<List>['read']) {
    this.read = read;
  }

  /** The whole reply. For tests. */
  async collect(): Promise<unknown> {
    const items: unknown[] = [];
    const slices = this.read();
    for (;;) {
      const { done, value } = await slices.next();
      if (done === true) return { items, ...value };
      items.push(...(value instanceof Uint8Array ? (JSON.parse(Buffer.from(value).toString()) as unknown[]) : value));
    }
  }
}
