// What Notion gives out as "Markdown & CSV": pages, and databases as tables with a page for each row. All names end in an id.

import { invalid } from '../../../lib/app-error.ts';
import { extensionOf, folderOf, baseName, stemOf } from '../archive/entry-path.ts';
import type { PlanSink, FormatReader, SourceEntry } from '../plan.ts';
import { addDatabases } from './notion-database.ts';
import { FolderNotebooks } from './notebooks.ts';
import { maybeText, nameFrom, NoteFilesFound, peeked, titleFrom } from './note-reading.ts';
import { notionId, pageName, pageSource, withPageLinks, uuidOf, withoutFolderId, withoutId, type NotionPages } from './notion-pages.ts';
import { isNotePath, SourceTree } from './source-tree.ts';

export const readNotion: FormatReader = async (files, sink) => {
  const all = new SourceTree(files.entries);
  const root = all.root();
  // A page that is given out with what lies below it has a folder of its name at the top as well.
  const tree = all.without(notionId(root) === null || /^export-/i.test(root) ? root : '');
  const tables = databases(tree, sink);
  const pages = await pagesOf(tree, tables, sink.limits.noteBytes);
  if (pages.titles.size + tables.size + pages.cards.size === 0)
    throw invalid({ path: 'file', message: 'holds no pages: let Notion export as "Markdown & CSV"' });
  const notebooks = new FolderNotebooks(sink, (folder) => withoutId(baseName(folder)));
  for (const path of pages.titles.keys()) {
    const entry = tree.maybeAt(path);
    if (entry !== null) await addPage(entry, pages, notebooks, sink);
  }
  await addDatabases(tables, pages, sink);
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

async function pagesOf(tree: SourceTree, tables: ReadonlyMap<string, SourceEntry>, noteBytes: number): Promise<NotionPages> {
  const titles = new Map<string, string>();
  const byId = new Map<string, string>();
  const cards = new Map<string, string>();
  // Newer exports leave the id out of the names of folders.
  const rowFolders = new Set([...tables.keys()].flatMap((folder) => [folder, withoutFolderId(folder)]));
  for (const entry of tree.entries) {
    const { path } = entry;
    if (!isNotePath(path)) continue;
    const id = notionId(stemOf(path));
    if (id !== null) byId.set(id, path);
    if (id !== null && rowFolders.has(folderOf(path))) cards.set(path, uuidOf(id));
    else titles.set(path, titleFrom(pageName(path, entry.size > 2 * noteBytes ? '' : await peeked(entry, 2 * noteBytes))));
  }
  return { tree, titles, byId, cards, used: new Set() };
}

async function addPage(entry: SourceEntry, pages: NotionPages, notebooks: FolderNotebooks, sink: PlanSink): Promise<void> {
  const text = await maybeText(entry, sink);
  if (text === null) return;
  const { path, modifiedAt } = entry;
  const files = new NoteFilesFound(sink, path);
  const { content, links, led } = withPageLinks(text, path, pages, sink);
  for (const { entry: file, at } of led) await files.add(file, at);
  await sink.add({
    type: 'note',
    source: pageSource(path),
    title: nameFrom(pageName(path, text), sink, { path }),
    content,
    notebook: await notebooks.of(folderOf(path)),
    ...(modifiedAt === null ? {} : { createdAt: modifiedAt, updatedAt: modifiedAt }),
    links,
    files: files.list(),
  });
}
