// Pages of lists, and where the next one begins. Callers change what a page shows, and ask for the next one then: so its first record is
// named, beside how many came before it.

import { z } from 'zod';
import { fill, withCursor } from './budget.ts';
import type { ToolResult } from './tool.ts';

/** More than an answer has room for, */
export const pageSize = 100;
/** and the first of the next page. */
export const withNext = pageSize + 1;

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

export interface ListedItem {
  readonly type: string;
  readonly id: string;
  readonly version?: number | null;
}

interface Listed {
  readonly head: string;
  readonly lines: readonly string[];
  /** One for each line. */
  readonly items: readonly ListedItem[];
  /** Of the first line. */
  readonly offset: number;
  readonly total: number;
}

/** A page whose cursor counts. */
export function page({ head, lines, items, offset, total }: Listed): ToolResult {
  const { text, count } = fill(head, lines);
  const next = offset + count;
  const nextCursor = next < total && count > 0 ? String(next) : null;
  return { text: withCursor(text, 'cursor', nextCursor), structured: { items: items.slice(0, count), nextCursor } };
}

/** A page whose cursor names the record that comes next: where there is one, the last of these lines is not shown but named. */
export function onwards({ head, lines, items, offset, total }: Listed): ToolResult {
  const isLast = offset + lines.length >= total;
  const { text, count } = fill(head, isLast ? lines : lines.slice(0, -1));
  const next = items[count];
  const nextCursor = next !== undefined && count > 0 ? cursorAt(offset + count, next.id) : null;
  return { text: withCursor(text, 'cursor', nextCursor), structured: { items: items.slice(0, count), nextCursor } };
}
