// Writes all that a user has into a zip. Runs in a thread: it takes its time, and holds one view of the database meanwhile.

import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { ArchivedLink, ArchivedLinks, ArchivedSearch, ArchivedSearches, Written, WrittenFile } from '../../../contract/archive.ts';
import { toInstant } from '../../../lib/clock.ts';
import { contentPath, isWhole } from '../../../storage/files.ts';
import { boardMarkdown, boardsJson, placeBoards, type BoardsPart } from './boards-part.ts';
import { calendarJson, placeCalendars, type CalendarSource, type PlacedCalendar } from './calendar-part.ts';
import { listText, mapText, objectText } from './json-text.ts';
import { versionAndTimes, ExportedNoteFiles, notesJson, placeNotes, type NotesPart } from './notes-part.ts';
import type { FileRow, RecordStore } from './record-store.ts';
import { ZipWriter } from './zip-file.ts';

interface EverythingParts {
  readonly store: RecordStore;
  readonly calendars: CalendarSource;
  /** The folder of the contents of files; absolute. */
  readonly contents: string;
  /** The zip that is to be; absolute. */
  readonly target: string;
  /** Of Daybook. */
  readonly version: string;
  /** Milliseconds since the Unix epoch. */
  readonly exportedAt: number;
  /** The text of a note at a version that is not written out yet; null if it cannot be had any more. */
  readonly maybePending: (id: string, version: number) => Promise<string | null>;
  readonly progress: (done: number, total: number) => void;
}

export interface WrittenZip {
  readonly size: number;
  readonly sha256: string;
  readonly counts: Readonly<Record<string, number>>;
  /** How many files it lacks. */
  readonly missing: number;
}

/** Packed already: to pack it once more takes time and gives nothing. */
const packed = /^(?:image\/(?!svg|bmp)|video\/|audio\/|application\/(?:zip|gzip|pdf|vnd\.openxmlformats))/;

export async function writeEverything(parts: EverythingParts): Promise<WrittenZip> {
  const { store, exportedAt, version, progress } = parts;
  const notes = placeNotes(store);
  const boards = placeBoards(store);
  const calendars = placeCalendars(store);
  const noteFiles = new ExportedNoteFiles(store, notes);
  let total = notes.notes.length + noteFiles.count + boards.attachments.length + boards.projects.length + calendars.length + 6;
  const zip = new ZipWriter(parts.target);
  const files: Record<string, string> = {};
  const missing: string[] = [];
  let done = 0;
  const step = (): void => {
    progress((done += 1), total);
  };
  const add = async (path: string, content: Readable | string, options: { modifiedAt?: number } = {}): Promise<void> => {
    files[path] = await zip.add(path, content, { modifiedAt: exportedAt, ...options });
    step();
  };
  const addFile = async (path: string, { sha256, size, mimeType, createdAt }: FileRow): Promise<void> => {
    const content = contentPath(parts.contents, sha256);
    const options = { size, modifiedAt: createdAt, isCompressed: !packed.test(mimeType) };
    // Read before it is begun: one that ends too soon would end the zip.
    if (isWhole(content, sha256)) files[path] = await zip.add(path, createReadStream(content), options);
    else missing.push(path);
    step();
  };
  for (const note of notes.notes) {
    const content = await contentOf(note, parts);
    noteFiles.read(note.id, content);
    await add(note.path, content, { modifiedAt: note.updatedAt });
  }
  const placed = noteFiles.place();
  // Several notes can show the same content under the same name.
  const contents = new Map(placed.flatMap((file) => file.paths.map((path) => [path, file])));
  total += contents.size - noteFiles.count;
  for (const [path, file] of contents) await addFile(path, file);
  await add('notes.json', stream(notesJson(notes, placed)));
  for (const project of boards.projects) await add(project.path, stream(boardMarkdown(project, boards, store)));
  for (const file of boards.attachments) await addFile(file.path, file);
  await add('boards.json', stream(boardsJson(boards, store)));
  let events = 0;
  for (const { id, name, path } of calendars) await add(path, stream(parts.calendars.ics(id, name)));
  const counted = (): void => {
    events += 1;
  };
  await add('calendar.json', stream(calendarJson(calendars, parts.calendars, counted)));
  const links = store.links().map(({ createdAt, ...link }): Written<typeof ArchivedLink> => ({ ...link, createdAt: toInstant(createdAt) }));
  await add('links.json', stream(objectText({ links: listText(links) } satisfies WrittenFile<typeof ArchivedLinks>)));
  const savedSearches = store
    .savedSearches()
    .map(({ id, name, query, ...times }): Written<typeof ArchivedSearch> => ({ id, name, query, ...versionAndTimes(times) }));
  await add('searches.json', stream(objectText({ savedSearches: listText(savedSearches) } satisfies WrittenFile<typeof ArchivedSearches>)));
  const counts = {
    ...countsOf({ notes, boards, calendars, store, noteFiles: noteFiles.count }),
    events,
    links: links.length,
    savedSearches: savedSearches.length,
    files: Object.keys(files).length,
  };
  await zip.add('manifest.json', stream(manifestJson({ version, exportedAt, counts, missing, files })), { modifiedAt: exportedAt });
  step();
  return { ...(await zip.end()), counts, missing: missing.length };
}

interface CountedParts {
  readonly notes: NotesPart;
  readonly boards: BoardsPart;
  readonly calendars: readonly PlacedCalendar[];
  readonly store: RecordStore;
  readonly noteFiles: number;
}

function countsOf({ notes, boards, calendars, store, noteFiles }: CountedParts): Record<string, number> {
  return {
    notebooks: notes.notebooks.length,
    notes: notes.notes.length,
    noteFiles,
    projects: boards.projects.length,
    columns: boards.projects.reduce((sum, { columns }) => sum + columns.length, 0),
    cards: store.countCards(),
    attachments: boards.attachments.length,
    calendars: calendars.length,
  };
}

interface Manifest {
  readonly version: string;
  readonly exportedAt: number;
  readonly counts: Readonly<Record<string, number>>;
  /** Files whose content was gone, damaged or not to be read. */
  readonly missing: readonly string[];
  readonly files: Readonly<Record<string, string>>;
}

function manifestJson({ version, exportedAt, counts, missing, files }: Manifest): Generator<string> {
  const value = (of: unknown): string[] => [JSON.stringify(of)];
  return objectText({
    app: value('Daybook'),
    version: value(version),
    exportedAt: value(toInstant(exportedAt)),
    counts: value(counts),
    missing: value(missing),
    files: mapText(Object.entries(files)),
  });
}

/** The text at the version that the view shows. */
async function contentOf({ id, version }: NotesPart['notes'][number], { store, maybePending }: EverythingParts): Promise<string> {
  const written = store.maybeContent(id);
  if (written?.version === version) return written.content;
  return (await maybePending(id, version)) ?? written?.content ?? '';
}

/** Pieces of text as bytes, several thousand characters at a time. */
function stream(pieces: Iterable<string>): Readable {
  return Readable.from(
    (function* () {
      let text = '';
      for (const piece of pieces) {
        text += piece;
        if (text.length < 65_536) continue;
        yield Buffer.from(text);
        text = '';
      }
      yield Buffer.from(text);
    })(),
  );
}
