// Two notes side by side stand in one address: /notes/ID?beside=ID. Each has a router of its own, in which it is the only note: where one
// of them leads is put into the address here. Pure.

/** The note of the path, and the one beside it. */
export type Pane = 'main' | 'beside';

interface PageAddress {
  readonly path: string;
  /** With or without its question mark. */
  readonly search: string;
}

/** The note of a path; null where it is that of no note. */
export function noteOf(path: string): string | null {
  return /^\/notes\/([\w-]+)$/.exec(path)?.[1] ?? null;
}

/** The note beside that of the path; null for none, or the same one again. */
export function besideOf({ path, search }: PageAddress): string | null {
  const id = noteOf(`/notes/${new URLSearchParams(search).get('beside') ?? ''}`);
  return id === noteOf(path) ? null : id;
}

/** A query without what says which note is beside; empty for none. */
function withoutBeside(search: string): string {
  const query = new URLSearchParams(search);
  query.delete('beside');
  return query.toString();
}

/** The address of two notes, or of one. Starts the query with what else stands in it. */
export function paneAddress(main: string, beside: string | null, search = ''): string {
  const query = new URLSearchParams(withoutBeside(search));
  if (beside !== null) query.set('beside', beside);
  return `/notes/${main}${query.size === 0 ? '' : `?${query.toString()}`}`;
}

/** What a note sees of the query: tags of the list, and words to find in the note of the path. */
export function searchIn(pane: Pane, search: string): string {
  const query = new URLSearchParams(withoutBeside(search));
  if (pane === 'beside') query.delete('find');
  return query.toString();
}

/** The address of the page when a note goes somewhere: to another note in its place, away from its place, or to another page. */
export function pageAddress(pane: Pane, to: string, page: PageAddress): string {
  const [, path = '', search = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(to) ?? [];
  const [main, beside] = [noteOf(page.path), besideOf(page)];
  const id = noteOf(path);
  if (main === null || beside === null || (id === null && path !== '/notes') || new URLSearchParams(search).has('beside')) return to;
  if (id === null) return paneAddress(pane === 'main' ? beside : main, null, search) + hash;
  // The one that is there already changes places with it.
  if (id === (pane === 'main' ? beside : main)) return paneAddress(beside, main, search) + hash;
  return (pane === 'main' ? paneAddress(id, beside, search) : paneAddress(main, id, searchIn('beside', search))) + hash;
}
