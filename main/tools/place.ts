// Where the next page of a list begins. Callers change what a page shows, and ask for the next one then: so its first record is named,
// beside how many came before it.

import { z } from 'zod';

/** In a cursor, between the number and the id. */
const mark = '~';

export const placeCursor = /^\d{1,9}(?:~[\w-]{1,60})?$/;

export const listCursor = z.string().regex(placeCursor, 'must be a cursor that this tool gave').optional();

export interface ListPlace {
  readonly offset: number;
  /** Of the record that came first then; null where it is not told. */
  readonly id: string | null;
}

export function listPlace(cursor: string): ListPlace {
  const [offset, id] = cursor.split(mark);
  return { offset: Number(offset), id: id ?? null };
}

export const cursorAt = (offset: number, id: string): string => `${offset}${mark}${id}`;

/** How far around its old place a record is looked for: by as many as a page has, then by as many as lists give at once. */
const reaches = [200, 500];

interface Asked {
  readonly offset: number;
  readonly limit: number;
}

/**
 * The records from a place on, up to `limit`, as `read` gives them, and how many come before them now: as many as then if the record of the
 * place is no longer in the list, or far off. `idOf` gives what a cursor names a record by.
 */
export async function pageFrom<Page extends { readonly items: readonly unknown[] }>(
  { offset, id }: ListPlace,
  limit: number,
  read: (at: Asked) => Promise<Page>,
  idOf: (item: Page['items'][number]) => string,
): Promise<Page & { readonly offset: number }> {
  for (const reach of id === null ? [] : reaches) {
    const first = Math.max(0, offset - reach);
    const { items } = await read({ offset: first, limit: 2 * reach });
    const at = items.findIndex((item) => idOf(item) === id);
    if (at >= 0) return { ...(await read({ offset: first + at, limit })), offset: first + at };
  }
  return { ...(await read({ offset, limit })), offset };
}
