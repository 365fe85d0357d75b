// What another Daybook has given out: records come back under their own ids, with their dates.

import { hash } from 'node:crypto';
import { z } from 'zod';
import {
  type ArchivedAttachment,
  ArchivedBoards,
  ArchivedCalendars,
  ArchivedLinks,
  ArchivedNotes,
  ArchivedSearches,
} from '../../../contract/archive.ts';
import { isFileName } from '../../../contract/file-names.ts';
import { AppError, invalid } from '../../../lib/app-error.ts';
import { baseName, folderOf, stemOf } from '../archive/entry-path.ts';
import { DamagedEntry } from '../archive/entry-stream.ts';
import type { PlanFile, PlanNote, PlanSink, FormatReader, SourceEntry, SourceFiles } from '../plan.ts';
import { addCalendars } from './daybook-calendars.ts';
import { tellUnknown, unknownFields } from './daybook-unknown.ts';
import { parseJson, readJson } from './json.ts';
import { maybeForeign, readAdded, withAddedFiles } from './markdown.ts';
import { maybeText, nameFrom, peeked, unlessDamaged } from './note-reading.ts';
import { FolderNotebooks } from './notebooks.ts';
import { isNotePath, SourceTree } from './source-tree.ts';

/** The largest of the lists, in bytes of JSON. */
const maxBytes = 400 * 1024 * 1024;

const Manifest = z.object({ exportedAt: z.string().default(''), files: z.record(z.string(), z.string()) });

/** What lies at the top of an archive. */
const parts: ReadonlySet<string> = new Set(['manifest', 'notes', 'boards', 'calendar', 'links', 'searches'].map((name) => `${name}.json`));

export const readDaybook: FormatReader = async ({ entries }: SourceFiles, sink) => {
  const all = new SourceTree(entries);
  // It can have been unpacked, and its folder packed again.
  const tree = all.without(all.root());
  const archive: Archive = { tree, ...(await told(tree)) };
  const notes = await maybeJson(tree, 'notes.json', ArchivedNotes, sink);
  const boards = await maybeJson(tree, 'boards.json', ArchivedBoards, sink);
  if (notes === null && boards === null) throw invalid({ path: 'file', message: 'is not what a Daybook has given out' });
  if (notes !== null) await addNotes(notes, archive, sink);
  if (boards !== null) await addBoards(boards, archive, sink);
  await addCalendars(await maybeJson(tree, 'calendar.json', ArchivedCalendars, sink), sink);
  const links = await maybeJson(tree, 'links.json', ArchivedLinks, sink);
  for (const { id, fromType, fromId, toType, toId, createdAt } of links?.links ?? [])
    await sink.add({
      type: 'link',
      source: id,
      id,
      createdAt,
      from: { type: fromType, source: fromId },
      to: { type: toType, source: toId },
    });
  await tellParts(archive, sink);
  // Older ones have given out none.
  const searches = await maybeJson(tree, 'searches.json', ArchivedSearches, sink);
  for (const search of searches?.savedSearches ?? []) await sink.add({ type: 'saved_search', source: search.id, ...search });
  return { space: '' };
};

interface Archive {
  readonly tree: SourceTree;
  /** What the manifest tells: the SHA-256 of each file by its path. */
  readonly hashes: ReadonlyMap<string, string>;
  /** The same paths by the names of their files. */
  readonly named: ReadonlyMap<string, readonly string[]>;
  readonly exportedAt: string;
}

async function told(tree: SourceTree): Promise<Omit<Archive, 'tree'>> {
  const entry = tree.maybeAt('manifest.json');
  const text = entry === null || entry.size > maxBytes ? '{}' : await peeked(entry, maxBytes);
  const { success, data } = Manifest.safeParse(jsonOf(text, 'manifest.json'));
  const { files, exportedAt } = success ? data : { files: {}, exportedAt: '' };
  return { hashes: new Map(Object.entries(files)), named: Map.groupBy(Object.keys(files), baseName), exportedAt };
}

