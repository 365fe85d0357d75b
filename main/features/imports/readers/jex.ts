// What Joplin gives out as "JEX": a tar of items, each a text with what is known of it in its last lines, and of the files of notes. "RAW"
// is a folder of the same.

import type { ImportWarning } from '../../../contract/imports.ts';
import { textLimits } from '../../../contract/limits.ts';
import { extensionOf, baseName, stemOf } from '../archive/entry-path.ts';
import { invalid } from '../../../lib/app-error.ts';
import { stringify } from 'yaml';
import type { PlanSink, FormatReader, SourceEntry, SourceFiles } from '../plan.ts';
import { bareTag, lostTag, readTime } from './front-matter.ts';
import { isTag } from '../../../contract/mentions.ts';
import { decoded } from '../../../contract/percent-encoding.ts';
import { linkTargets, withTargets, type SourceRange } from './link-targets.ts';
import { linkPart, linksIn, type LinkPart } from './note-links.ts';
import { maybeText, nameFrom, NoteFilesFound, titleFrom } from './note-reading.ts';

type Fields = ReadonlyMap<string, string>;

interface Item {
  readonly entry: SourceEntry;
  readonly id: string;
  readonly title: string;
  readonly fields: Fields;
}

interface Joplin {
  readonly notes: Item[];
  readonly byId: Map<string, Item>;
  readonly folders: Map<string, Item>;
  readonly trashed: Set<string>;
  readonly resources: Map<string, Item>;
  readonly files: Map<string, SourceEntry>;
  /** Of those that notes lead to. */
  readonly used: Set<string>;
  readonly tags: Map<string, Item>;
  /** Ids of tags by that of a note. */
  readonly tagged: Map<string, string[]>;
}

const types = { note: '1', folder: '2', resource: '4', tag: '5', tagged: '6' } as const;

/** Those of these texts that are no files of notes, where all of them are called as items are, each by its id; none otherwise. */
export function itemsAmong<Text extends Pick<SourceEntry, 'path'>>(texts: readonly Text[]): readonly Text[] {
  const items = texts.filter(({ path }) => !isResource(path));
  return items.every(({ path }) => /^[\da-f]{32}$/.test(stemOf(path))) ? items : [];
}

const isResource = (path: string): boolean => /(^|\/)resources\//.test(path);

export const readJex: FormatReader = async (files, sink) => {
  const found = await readItems(files, sink);
  if (found.notes.length === 0 && found.folders.size === 0 && found.trashed.size === 0)
    throw invalid({ path: 'file', message: 'holds nothing that Joplin has given out' });
  const told = new Set<string>();
  for (const id of found.folders.keys()) await addFolder(id, found, told, sink, []);
  for (const note of found.notes) await addNote(note, found, told, sink);
  for (const [id, file] of found.files)
    if (!found.used.has(id))
      sink.warn({ path: filenameOf(id, file, found), kind: 'file', message: 'No note leads to it: it does not come in' });
  return { space: '' };
};

/** The items without their texts, which are read again when they come in. */
async function readItems({ entries }: SourceFiles, sink: PlanSink): Promise<Joplin> {
  const found: Joplin = {
    notes: [],
    byId: new Map(),
    folders: new Map(),
    trashed: new Set(),
    resources: new Map(),
    files: new Map(),
    used: new Set(),
    tags: new Map(),
    tagged: new Map(),
  };
  for (const entry of entries) {
    if (isResource(entry.path)) found.files.set(baseName(entry.path).slice(0, 32), entry);
    else if (extensionOf(entry.path) === 'md') sort(found, entry, await maybeText(entry, sink), sink);
  }
  return found;
}

