// Where notes and their files lie in the zip, and what `notes.json` tells of them.

import type { z } from 'zod';
import type { ArchivedFile, ArchivedNote, ArchivedNotebook, ArchivedNotes, Written, WrittenFile } from '../../../contract/archive.ts';
import { filePathsIn } from '../../../contract/embedded-files.ts';
import { fileNamesIn } from '../../../contract/file-names.ts';
import { foldName } from '../../../contract/mentions.ts';
import { toInstant } from '../../../lib/clock.ts';
import { safeName } from '../../../lib/file-name.ts';
import { mapText, objectText } from './json-text.ts';
import type { FileRow, NotebookRow, NoteRow, RecordStore } from './record-store.ts';
import { FolderNames, notebookFolders } from './safe-names.ts';

const top = 'notes/';
const attachments = 'attachments';

interface PlacedNote extends NoteRow {
  readonly path: string;
}

interface PlacedFile extends FileRow {
  /** The first are those beside the note that it belongs to; the others are beside other notes that show it. */
  readonly paths: readonly string[];
}

export interface NotesPart {
  readonly notebooks: readonly (NotebookRow & { readonly path: string })[];
  readonly notes: readonly PlacedNote[];
}

export function placeNotes(store: Pick<RecordStore, 'notebooks' | 'notes'>): NotesPart {
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
  return { notebooks: notebooks.map((notebook) => ({ ...notebook, path: folderOf(notebook.id).slice(0, -1) })), notes };
}

/** The names of the folders in a folder. */
function foldersIn(folders: ReadonlyMap<string, string>, folder: string): string[] {
  return [...folders.values()].flatMap((path) => {
    const rest = path.startsWith(folder) ? path.slice(folder.length, -1) : '';
    return rest === '' || rest.includes('/') ? [] : [rest];
  });
}

/** How a text names files. */
interface FileMentions {
  /** By addresses, `attachments/NAME`. */
  readonly names: ReadonlySet<string>;
  /** By what they are called, `![[photo.png]]`, also with a folder. */
  readonly paths: readonly string[];
}

/** A file, and the notes that are there to which it belongs or that name it: with its own in the trash it belongs to the first. */
interface OwnedFile extends FileRow {
  readonly noteIds: readonly string[];
}

/** The files of notes, those of notes in the trash left out where no other note has them. */
export class ExportedNoteFiles {
  readonly #notes: NotesPart['notes'];
  readonly #files: readonly OwnedFile[];
  /** Of notes that have files. */
  readonly #mentions = new Map<string, FileMentions | null>();

  constructor(store: Pick<RecordStore, 'noteFiles' | 'namedFiles'>, { notes }: NotesPart) {
    const there = new Set(notes.map(({ id }) => id));
    const naming = Map.groupBy(store.namedFiles(), ({ name }) => name);
    this.#notes = notes;
    this.#files = store.noteFiles().flatMap((file) => {
      const all = [file.ownerId, ...(naming.get(file.name ?? '') ?? []).map(({ noteId }) => noteId)];
      const noteIds = [...new Set(all.filter((id) => there.has(id)))];
      return noteIds.length === 0 ? [] : [{ ...file, noteIds }];
    });
    for (const { noteIds } of this.#files) for (const id of noteIds) this.#mentions.set(id, null);
  }

  get count(): number {
    return this.#files.length;
  }

  /** Takes note of what the text of a note names. */
  read(noteId: string, text: string): void {
    if (this.#mentions.has(noteId)) this.#mentions.set(noteId, { names: fileNamesIn(text), paths: filePathsIn(text) });
  }

  /**
   * Where they lie once all texts were read: what a text names by its address under the name that the service has made, which is unique;
   * what it names by what the file is called so, as other programs look for it there.
   */
  place(): PlacedFile[] {
    const folders = new Map(this.#notes.map(({ id, path }) => [id, `${path.slice(0, path.lastIndexOf('/') + 1)}${attachments}/`]));
    // Of those that are called alike the newest is the one that the note shows.
    const shown = new Map(
      this.#files.flatMap(({ id, filename, noteIds }) => noteIds.map((noteId) => [`${noteId} ${foldName(filename)}`, id])),
    );
    const wanted = this.#files.map((file) => {
      const { id, filename, noteIds } = file;
      const made = file.name ?? id;
      return noteIds.flatMap((noteId) => {
        const folder = folders.get(noteId) ?? '';
        const { names, paths } = this.#mentions.get(noteId) ?? { names: new Set(), paths: [] };
        const called = paths.filter(
          (path) => foldName(nameIn(path)) === foldName(filename) && shown.get(`${noteId} ${foldName(filename)}`) === id,
        );
        const own = filename === made ? [] : called.map((path) => ({ folder, below: folderIn(path), made: null }));
        return own.length > 0 && !names.has(made) ? own : [...own, { folder, below: '', made }];
      });
    });
    const taken = Map.groupBy(
      wanted.flat().filter(({ made }) => made !== null),
      ({ folder }) => folder,
    );
    const placed = new OwnNames((folder) => (taken.get(folder) ?? []).map(({ made }) => made ?? ''));
    return this.#files.map((file, index) => {
      const paths = (wanted[index] ?? []).map(({ folder, below, made }) =>
        made === null ? placed.pathOf(file, folder, below) : folder + made,
      );
      return { ...file, ownerId: file.noteIds[0] ?? file.ownerId, paths: [...new Set(paths)] };
    });
  }
}

/** The paths of files that lie under the names that they came with. */
class OwnNames {
  readonly #taken: (folder: string) => readonly string[];
  readonly #folders = new Map<string, FolderNames>();
  /** The same content under the same name is there once. */
  readonly #paths = new Map<string, string>();

  /** `taken`: which names a folder has for others. */
  constructor(taken: (folder: string) => readonly string[]) {
    this.#taken = taken;
  }

  pathOf({ filename, sha256 }: FileRow, folder: string, below: string): string {
    const inside = `${folder}${below}`;
    // Systems that do not tell case apart have one folder.
    const key = foldName(inside);
    const known = this.#paths.get(`${key} ${sha256} ${foldName(filename)}`);
    if (known !== undefined) return known;
    const names = this.#folders.get(key) ?? new FolderNames(inside, below === '' ? this.#taken(folder) : []);
    this.#folders.set(key, names);
    const path = names.named(filename);
    this.#paths.set(`${key} ${sha256} ${foldName(filename)}`, path);
    return path;
  }
}

const nameIn = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** How long the folder in which a text looks for a file may be, in characters: paths are as long as they may be with that. */
const maxFolderLength = 60;

/** The folder that a path names, with a slash at its end: other programs look for the end of the path. '' for one that cannot be made. */
function folderIn(path: string): string {
  const folder = path.slice(0, path.lastIndexOf('/') + 1).replace(/^\/+/, '');
  const parts = folder.split('/').slice(0, -1);
  const isSafe = parts.every((part) => part !== '' && safeName(part, '', maxFolderLength) === part && !part.includes('.'));
  return isSafe && folder.length <= maxFolderLength ? folder : '';
}

type Entries<T extends z.ZodObject> = Generator<readonly [id: string, Written<T>]>;

export function notesJson({ notebooks, notes }: NotesPart, files: readonly PlacedFile[]): Generator<string> {
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
          yield [id, { path: paths[0] ?? '', noteId: ownerId, name, ...told }];
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