/** Tells of files at the top that another version has given out, or that were taken out of the archive, and of copies that were changed. */
async function tellParts({ tree, hashes }: Archive, sink: PlanSink): Promise<void> {
  for (const entry of tree.entries) {
    const { path } = entry;
    if (/^[^/]+\.json$/.test(path) && !parts.has(path))
      sink.warn({ path, kind: 'lost', message: 'It is of another version of Daybook: this one does not know it' });
    const told = hashes.get(path);
    const [, part] = /^(boards|calendar)\/[^/]+\.(?:md|ics)$/.exec(path) ?? [];
    if (part === undefined || told === undefined || entry.size > maxBytes) continue;
    const bytes = await unlessDamaged(entry, sink, () => entry.read(maxBytes));
    if (bytes !== null && hash('sha256', bytes) !== told)
      sink.warn({ path, kind: 'lost', message: `It was changed after Daybook gave it out: what comes in is what ${part}.json tells` });
  }
  for (const path of hashes.keys())
    if (parts.has(path) && tree.maybeAt(path) === null) sink.warn({ path, kind: 'skipped', message: 'It is not in the archive' });
}

function jsonOf(text: string, path: string): unknown {
  try {
    return parseJson(text, path);
  } catch (error) {
    if (error instanceof AppError) throw error;
    return null;
  }
}

/** Null where it is missing. Throws `validation_failed` for what is not of this form, and `too_large`. */
async function maybeJson<T extends z.ZodType>(tree: SourceTree, path: string, form: T, sink: PlanSink): Promise<z.output<T> | null> {
  const entry = tree.maybeAt(path);
  if (entry === null) return null;
  try {
    const value = await readJson(entry, maxBytes);
    const read = form.parse(value);
    tellUnknown(path, unknownFields(path, form, value), sink);
    return read;
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw invalid({ path: 'file', message: `holds a ${path} that is not as Daybook writes it` });
  }
}

/** With what was changed in its folder since it was given out, as by an editor of vaults: texts of notes, where they lie, and new ones. */
async function addNotes({ notebooks, notes, files }: z.output<typeof ArchivedNotes>, archive: Archive, sink: PlanSink): Promise<void> {
  const { tree, hashes, exportedAt } = archive;
  for (const [id, { parentId, path: _path, ...fields }] of levelByLevel(notebooks))
    await sink.add({ type: 'notebook', source: id, id, parent: parentId, ...fields });
  const used = new Set<string>();
  // Capitals of their names can have changed.
  const given = new Set([...hashes.keys()].flatMap((path) => tree.maybeAt(path)?.path ?? []));
  const added = hashes.size === 0 ? [] : tree.entries.filter(({ path }) => !given.has(path) && !/^[^/]+\.json$/.test(path));
  const folders = Object.entries(notebooks).flatMap(([id, { path }]) => (path === undefined ? [] : [[path, id] as const]));
  // In another export there can be another note at the same path.
  const sourceOf = (path: string): string => `${exportedAt}/${path}`;
  const inFolders = new FolderNotebooks(sink, baseName, { known: [['notes', null], ...folders], sourceOf });
  const paths = Object.values(notes).map(({ path }) => path);
  const moved = await movedNotes(paths, added, archive, sink);
  const byNote = Map.groupBy(Object.entries(files), ([, { noteId }]) => noteId);
  for (const [id, { path, notebookId, title, ...fields }] of Object.entries(notes)) {
    const movedTo = moved.get(path) ?? null;
    const entry = tree.maybeAt(path) ?? movedTo;
    const content = entry === null ? null : await maybeText(entry, sink, true);
    if (content === null) {
      if (entry === null) sink.warn({ path, kind: 'skipped', message: 'It is not in the archive' });
      continue;
    }
    const told = (byNote.get(id) ?? []).map(([file, { name, ...rest }]) => ({ ...rest, id: file, ...(name === null ? {} : { name }) }));
    const own = await filesOf(told, archive, sink, { beside: `${folderOf(path)}/attachments`, given, used });
    const note = {
      type: 'note',
      source: id,
      id,
      title,
      content,
      notebook: notebookId,
      ...fields,
      files: own.files,
      ...changedBy(own, fields),
    } as const;
    // One lies under both its names where its note shows it by both.
    const names = (byNote.get(id) ?? []).flatMap(([, told]) => [baseName(told.path), told.filename, told.name ?? told.filename]);
    const placed = movedTo === null ? note : await movedNote(note, path, movedTo);
    const isSame = entry === null || !isChanged(content, hashes.get(path));
    await sink.add(isSame ? placed : { ...(await changed(placed, entry, names)), isByName: movedTo !== null });
  }
  const left = new Set(moved.values());
  const others = added.filter((entry) => !left.has(entry));
  await readAdded(others, tree, { sink, notebooks: inFolders, used, sourceOf });

  async function changed(note: PlanNote, entry: SourceEntry, names: readonly string[]): Promise<PlanNote> {
    const { content, files: found } = await withAddedFiles(note.content, entry.path, tree, {
      sink,
      used,
      own: { names, paths: given },
    });
    return { ...note, content, ...changedAt(note, entry.modifiedAt), files: [...note.files, ...found] };
  }

  /** It is called by its file where that has another name by now, and lies in the notebook of the folder in which it is. */
  async function movedNote(note: PlanNote, before: string, entry: SourceEntry): Promise<PlanNote> {
    const { path, modifiedAt } = entry;
    const isRenamed = baseName(path).toLowerCase() !== baseName(before).toLowerCase();
    return {
      ...note,
      ...(isRenamed ? { title: nameFrom(stemOf(path), sink, { path }) } : {}),
      ...(folderOf(path) === folderOf(before) ? {} : { notebook: await inFolders.of(folderOf(path)) }),
      ...changedAt(note, modifiedAt),
    };
  }
}

