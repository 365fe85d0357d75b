// Notes that links name, where the service has not told of them: found by a search, or to be made.

import { dependsOnFolder, nameKeyOf, newNoteFor, notebookPaths, noteFor, type NamingLink } from '../../../../main/contract/link-titles.ts';
import { foldName, splitTarget, type FileMention, type TitleMention } from '../../../../main/contract/mentions.ts';
import type { NoteList } from '../../../../main/contract/notes.ts';
import { routes } from '../../../api/routes.ts';
import type { Service } from '../../../api/service.ts';
import { attributesKey, type NoteAttributes } from '../notebooks/note-attributes.ts';
import { readNotebooks } from '../notebooks/use-notebooks.ts';
import type { EditedText } from '../session/edited-text.ts';

type Asked = Pick<Service, 'client' | 'queries'>;

type ListedNote = NoteList['items'][number];

/** What a title is searched by: signs would mean something. */
export const titleWords = (title: string): string => title.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim();

/** The folded paths of notebooks by their ids; none where a target can only be a title. Throws like `Client.call`. */
async function pathsFor(service: Asked, target: string): Promise<ReadonlyMap<string, string>> {
  return notebookPaths(nameKeyOf(target) === null ? [] : await readNotebooks(service));
}

async function notebookOf({ client, queries }: Asked, { type, id, isNew }: EditedText): Promise<string | null> {
  if (type !== 'note' || isNew) return null;
  const known = queries.getQueryData<NoteAttributes>(attributesKey(id));
  return (known ?? (await client.call(routes.readNote, { params: { id } }))).notebookId;
}

/** A link of a text, with where it stands. */
async function linkIn(
  service: Asked,
  session: EditedText,
  { kind, target }: TitleMention | FileMention,
  paths: ReadonlyMap<string, string>,
): Promise<NamingLink> {
  const isFile = kind === 'file';
  const notebookId = dependsOnFolder({ target, isFile }) ? await notebookOf(service, session) : null;
  return { target, isFile, folder: paths.get(notebookId ?? '') ?? '' };
}

async function maybeFound(
  { client }: Asked,
  link: NamingLink,
  paths: ReadonlyMap<string, string>,
  signal?: AbortSignal,
): Promise<ListedNote | null> {
  const q = titleWords(nameKeyOf(link.target) ?? splitTarget(link.target).title);
  if (q === '') return null;
  const query = { q, limit: '100' };
  const { items } = await client.call(routes.listNotes, signal === undefined ? { query } : { query, signal });
  const newest = items.toSorted((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1));
  const titled = Map.groupBy(newest, ({ title }) => foldName(title));
  return noteFor(link, titled, ({ notebookId }) => paths.get(notebookId ?? '') ?? '');
}

/** The note that `[[…]]` means by this target, wherever it stands; null if there is none. Throws like `Client.call`. */
export async function maybeNoteNamed(service: Asked, target: string, signal: AbortSignal): Promise<ListedNote | null> {
  return maybeFound(service, { target, isFile: false, folder: '' }, await pathsFor(service, target), signal);
}

/** The note that a link of a text means; null if there is none. Throws like `Client.call`. */
export async function maybeNoteOf(service: Asked, session: EditedText, mention: TitleMention | FileMention): Promise<ListedNote | null> {
  const paths = await pathsFor(service, mention.target);
  return maybeFound(service, await linkIn(service, session, mention, paths), paths);
}

/** What the note of a link to nothing is to be. Throws like `Client.call`. */
export async function newNoteOf(
  service: Asked,
  session: EditedText,
  mention: TitleMention | FileMention,
): Promise<ReturnType<typeof newNoteFor>> {
  const paths = await pathsFor(service, mention.target);
  return newNoteFor(await linkIn(service, session, mention, paths), paths);
}
