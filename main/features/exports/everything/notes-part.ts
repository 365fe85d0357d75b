// Where notes and their files lie in the zip, and what `notes.json` tells of them.

import type { z } from 'zod';
import type { ArchivedFile, ArchivedNote, ArchivedNotebook, ArchivedNotes, Written, WrittenFile } from '../../../contract/archive.ts';
import { toInstant } from '../../../lib/clock.ts';
import { mapText, objectText } from './json-text.ts';
import type { FileRow, NotebookRow, NoteRow, RecordStore } from './record-store.ts';
import { FolderNames, notebookFolders } from './safe-names.ts';

const top = 'notes/';
const attachments = 'attachments';

interface PlacedNote extends NoteRow {
  readonly path: string;
}

interface PlacedFile extends FileRow {
  /** The first is that beside the note that it belongs to; the others are beside other notes that show it. */
  readonly paths: readonly [string, ...string[]];
}

export interface NotesPart {
  readonly notebooks: readonly (NotebookRow & { readonly path: string })[];
  readonly notes: readonly PlacedNote[];
  readonly files: readonly PlacedFile[];
}

export function placeNotes(store: Pick<RecordStore, 'notebooks' | 'notes' | 'noteFiles' | 'namedFiles'>): NotesPart {
  const notebooks = store.notebooks();
  const folders = notebookFolders(notebooks, top, attachments);
  const folderOf = (notebookId: string | null): string => (notebookId === null ? undefined : folders.get(notebookId)) ?? top;
  const names = new Map<string, FolderNames>();
  const namesIn = (folder: string): FolderNames => {
    const found = names.get(folder) ?? new FolderNames(folder, [attachments, ...foldersIn(folders, folder)]);
    names.set(folder, found);
    return found;
  };
  const notes = store.notes().map((note) => ({ ...note, path: namesIn(folderOf(note.notebookId)).file(note.title, 'md', 'Note') }));
  const placed = new Map(notes.map(({ id, notebookId }) => [id, folderOf(notebookId)]));
  return {
    notebooks: notebooks.map((notebook) => ({ ...notebook, path: folderOf(notebook.id).slice(0, -1) })),
    notes,
    files: placeFiles(store, placed),
  };
}

/** The names of the folders in a folder. */
function foldersIn(folders: ReadonlyMap<string, string>, folder: string): string[] {
  return [...folders.values()].flatMap((path) => {
    const rest = path.startsWith(folder) ? path.slice(folder.length, -1) : '';
    return rest === '' || rest.includes('/') ? [] : [rest];
  });
}

/** `placed`: the folder of each note. A file whose note is in the trash belongs to the first note that shows it. */
function placeFiles(store: Pick<RecordStore, 'noteFiles' | 'namedFiles'>, placed: ReadonlyMap<string, string>): PlacedFile[] {
  const shownBy = Map.groupBy(store.namedFiles(), ({ name }) => name);
  return store.noteFiles().flatMap((file) => {
    const showing = (shownBy.get(file.name ?? '') ?? []).map(({ noteId }) => noteId);
    const ownerId = placed.has(file.ownerId) ? file.ownerId : showing[0];
    if (ownerId === undefined) return [];
    const folders = new Set([ownerId, ...showing].map((id) => placed.get(id) ?? top));
    // Its name is of the service's own making, and unique.
    const [first = '', ...others] = Array.from(folders, (folder) => `${folder}${attachments}/${file.name ?? file.id}`);
    return [{ ...file, ownerId, paths: [first, ...others] as const }];
  });
}

type Entries<T extends z.ZodObject> = Generator<readonly [id: string, Written<T>]>;

export function notesJson({ notebooks, notes, files }: NotesPart): Generator<string> {
  const parts: WrittenFile<typeof ArchivedNotes> = {
    notebooks: mapText(
      (function* (): Entries<typeof ArchivedNotebook> {
        for (const { id, path, parentId, name, isTemplates, ...times } of notebooks)
          yield [id, { path, name, parentId, isTemplates: isTemplates === 1, ...versionAndTimes(times) }];
      })(),
    ),
    notes: mapText(
      (function* (): Entries<typeof ArchivedNote> {
        for (const { id, path, title, notebookId, isPinned, isArchived, ...times } of notes)
          yield [id, { path, title, notebookId, isPinned: isPinned === 1, isArchived: isArchived === 1, ...versionAndTimes(times) }];
      })(),
    ),
    files: mapText(
      (function* (): Entries<typeof ArchivedFile> {
        for (const { id, paths, ownerId, name, ...file } of files) {
          const { filename, mimeType, size, width, height, sha256, createdAt } = file;
          const told = { filename, mimeType, size, width, height, sha256, createdAt: toInstant(createdAt) };
          yield [id, { path: paths[0], noteId: ownerId, name, ...told }];
        }
      })(),
    ),
  };
  return objectText(parts);
}

/** Version and times as the interface tells them. */
export function versionAndTimes({ version, createdAt, updatedAt }: { version: number; createdAt: number; updatedAt: number }) {
  return { version, createdAt: toInstant(createdAt), updatedAt: toInstant(updatedAt) };
}