function sort(found: Joplin, entry: SourceEntry, text: string | null, sink: PlanSink): void {
  if (text === null) return;
  const { title, fields } = readItem(text);
  const item: Item = { entry, id: fields.get('id') ?? '', title, fields };
  const type = fields.get('type_');
  if (fields.get('encryption_applied') === '1') {
    sink.warn({ path: entry.path, kind: 'unsafe', message: 'It is encrypted: decrypt it in Joplin and export again' });
    return;
  }
  // Of what was deleted in Joplin with a notebook each note says so itself.
  if (Number(fields.get('deleted_time') ?? 0) > 0 && (type === types.note || type === types.folder)) {
    found.trashed.add(item.id);
    sink.warn({ path: title || entry.path, kind: 'skipped', message: 'It is in the trash of Joplin: it does not come in' });
    return;
  }
  if (type === types.note) {
    found.notes.push(item);
    found.byId.set(item.id, item);
  }
  if (type === types.folder) found.folders.set(item.id, item);
  if (type === types.resource) found.resources.set(item.id, item);
  if (type === types.tag) found.tags.set(item.id, item);
  if (type === types.tagged) {
    const note = fields.get('note_id') ?? '';
    found.tagged.set(note, [...(found.tagged.get(note) ?? []), fields.get('tag_id') ?? '']);
  }
}

/** Title, body, and the fields of the last lines. */
function readItem(text: string): { readonly title: string; readonly body: string; readonly fields: Fields } {
  const end = text.trimEnd();
  const at = end.lastIndexOf('\n\n');
  const last = at < 0 ? end : end.slice(at + 2);
  const fields = new Map(
    last.split('\n').flatMap((line): [string, string][] => {
      const colon = line.indexOf(':');
      return colon < 1 ? [] : [[line.slice(0, colon).trim(), line.slice(colon + 1).trim()]];
    }),
  );
  const head = at < 0 ? '' : end.slice(0, at);
  const line = head.indexOf('\n');
  const title = line < 0 ? head : head.slice(0, line);
  // Between title and body there is an empty line.
  const body = line < 0 ? '' : head.slice(line + 1).replace(/^\n/, '');
  return { title, body, fields };
}

async function addFolder(id: string, found: Joplin, told: Set<string>, sink: PlanSink, above: readonly string[]): Promise<string | null> {
  const folder = found.folders.get(id);
  if (folder === undefined || above.includes(id)) return null;
  if (told.has(id)) return id;
  const parent = await addFolder(folder.fields.get('parent_id') ?? '', found, told, sink, [...above, id]);
  told.add(id);
  const name = nameFrom(folder.title, sink, { path: folder.entry.path, instead: 'Notebook', maxLength: textLimits.name });
  await sink.add({ type: 'notebook', source: id, name, parent });
  return id;
}

async function addNote({ entry, id, title: told, fields }: Item, found: Joplin, known: Set<string>, sink: PlanSink): Promise<void> {
  const text = await maybeText(entry, sink);
  if (text === null) return;
  const { body } = readItem(text);
  if (fields.get('markup_language') === '2')
    sink.warn({ path: told, kind: 'lost', message: 'It is written in HTML, which stays as it is' });
  const files = new NoteFilesFound(sink, told);
  const head = headOf(
    tagsOf(id, found, (warning) => {
      sink.warn({ path: told, ...warning });
    }),
    fields,
  );
  const parts: LinkPart[] = [];
  const led: { readonly entry: SourceEntry; readonly filename: string; readonly at: SourceRange }[] = [];
  for (const link of linkTargets(body)) {
    const { kind, target, fragment, path } = link;
    const [, linked] = /^:\/([\da-f]{32})$/.exec(target) ?? [];
    if (linked === undefined) continue;
    const file = found.files.get(linked);
    const note = found.byId.get(linked);
    if (file !== undefined) {
      found.used.add(linked);
      led.push({ entry: file, filename: filenameOf(linked, file, found), at: path });
    } else if (note !== undefined && kind === 'link')
      parts.push(linkPart(link, { note: linked, title: titleFrom(note.title) }, decoded(fragment)));
    else sink.warn({ path: told, kind: 'link', message: `It leads to :/${linked}, which is ${whereIs(linked, found)}` });
  }
  const {
    text: relinked,
    placed,
    targets,
  } = withTargets(
    body,
    parts,
    led.map(({ at }) => at),
  );
  for (const [index, { entry: file, filename }] of led.entries()) {
    const at = targets[index] ?? null;
    await files.add(file, at === null ? null : [at[0] + head.length, at[1] + head.length], filename);
  }
  const links = linksIn(parts, placed, head.length);
  const createdAt = readTime(fields.get('user_created_time') || (fields.get('created_time') ?? ''));
  const updatedAt = readTime(fields.get('user_updated_time') || (fields.get('updated_time') ?? ''));
  const parent = fields.get('parent_id') ?? '';
  await sink.add({
    type: 'note',
    source: id,
    title: nameFrom(told, sink, { path: entry.path }),
    content: head + relinked,
    notebook: known.has(parent) ? parent : null,
    ...(createdAt === null ? {} : { createdAt }),
    ...(updatedAt === null ? {} : { updatedAt }),
    links,
    files: files.list(),
  });
}

