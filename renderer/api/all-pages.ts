/** The most that the service lists at once. */
const page = 1000;

interface Page<Item> {
  readonly items: readonly Item[];
  /** How many there are on all pages. */
  readonly total: number;
}

/** Reads one page after the other, until there are as many items as the list is long. Throws like `read`. */
export async function allPages<Item>(
  read: (paging: { readonly limit: string; readonly offset: string }) => Promise<Page<Item>>,
): Promise<readonly Item[]> {
  const all: Item[] = [];
  for (;;) {
    const { items, total } = await read({ limit: String(page), offset: String(all.length) });
    all.push(...items);
    if (all.length >= total || items.length === 0) return all;
  }
}
