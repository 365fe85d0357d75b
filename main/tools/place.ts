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

/** How many records come before the place now; as many as then if that record is no longer in the list, or far off. */
export async function offsetNow(
  { offset, id }: ListPlace,
  idsAt: (page: { readonly offset: number; readonly limit: number }) => Promise<readonly string[]>,
): Promise<number> {
  if (id === null) return offset;
  for (const reach of reaches) {
    const first = Math.max(0, offset - reach);
    const at = (await idsAt({ offset: first, limit: 2 * reach })).indexOf(id);
    if (at >= 0) return first + at;
  }
  return offset;
}
