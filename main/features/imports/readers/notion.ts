// What Notion gives out as "Markdown & CSV": pages, and databases as tables with a page for each row. All names end in an id.

import { invalid } from '../../../lib/app-error.ts';
import { extensionOf, folderOf, nameOf, stemOf } from '../archive/entry-path.ts';
import type { PlanSink, Reader, SourceEntry } from '../plan.ts';
import { addDatabase } from './notion-database.ts';
import { linkTargets, rewritten, type LinkTarget, type Range } from './link-targets.ts';
import { wikiLink } from './markdown.ts';
import { FolderNotebooks } from './notebooks.ts';
import { maybeText, NoteFilesFound, titleFrom } from './note-reading.ts';
import { isElsewhere, isNotePath, SourceTree } from './source-tree.ts';

const idAtEnd = /[ -]?([\da-f]{32})$/;

/** The id at the end of a name without its extension; null without one. */
export function notionId(stem: string): string | null {
  return idAtEnd.exec(stem)?.[1] ?? null;
}

/** A name without its id. */
export function withoutId(stem: string): string {
  return stem.replace(idAtEnd, '').trim() || 'Untitled';
}

/** The id of Notion as one that a record can have: in the form of a UUIDv7. */
export function uuidOf(id: string): string {
  return id.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-7$3-8$4-$5');
}

/** What links between pages are to become. */
export interface NotionPages {
  readonly tree: SourceTree;
  /** The titles of pages that are notes, by path. */
  readonly titles: ReadonlyMap<string, string>;
  /** The paths of pages by id. */
  readonly byId: ReadonlyMap<string, string>;
  /** Pages that are rows of a database, which become cards: by path the id of the card. */
  readonly cards: ReadonlyMap<string, string>;
  /** The paths of files that pages lead to. */
  readonly used: Set<string>;
}

export const readNotion: Reader = async (files, sink) => {
  const all = new SourceTree(files.entries);
  const root = all.root();
  // A page that is given out with what lies below it has a folder of its name at the top as well.
  const tree = all.without(notionId(root) === null || /^export-/i.test(root) ? root : '');
  const tables = databases(tree, sink);
  const pages = pagesOf(tree, tables);
  if (pages.titles.size + tables.size + pages.cards.size === 0)
    throw invalid({ path: 'file', message: 'holds no pages: let Notion export as "Markdown & CSV"' });
  const notebooks = new FolderNotebooks(sink, (folder) => withoutId(nameOf(folder)));
  for (const [path, title] of pages.titles) {
    const entry = tree.maybeAt(path);
    if (entry !== null) await addPage(entry, title, pages, notebooks, sink);
  }
  for (const [folder, table] of tables) await addDatabase({ folder, table, pages, sink });
  for (const { path } of tree.entries) {
    if (isNotePath(path) || extensionOf(path) === 'csv' || pages.used.has(path)) continue;
    const isPage = extensionOf(path) === 'html';
    sink.warn({ path, kind: isPage ? 'skipped' : 'file', message: isPage ? 'Only Markdown & CSV are read' : 'No page leads to it' });
  }
  return { space: '' };
};

/** The tables by the folder in which the pages of their rows lie; of two of the same, the one with all rows. */
function databases(tree: SourceTree, sink: PlanSink): Map<string, SourceEntry> {
  const found = new Map<string, SourceEntry>();
  for (const entry of tree.entries) {
    if (extensionOf(entry.path) !== 'csv') continue;
    const stem = stemOf(entry.path).replace(/_all$/, '');
    const folder = [folderOf(entry.path), stem].filter((part) => part !== '').join('/');
    if (notionId(stem) === null) sink.warn({ path: entry.path, kind: 'skipped', message: 'It is no database of Notion' });
    else if (!found.has(folder) || entry.path.endsWith('_all.csv')) found.set(folder, entry);
  }
  return found;
}

function pagesOf(tree: SourceTree, tables: ReadonlyMap<string, SourceEntry>): NotionPages {
  const titles = new Map<string, string>();
  const byId = new Map<string, string>();
  const cards = new Map<string, string>();
  // Newer exports leave the id out of the names of folders.
  const rowFolders = new Set([...tables.keys()].flatMap((folder) => [folder, folder.replace(/[ -]?[\da-f]{32}$/, '')]));
  for (const { path } of tree.entries) {
    if (!isNotePath(path)) continue;
    const id = notionId(stemOf(path));
    if (id !== null) byId.set(id, path);
    if (id !== null && rowFolders.has(folderOf(path))) cards.set(path, uuidOf(id));
    else titles.set(path, titleFrom(withoutId(stemOf(path))));
  }
  return { tree, titles, byId, cards, used: new Set() };
}

async function addPage(entry: SourceEntry, named: string, pages: NotionPages, notebooks: FolderNotebooks, sink: PlanSink): Promise<void> {
  const text = await maybeText(entry, sink);
  if (text === null) return;
  const { path, modifiedAt } = entry;
  const files = new NoteFilesFound(sink, path);
  const { content, led } = relinked(text, path, pages, sink);
  for (const { entry: file, at } of led) await files.add(file, at);
  await sink.add({
    type: 'note',
    source: notionId(stemOf(path)) ?? path,
    title: named,
    content,
    notebook: await notebooks.of(folderOf(path)),
    ...(modifiedAt === null ? {} : { createdAt: modifiedAt, updatedAt: modifiedAt }),
    files: files.list(),
  });
}

interface Relinked {
  readonly content: string;
  readonly led: readonly { readonly entry: SourceEntry; readonly at: Range | null }[];
}

/** A page whose links to other pages are links of Daybook, and the files that it leads to. */
export function relinked(text: string, path: string, pages: NotionPages, sink: PlanSink): Relinked {
  const parts: { from: number; to: number; text: string }[] = [];
  const led: { entry: SourceEntry; at: Range }[] = [];
  for (const link of linkTargets(text)) {
    const linked = maybeLinked(link, folderOf(path), pages);
    if (linked === null) {
      if (!isElsewhere(link.target) && link.kind !== 'wiki' && extensionOf(link.target) !== '')
        sink.warn({ path, kind: 'link', message: `It leads to ${link.target}, which is not there` });
      continue;
    }
    const title = pages.titles.get(linked.path);
    const card = pages.cards.get(linked.path);
    if (title !== undefined && link.kind === 'link') parts.push({ from: link.start, to: link.end, text: wikiLink(title, link.label) });
    else if (card !== undefined) parts.push({ from: link.from, to: link.to, text: `daybook://card/${card}` });
    else if (extensionOf(linked.path) === 'csv')
      sink.warn({ path, kind: 'link', message: `It leads to the database ${withoutId(stemOf(linked.path))}, which is a board now` });
    else if (title === undefined) {
      pages.used.add(linked.path);
      led.push({ entry: linked, at: [link.from, link.to] });
    }
  }
  const { text: content, targets } = rewritten(
    text,
    parts,
    led.map(({ at }) => at),
  );
  return { content, led: led.map(({ entry }, index) => ({ entry, at: targets[index] ?? null })) };
}

function maybeLinked({ kind, target }: LinkTarget, folder: string, { tree, byId }: NotionPages): SourceEntry | null {
  if (kind === 'wiki' || kind === 'embed') return null;
  if (!isElsewhere(target)) return tree.maybeLinked(folder, target);
  const [, id] = /^https:\/\/(?:www\.)?notion\.(?:so|site|com)\/(?:[^?#]*[-/])?([\da-f]{32})(?:[?#]|$)/.exec(target) ?? [];
  const path = id === undefined ? undefined : byId.get(id);
  return path === undefined ? null : tree.maybeAt(path);
}