const whereIs = (id: string, { trashed }: Joplin): string => (trashed.has(id) ? 'in the trash of Joplin' : 'not there');

/** Tags as they can be here, each once: with a hyphen for blanks, which Joplin's can hold. What differs is told, as is what can be none. */
function tagsOf(id: string, { tags, tagged }: Joplin, warn: (warning: Omit<ImportWarning, 'path'>) => void): string[] {
  const names = (tagged.get(id) ?? []).flatMap((tag) => tags.get(tag)?.title ?? []);
  const own = names.map((name) => {
    const bare = bareTag(name);
    const tag = bare.replaceAll(/\s+/g, '-');
    if (!isTag(tag)) warn(lostTag(name));
    else if (tag !== bare) warn({ kind: 'lost', message: `Tags have no blanks here: its tag "${name}" comes in as "${tag}"` });
    return isTag(tag) ? tag : name;
  });
  return [...new Set(own)].toSorted();
}

/**
 * Where a note is from, its tags and what a to-do is besides its text, as Joplin itself writes them into front matter; '' where there is
 * nothing to tell.
 */
function headOf(tags: readonly string[], fields: Fields): string {
  const isTodo = fields.get('is_todo') === '1';
  const instant = (field: string): string | null => {
    const time = Number(fields.get(field) ?? 0);
    return time > 0 ? new Date(time).toISOString() : null;
  };
  const due = isTodo ? instant('todo_due') : null;
  const told = {
    ...originOf(fields),
    ...(tags.length === 0 ? {} : { tags }),
    ...(isTodo ? { 'completed?': instant('todo_completed') === null ? 'no' : 'yes' } : {}),
    ...(due === null ? {} : { due }),
  };
  return Object.keys(told).length === 0 ? '' : `---\n${stringify(told, { schema: 'core' })}---\n\n`;
}

/** From where a note is: the page that it was clipped from, its author, and the place where it was written. */
function originOf(fields: Fields): Readonly<Record<string, string | number>> {
  const texts = { source: fields.get('source_url') ?? '', author: fields.get('author') ?? '' };
  const numbers = ['latitude', 'longitude', 'altitude'].map((name) => [name, Number(fields.get(name) ?? 0)] as const);
  // Without a place Joplin writes zeros.
  const place = numbers.slice(0, 2).some(([, value]) => value !== 0) ? numbers.filter(([, value]) => Number.isFinite(value)) : [];
  return Object.fromEntries<string | number>([...Object.entries(texts).filter(([, value]) => value !== ''), ...place]);
}

/** What a file is called: by its title, with the extension that Joplin knows. */
function filenameOf(id: string, file: SourceEntry, { resources }: Joplin): string {
  const resource = resources.get(id);
  const title = resource === undefined ? '' : baseName(titleFrom(resource.title, '').replaceAll('\\', '/'));
  const extension = extensionOf(file.path) || (resource?.fields.get('file_extension') ?? '');
  if (title === '') return baseName(file.path);
  return extensionOf(title) !== '' || extension === '' ? title : `${title}.${extension}`;
}
