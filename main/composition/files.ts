// Builds the files of notes, what tells which of them notes name, and single files in the trash.

import type { Cards } from '../features/boards/cards.ts';
import { FileNameStore } from '../features/files/file-name-store.ts';
import { FileNames } from '../features/files/file-names.ts';
import { FileTrash } from '../features/files/file-trash.ts';
import { FileTrashStore } from '../features/files/file-trash-store.ts';
import { noteFileRoutes } from '../features/files/routes.ts';
import { NoteFileStore } from '../features/files/note-file-store.ts';
import { NoteFiles } from '../features/files/note-files.ts';
import type { Files } from './boards.ts';
import type { Endpoint } from '../invoke/endpoint.ts';
import type { RecordChange } from '../lib/change.ts';
import { systemClock } from '../lib/clock.ts';
import { newId } from '../lib/ids.ts';
import type { NamedFiles } from '../lib/text-watchers.ts';
import type { Database } from '../storage/database.ts';

export interface FilesOfNotes {
  readonly named: NamedFiles;
  readonly files: NoteFiles;
  readonly endpoints: Endpoint[];
}

export function buildNoteFiles(database: Database, { blobs, thumbnails }: Files, record: RecordChange): FilesOfNotes {
  const names = new FileNameStore(database);
  const files = new NoteFiles({ store: new NoteFileStore(database), names, blobs, thumbnails, record, clock: systemClock, newId });
  return { named: new FileNames(names), files, endpoints: noteFileRoutes(files) };
}

/** Single files of cards and notes in the trash. */
export function buildFileTrash(
  database: Database,
  { attachments, blobs }: Files,
  cards: Pick<Cards, 'attachmentsChanged'>,
  record: RecordChange,
): FileTrash {
  return new FileTrash({
    store: new FileTrashStore(database),
    cards: attachments,
    notes: new NoteFileStore(database),
    names: new FileNameStore(database),
    blobs,
    cardChanged: (...of) => {
      cards.attachmentsChanged(...of);
    },
    record,
  });
}