/** When a note was changed in the folder of the export, and when it had been changed before. */
function changedAt(
  { updatedAt = 0, updatedBefore = updatedAt }: PlanNote,
  modifiedAt: number | null,
): Pick<PlanNote, 'updatedAt' | 'updatedBefore'> {
  return { updatedAt: Math.max(modifiedAt ?? 0, updatedAt, updatedBefore + 1), updatedBefore };
}

/**
 * Notes that lie no more where they lay in the export, by that path: those that are new in it have their text, be it under another name, or
 * their name, where they alone have and had it.
 */
async function movedNotes(
  paths: readonly string[],
  added: readonly SourceEntry[],
  { tree, hashes }: Archive,
  sink: PlanSink,
): Promise<ReadonlyMap<string, SourceEntry>> {
  const moved = new Map<string, SourceEntry>();
  const gone = paths.filter((path) => tree.maybeAt(path) === null && hashes.has(path));
  const left = new Map<SourceEntry, string | null>();
  for (const entry of gone.length === 0 ? [] : added)
    if (isNotePath(entry.path) && maybeForeign(entry.path) === null) left.set(entry, await maybeHash(entry, sink));
  const nameOf = (path: string): string => baseName(path).toLowerCase();
  const pair = (keyOf: (path: string, sha256: string | null | undefined) => string, isAlone: boolean): void => {
    const there = Map.groupBy([...left], ([{ path }, sha256]) => keyOf(path, sha256));
    const missing = Map.groupBy(
      gone.filter((path) => !moved.has(path)),
      (path) => keyOf(path, hashes.get(path)),
    );
    for (const [key, alike] of missing) {
      const found = there.get(key) ?? [];
      if (isAlone && (alike.length > 1 || found.length > 1)) continue;
      for (const [index, path] of alike.entries()) {
        const [entry] = found[index] ?? [];
        if (entry === undefined) continue;
        moved.set(path, entry);
        left.delete(entry);
      }
    }
  };
  pair((path, sha256) => `${nameOf(path)} ${sha256}`, false);
  pair((path, sha256) => sha256 ?? path, true);
  const byName = Map.groupBy(paths, nameOf);
  // What many notes are called, such as "Untitled", tells nothing.
  pair((path) => (byName.get(nameOf(path))?.length === 1 ? nameOf(path) : path), true);
  return moved;
}

/** Of a record of which files were changed in the folder of the export: when that was, and when it had been changed before. */
function changedBy(
  { changedAt }: FilesFound,
  { updatedAt }: { readonly updatedAt: number },
): Pick<PlanNote, 'updatedAt' | 'updatedBefore'> {
  return changedAt === null ? {} : { updatedAt: Math.max(changedAt, updatedAt + 1), updatedBefore: updatedAt };
}

/** Whether a text is another than the one whose SHA-256 the manifest tells, if it does. */
const isChanged = (text: string, told: string | undefined): boolean => told !== undefined && hash('sha256', text) !== told;

type Notebooks = z.output<typeof ArchivedNotes>['notebooks'];

/** Notebooks after those that they lie in, so that all which lie in the same one keep their order. */
function levelByLevel(notebooks: Notebooks): readonly [string, Notebooks[string]][] {
  const all = Object.entries(notebooks);
  const isTop = ({ parentId }: Notebooks[string]): boolean => parentId === null || !Object.hasOwn(notebooks, parentId);
  const byParent = Map.groupBy(all, ([, notebook]) => (isTop(notebook) ? null : notebook.parentId));
  const found = [...(byParent.get(null) ?? [])];
  for (const [id] of found) for (const notebook of byParent.get(id) ?? []) found.push(notebook);
  const reached = new Set(found.map(([id]) => id));
  // Those that lie in each other can be reached from nowhere.
  return [...found, ...all.filter(([id]) => !reached.has(id))];
}

