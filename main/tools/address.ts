// The addresses of records, for the writes of tools. Pure.

import { notFound } from '../lib/app-error.ts';

/** An id as a segment of a path. Throws `not_found` where no path can hold it: then it is that of no record. */
export function segment(what: 'note' | 'card' | 'event', id: string): string {
  if (!id.isWellFormed() || /^\.{0,2}$/.test(id)) throw notFound(what);
  return encodeURIComponent(id);
}
