// Notes that links in brackets name, where the service has not told of them: found by a search, or to be made.

import { nameKeyOf, notebookPaths, noteFor, pathIn } from '../../../../main/contract/link-titles.ts';
import { foldName, splitTarget } from '../../../../main/contract/mentions.ts';
import type { Notebook } from '../../../../main/contract/notebooks.ts';
import type { NoteList } from '../../../../main/contract/notes.ts';
import { routes } from '../../../api/routes.ts';
import type { Service } from '../../../api/service.ts';
import { readNotebooks } from '../notebooks/use-notebooks.ts';

type ListedNote = NoteList['items'][number];

/** The note that a target means; null if there is none. Throws like `Client.call`. */
export async function maybeNoteNamed(
  service: Pick<Service, 'client' | 'queries'>,
  target: string,
  signal?: AbortSignal,
): Promise<ListedNote | null> {
  // In a search, signs would mean something.
  const q = (nameKeyOf(target) ?? splitTarget(target).title).replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim();
  if (q === '') return null;
  const query = { q, limit: '100' };
  const { items } = await service.client.call(routes.listNotes, signal === undefined ? { query } : { query, signal });
  const paths = notebookPaths(pathIn(target) === null ? [] : await readNotebooks(service));
  const newest = items.toSorted((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1));
  const titled = Map.groupBy(newest, ({ title }) => foldName(title));
  return noteFor(target, titled, ({ notebookId }) => paths.get(notebookId ?? '') ?? '');
}

/**
 * What the note of a link to nothing is to be: that of a path is in the notebook with this path, or one whose path ends so. Where there is
 * none, all of the path is its title, as in `[[TCP/IP]]`: so the link leads to it.
 */
export function newNoteFor(target: string, notebooks: readonly Notebook[]): { readonly title: string; readonly notebookId: string | null } {
  const path = pathIn(target);
  const name = path?.names.at(-1);
  const title = splitTarget(target).title || target;
  if (path === null || name === undefined) return { title, notebookId: null };
  if (path.folder === '') return { title: name, notebookId: null };
  const paths = [...notebookPaths(notebooks)];
  const found = paths.find(([, each]) => each === path.folder) ?? paths.find(([, each]) => each.endsWith(`/${path.folder}`));
  return found === undefined ? { title, notebookId: null } : { title: name, notebookId: found[0] };
}
