// Pages of a text, line by line: of a line that is too long for an answer its parts.

import { z } from 'zod';
import { notFound } from '../lib/app-error.ts';
import { fill, withCursor } from './budget.ts';

/** A line, from 1; or a line and how many of its characters were read, as `3:15900`; or of a board what `boardPage` gives. */
export const linePlace = z.union([
  z.int().min(1).max(10_000_000),
  z.string().regex(/^[1-9]\d{0,7}(?::\d{1,9}|~[\w-]{1,60})?$/, 'must be a line, or what this tool gave'),
]);

export type LinePlace = z.output<typeof linePlace>;

function readPlace(place: LinePlace): { readonly line: number; readonly read: number } {
  const [line, read] = String(place).split(':');
  return { line: Number(line), read: Number(read ?? '0') };
}

interface LinePage {
  readonly text: string;
  /** The place after it; null at the end. */
  readonly next: string | null;
}

/** The page that begins at `from`; unless `wanted` is null, of that number of lines at most, and numbered. Throws `not_found`. */
export function linePage(head: string, text: string, from: LinePlace, wanted: number | null): LinePage {
  const all = text.split('\n');
  const { line: first, read } = readPlace(from);
  const length = all[first - 1]?.length;
  if (length === undefined) throw notFound(`line: it has ${all.length}`);
  if (read > length) throw notFound(`character of line ${first}: it has ${length}`);
  const end = wanted === null ? all.length : first - 1 + wanted;
  const number = (at: number): string => (wanted === null ? '' : `${at}\t`);
  const lines = all.slice(first - 1, end).map((line, index) => number(first + index) + (index === 0 ? line.slice(read) : line));
  const page = fill(head, lines);
  const next = first + page.count;
  const cutAt = page.cutAt === null ? null : `${first}:${read + page.cutAt - number(first).length}`;
  const cursor = cutAt ?? (next <= all.length ? String(next) : null);
  return { text: withCursor(page.text, `of ${all.length} lines: from`, cursor), next: cursor };
}
