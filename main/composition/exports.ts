// Builds exports of notes, with what they need of notes and files handed in as functions.

import { maxNoteFiles } from '../contract/files.ts';
import type { Boards } from './boards.ts';
import type { FilesOfNotes } from './files.ts';
import type { Exports } from '../features/exports/exports.ts';
import { NoteExports } from '../features/exports/note-exports.ts';
import type { OpenNotes } from './notes.ts';

interface Exportable {
  readonly notes: OpenNotes;
  readonly boards: Boards;
  readonly noteFiles: FilesOfNotes;
  readonly usernameOf: (userId: string) => string | null;
}

export function openNoteExports(exports: Exports, { notes, boards, noteFiles, usernameOf }: Exportable): NoteExports {
  return new NoteExports({
    exports,
    note: async (userId, id) => {
      const { title, content, createdAt, updatedAt } = await notes.notes.read(userId, id, {});
      return { title, markdown: content, author: usernameOf(userId), createdAt: Date.parse(createdAt), updatedAt: Date.parse(updatedAt) };
    },
    attachment: (...of) => boards.attachments.read(...of),
    file: (...of) => noteFiles.files.read(...of),
    filesOf: (userId, noteId) => noteFiles.files.listOfNote(userId, noteId, { limit: maxNoteFiles }).items,
  });
}
