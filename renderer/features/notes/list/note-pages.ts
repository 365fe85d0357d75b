import type { InfiniteData } from '@tanstack/react-query';
import type { NoteList, NoteSummary } from '../../../../main/contract/notes.ts';

export type NotePages = InfiniteData<NoteList>;

export function allNotes({ pages }: NotePages): NoteSummary[] {
  const seen = new Set<string>();
  return pages.flatMap(({ items }) => items).filter(({ id }) => !seen.has(id) && seen.add(id));
}

/** The pages with these notes at the very top, where the service has them: they are the ones that changed last. */
export function withNewest(data: NotePages, { items, total }: Pick<NoteList, 'items' | 'total'>): NotePages {
  const ids = new Set(items.map(({ id }) => id));
  return {
    ...data,
    pages: data.pages.map((page, index) => {
      const kept = page.items.filter(({ id }) => !ids.has(id));
      return { ...page, total, items: index === 0 ? [...items, ...kept] : kept };
    }),
  };
}

export function withoutNote(data: NotePages, id: string): NotePages {
  const gone = data.pages.some(({ items }) => items.some((note) => note.id === id)) ? 1 : 0;
  return {
    ...data,
    pages: data.pages.map((page) => ({ ...page, total: page.total - gone, items: page.items.filter((note) => note.id !== id) })),
  };
}

/** Where the next page begins; undefined if all is there. */
export function nextOffset(last: NoteList, pages: readonly NoteList[]): number | undefined {
  const have = pages.reduce((sum, { items }) => sum + items.length, 0);
  return last.items.length > 0 && have < last.total ? have : undefined;
}