interface ToldFile extends z.output<typeof ArchivedAttachment> {
  readonly name?: string;
}

interface FilesFound {
  readonly files: readonly PlanFile[];
  /** When one of them was changed after it was given out, in milliseconds; null where none was. */
  readonly changedAt: number | null;
}

/** Where files of a note can lie besides: of those that an export has several times the one that was changed counts. */
interface FilePlaces {
  /** A folder where one can lie once more by what it is called. */
  readonly beside: string;
  /** The paths of all that the export had, and of what is new in its folder and belongs to notes. */
  readonly given: ReadonlySet<string>;
  readonly used: Set<string>;
}

async function filesOf(
  files: readonly ToldFile[],
  { tree, hashes, named }: Archive,
  sink: PlanSink,
  places?: FilePlaces,
): Promise<FilesFound> {
  const kept: PlanFile[] = [];
  let changedAt: number | null = null;
  for (const { path, ...told } of files) {
    const first = tree.maybeAt(path) ?? (await movedFile(path, told));
    if (first === null) {
      sink.warn({ path, kind: 'file', message: 'It is not in the archive' });
      continue;
    }
    const sha256 = hashes.get(path);
    // Notes of other folders that show it have it there, by the name that no other file has.
    const ways = places === undefined ? [] : [`${places.beside}/${told.filename}`, ...(named.get(told.name ?? '') ?? [])];
    const copies = ways.filter((copy) => copy !== path && hashes.get(copy) === sha256);
    let changed: SourceEntry | null = null;
    for (const entry of [first, ...copies.flatMap((copy) => tree.maybeAt(copy) ?? [])])
      if (sha256 !== undefined && changed === null && (await isOther(entry, sha256, sink))) changed = entry;
    const entry = changed ?? first;
    const file = await unlessDamaged(entry, sink, () => sink.keep(entry, told.filename));
    if (file === null) continue;
    kept.push({ ...told, file });
    if (changed !== null) changedAt = Math.max(changedAt ?? 0, changed.modifiedAt ?? 0);
  }
  return { files: kept, changedAt };

  /** One that was moved in the folder of the export, as with its note. */
  async function movedFile(path: string, { name = '', filename }: Pick<ToldFile, 'name' | 'filename'>): Promise<SourceEntry | null> {
    const entry = places === undefined ? null : tree.maybeNamed('', baseName(path));
    if (entry === null || places?.given.has(entry.path) !== false) return null;
    // What the service has made is no other file's name.
    if (!isFileName(baseName(path)) && (await maybeHash(entry, sink)) !== hashes.get(path)) return null;
    for (const own of [baseName(path), name, filename]) places.used.add(`${folderOf(entry.path)}/${own}`);
    return entry;
  }
}

/** Whether a file is another than the one of this SHA-256; not for one that is damaged, or larger than a file can be. */
async function isOther(entry: SourceEntry, told: string, sink: PlanSink): Promise<boolean> {
  const own = await maybeHash(entry, sink);
  return own !== null && own !== told;
}

/** The SHA-256 of a file; null for one that is damaged, or larger than a file can be. */
async function maybeHash(entry: SourceEntry, { limits }: PlanSink): Promise<string | null> {
  if (entry.size > limits.fileBytes) return null;
  try {
    return hash('sha256', await entry.read(limits.fileBytes));
  } catch (error) {
    if (error instanceof DamagedEntry) return null;
    throw error;
  }
}

async function addBoards({ projects }: z.output<typeof ArchivedBoards>, archive: Archive, sink: PlanSink): Promise<void> {
  for (const { id, labels, filters, columns, ...fields } of projects) {
    const own = {
      labels: labels.map((label) => ({ ...label, source: label.id })),
      filters: filters.map(({ labelId, ...filter }) => ({ ...filter, label: labelId })),
    };
    await sink.add({ type: 'project', source: id, id, ...fields, ...own });
    for (const { id: columnId, cards, ...column } of columns) {
      await sink.add({ type: 'column', source: columnId, id: columnId, project: id, ...column });
      for (const { id: cardId, labelIds, attachments, checklist, ...card } of cards) {
        const items = checklist.map(({ dueDate = null, ...item }) => ({ ...item, dueDate }));
        const found = await filesOf(attachments, archive, sink);
        const own = { labels: labelIds, checklist: items, files: found.files, ...changedBy(found, card) };
        await sink.add({ type: 'card', source: cardId, id: cardId, column: columnId, ...card, ...own });
      }
    }
  }
}
