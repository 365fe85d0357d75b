import type { InfiniteData } from '@tanstack/react-query';
import type { NoteList, NoteSummary } from '../../../../main/contract/notes.ts';
import { comparerOf, isInPlace, type ListView } from './place.ts';

export type NotePages = InfiniteData<NoteList>;

export function allNotes({ pages }: NotePages): NoteSummary[] {
  const seen = new Set<string>();
  return pages.flatMap(({ items }) => items).filter(({ id }) => !seen.has(id) && seen.add(id));
}

/** The pages with these notes as they are now: each at its place, or left out where it does not belong there any more. */
export function withChanged(data: NotePages, changed: readonly NoteSummary[], { place, sort }: ListView): NotePages {
  const ids = new Set(changed.map(({ id }) => id));
  const before = allNotes(data);
  const kept = before.filter(({ id }) => !ids.has(id));
  const compare = comparerOf(sort);
  const last = kept.at(-1);
  const hasAll = before.length >= (data.pages.at(-1)?.total ?? 0);
  const here = changed.filter((note) => isInPlace(place, note));
  // Behind what has been read, the next page has them.
  const shown = hasAll || last === undefined ? here : here.filter((note) => compare(note, last) < 0);
  const known = new Set(before.map(({ id }) => id));
  const left = changed.filter((note) => known.has(note.id) && !here.includes(note)).length;
  const come = shown.filter(({ id }) => !known.has(id)).length;
  const items = [...kept, ...shown].toSorted(compare);
  return { ...data, pages: spread(data.pages, items, (total) => total - left + come) };
}

export function withoutNote(data: NotePages, id: string): NotePages {
  const gone = data.pages.some(({ items }) => items.some((note) => note.id === id)) ? 1 : 0;
  return {
    ...data,
    pages: data.pages.map((page) => ({ ...page, total: page.total - gone, items: page.items.filter((note) => note.id !== id) })),
  };
}

/** The notes over as many pages as there are, the first of which takes what is more. */
function spread(pages: readonly NoteList[], items: readonly NoteSummary[], total: (before: number) => number): NoteList[] {
  let end = items.length;
  return pages
    .toReversed()
    .map((page, fromEnd) => {
      const from = fromEnd === pages.length - 1 ? 0 : Math.max(0, end - page.items.length);
      const own = items.slice(from, end);
      end = from;
      return { ...page, items: own, total: total(page.total) };
    })
    .toReversed();
}

/** Where the next page begins; undefined if all is there. */
export function nextOffset(last: NoteList, pages: readonly NoteList[]): number | undefined {
  const have = pages.reduce((sum, { items }) => sum + items.length, 0);
  return last.items.length > 0 && have < last.total ? have : undefined;
}
