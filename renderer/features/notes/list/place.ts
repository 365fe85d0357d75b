// What the list of notes shows: which notes, and in which order. It stays while notes are opened and closed.

import type { NoteSummary } from '../../../../main/contract/notes.ts';
import { readSetting, writeSetting } from '../../../api/remembered.ts';
import { Store, useStore } from '../../../api/store.ts';

/** All notes, those of a notebook, or the archive. */
export type NotesPlace = { readonly kind: 'all' } | { readonly kind: 'notebook'; readonly id: string } | { readonly kind: 'archive' };

export type Sort = 'updated' | 'created' | 'title';

export interface ListView {
  readonly place: NotesPlace;
  readonly sort: Sort;
}

export const everywhere: NotesPlace = { kind: 'all' };

const sorts: readonly Sort[] = ['updated', 'created', 'title'];
const view = new Store<ListView>({ place: everywhere, sort: sorts.find((sort) => sort === readSetting('notes.sort')) ?? 'updated' });

let session: object | null = null;

/** To be called before the place is shown in a session: that of the user before is no place of this one. */
export function beginPlace(ofSession: object): void {
  if (session !== null && session !== ofSession) goToPlace(everywhere);
  session = ofSession;
}

export function goToPlace(place: NotesPlace): void {
  view.set({ ...currentView(), place });
}

export function sortBy(sort: Sort): void {
  writeSetting('notes.sort', sort);
  view.set({ ...currentView(), sort });
}

export const currentView = view.get;

export function useView(): ListView {
  return useStore(view);
}

/** What the service is asked for. */
export function listQuery({ place, sort }: ListView): Readonly<Record<string, string>> {
  return { ...placeQuery(place), sort, pinned: 'first' };
}

/** The part of it that a search takes too. */
export function placeQuery(place: NotesPlace): Readonly<Record<string, string>> {
  switch (place.kind) {
    case 'all':
      return {};
    case 'notebook':
      return { notebookId: place.id };
    case 'archive':
      return { archived: 'true' };
  }
}

export function isInPlace(place: NotesPlace, { notebookId, isArchived }: Pick<NoteSummary, 'notebookId' | 'isArchived'>): boolean {
  if (place.kind === 'archive') return isArchived;
  return !isArchived && (place.kind === 'all' || notebookId === place.id);
}

/** As the service orders them: pinned notes first. */
export function comparerOf(sort: Sort): (a: NoteSummary, b: NoteSummary) => number {
  const key = (note: NoteSummary): string =>
    sort === 'title' ? note.title.trim().normalize('NFC').toLowerCase() : sort === 'created' ? note.createdAt : note.updatedAt;
  const direction = sort === 'title' ? 1 : -1;
  return (a, b) => Number(b.isPinned) - Number(a.isPinned) || direction * (compare(key(a), key(b)) || compare(a.id, b.id));
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
