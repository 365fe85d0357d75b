// Files of notes: pictures, documents, sound and video, which the markdown names by a relative address.

import { z } from 'zod';
import { AttachmentQuery, textError } from './cards.ts';
import { route } from './route.ts';
import { id, instant, listOf, paging } from './text.ts';

/** How many files a note can have, and how many it can name. */
export const maxNoteFiles = 1_000;

const pixels = z
  .int()
  .min(1)
  .nullable()
  .meta({ description: 'Pixels of a picture; null for any other file, and where they are not known' });

export const NoteFile = z
  .object({
    id,
    noteId: id.meta({ description: 'The note that it was added to, which can be gone while other notes name the file' }),
    name: z.string().meta({
      description: 'What markdown calls it, relative to the note: `attachments/NAME`. Made once, unique over all notes',
      examples: ['20261122-114300-3fa9c1d2.png'],
    }),
    filename: z.string().meta({ description: 'As it was sent: the last part of its path, without control characters' }),
    mimeType: z.string(),
    size: z.int().min(0).meta({ description: 'Bytes' }),
    width: pixels,
    height: pixels,
    textError,
    url: z.string().meta({ description: 'Where to download it, from the root of the service' }),
    createdAt: instant,
  })
  .meta({ id: 'NoteFile', description: 'A file of a note' });

export type NoteFile = z.infer<typeof NoteFile>;

/** `{ items }` of the files that one upload has made. */
export const NewNoteFiles = z.object({ items: z.array(NoteFile) }).meta({ id: 'NewNoteFiles' });

export type NewNoteFiles = z.infer<typeof NewNoteFiles>;

export const NoteFileList = listOf(NoteFile).meta({ id: 'NoteFileList' });

export type NoteFileList = z.infer<typeof NoteFileList>;

const page = paging({ max: 1_000, default: 1_000 });

export const NoteFilesQuery = z.strictObject(page);

export type NoteFilesQuery = z.infer<typeof NoteFilesQuery>;

const flag = (description: string) => z.enum(['true', 'false'], 'must be true or false').optional().meta({ description });

export const FilesQuery = z.strictObject({
  unused: flag('`true`: only files that no kept version of any note names; `false`: only the others'),
  ...page,
});

export type FilesQuery = z.infer<typeof FilesQuery>;

const RemoveNoteFileQuery = z.strictObject({
  force: flag('`true` removes the file also while a kept version of a note names it'),
});

const common = { access: 'user', tag: 'Files' } as const;

export const filesApi = {
  listFiles: route('listFiles', {
    ...common,
    scope: 'files:read',
    summary: 'List the files of all notes',
    description:
      'Newest first. A file stays while any kept version of any note names it: also one in the trash, or an older one of its history. ' +
      'Files that none names are unused; they stay until they are removed. Attachments of cards are not among them.',
    query: FilesQuery,
    status: 200,
    reply: NoteFileList,
  }),
  listNoteFiles: route('listNoteFiles', {
    ...common,
    scope: 'files:read',
    summary: 'List the files of a note',
    description: 'Oldest first: those that were added to it, and those of other notes that it names.',
    query: NoteFilesQuery,
    status: 200,
    reply: NoteFileList,
  }),
  addNoteFiles: route('addNoteFiles', {
    ...common,
    scope: 'files:write',
    summary: 'Add files to a note',
    description:
      'At most 10 files of at most 10 MiB each; all or nothing. The kinds of attachments of cards, and audio (MP3, M4A, Ogg, WAV) and ' +
      'video (MP4, WebM); extension and content must agree. The note keeps its version: its text names a file with ' +
      `\`![…](attachments/NAME)\` or \`[…](attachments/NAME)\`. A note can have ${maxNoteFiles} files, and name as many. ` +
      'Of a name that is sent the last part of its path counts, without control characters; a long one is shortened before its ' +
      'extension, and none at all, or `..`, is `file`.',
    multipart: { files: 'required' },
    body: z.strictObject({}),
    status: 201,
    reply: NewNoteFiles,
    creates: true,
    location: ({ items }) => items[0]?.url ?? '',
    errors: ['too_large'],
  }),
  removeNoteFile: route('removeNoteFile', {
    ...common,
    scope: 'files:delete',
    summary: 'Remove a file of a note',
    description:
      'For good. 409 while a kept version of a note names it, unless `force` is `true`. The note itself may be gone, or in the trash.',
    query: RemoveNoteFileQuery,
    status: 204,
    errors: ['conflict'],
  }),
  readNoteFile: route('readNoteFile', {
    ...common,
    scope: 'files:read',
    summary: 'Download a file that a note has or names',
    description:
      'The file must have been added to this note, or be named by it. With `size` a WebP image that fits into a square of that many ' +
      'pixels, of a PNG, JPEG, GIF, WebP or BMP image; of other files 415. A file whose content is gone from the data directory is 410.',
    query: AttachmentQuery,
    status: 200,
    file: true,
    errors: ['file_missing', 'unsupported_media_type', 'unavailable'],
  }),
} as const;
