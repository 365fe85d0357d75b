// A note that exists in the page before the service has made it. Its id there begins with `new-`; when it is made, it gets its own.

import { notePath } from '../../../main/contract/page-paths.ts';
import { type Service, useService } from '../../api/service.ts';
import { holdKeys, markFresh } from './fresh-note.ts';
import { currentView } from './list/place.ts';
import { newUnsent, unsentName } from './session/kept-form.ts';
import { strings } from './strings.ts';
import { useLocation } from 'wouter';

const beginning = 'new-';
/** The ids that notes of this page had before they were made, by those that they have now, and the other way round. */
const firstIds = new Map<string, string>();
const finalIds = new Map<string, string>();

export function isNew(id: string): boolean {
  return id.startsWith(beginning);
}

/** Begins a note and gives its id; what is typed next is its title. It is kept from now on, and made by its session. */
export function beginNote({ drafts }: Service): string {
  const key = crypto.randomUUID();
  const id = beginning + key;
  const unsent = newUnsent(key, strings.untitled, notebookNow());
  drafts.write(unsentName(id, unsent.clientID), unsent);
  drafts.flush();
  holdKeys();
  markFresh(id);
  return id;
}

/** The notebook that is looked at, in which a new note is to be; null for none. */
function notebookNow(): string | null {
  const { place } = currentView();
  return place.kind === 'notebook' ? place.id : null;
}

export function noteMade(first: string, final: string): void {
  firstIds.set(final, first);
  finalIds.set(first, final);
}

/** The id that a note had first on this page: it stays the same when the note is made. */
export function firstId(id: string): string {
  return firstIds.get(id) ?? id;
}

/** The id that a note of this page has by now. */
export function finalId(id: string): string {
  return finalIds.get(id) ?? id;
}

/** Begins a note and goes there; what is typed next is its title. The service makes it meanwhile. */
export function useNewNote(): () => void {
  const service = useService();
  const [, go] = useLocation();
  return () => {
    go(notePath(beginNote(service)));
  };
}
