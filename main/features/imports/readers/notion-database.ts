// A database of Notion becomes a board: its rows are cards, in columns by what they have for a status.

import { cutText } from '../../../contract/cut-text.ts';
import { textLimits } from '../../../contract/limits.ts';
import { checkedDay, firstOfDays, isDayAlone, type FirstOfDay } from './times.ts';
import { extensionOf, folderOf, stemOf } from '../archive/entry-path.ts';
import type { PlanSink, SourceEntry } from '../plan.ts';
import { descriptionOf, longName } from './card-text.ts';
import { decoded } from '../../../contract/percent-encoding.ts';
import { isNotePath } from './source-tree.ts';
import { linksWithin } from './note-links.ts';
import { maybeTable, type CsvTable } from './csv.ts';
import { maybeText, nameFrom, NoteFilesFound, titleFrom } from './note-reading.ts';
import { notionId, withPageLinks, uuidOf, withoutFolderId, withoutId, type NotionPages } from './notion-pages.ts';
import { partsOf, rowsWithPages, type PagedRow } from './notion-row-pages.ts';

/** A table whose pages can lie in one folder with those of others. */
interface NotionDatabase {
  readonly entry: SourceEntry;
  readonly table: CsvTable;
}

const statusNames = ['status', 'state', 'stage', 'phase', 'progress', 'select', 'kanban', 'category', 'type', 'priority'];
const personNames = /assign|owner|person|people|member|author|created by|edited by|tags?$|labels?$|name|title|date|due|url|email|phone/i;
const dueNames = /^(due|due date|deadline|date)$/i;
/** A select has few different values. */
const maxColumns = 20;
const withoutStatus = 'No status';

/** Columns of a table that hold a status, or a select: by name, else one whose values come again and again; -1 where there is none. */
function statusColumn({ header, rows }: CsvTable): number {
  for (const name of statusNames) {
    const at = header.findIndex((each) => each.toLowerCase() === name);
    if (at > 0 && valuesOf(rows, at).size > 0 && valuesOf(rows, at).size <= maxColumns) return at;
  }
  return header.findIndex((name, at) => {
    if (at === 0 || rows.length < 4 || personNames.test(name)) return false;
    const values = valuesOf(rows, at);
    const isPlain = [...values].every(
      (value) => value.length <= 40 && !/[,\n]|:\/\/|^\d+([.,]\d+)?$|^(yes|no)$/i.test(value) && !canBeDay(value),
    );
    return isPlain && values.size >= 2 && values.size <= rows.length / 2 && values.size <= maxColumns;
  });
}

function canBeDay(value: string): boolean {
  return (['day', 'month'] as const).some((first) => checkedDay(value, first) !== null);
}

function valuesOf(rows: CsvTable['rows'], at: number): Set<string> {
  return new Set(rows.map((row) => (row[at] ?? '').trim()).filter((value) => value !== ''));
}

/** `tables`: by the folder in which the pages of their rows lie. */
export async function addDatabases(tables: ReadonlyMap<string, SourceEntry>, pages: NotionPages, sink: PlanSink): Promise<void> {
  const byFolder = Map.groupBy(
    [...pages.cards.keys()].flatMap((path) => pages.tree.maybeAt(path) ?? []),
    ({ path }) => folderOf(path),
  );
  // Newer exports leave the id out of the names of folders: databases of one name have one folder then.
  const together = Map.groupBy(tables, ([folder]) => (byFolder.has(folder) ? folder : withoutFolderId(folder)));
  for (const [folder, found] of together) {
    const databases: NotionDatabase[] = [];
    for (const [, entry] of found) {
      const table = await maybeTable(entry);
      if (table === null) sink.warn({ path: entry.path, kind: 'skipped', message: 'It is no table' });
      else databases.push({ entry, table });
    }
    const { tables: ordered, rows: all } = await rowsWithPages(
      databases.map(({ table }) => table),
      databases.length === 0 ? [] : (byFolder.get(folder) ?? []),
      sink,
    );
    const rows = Map.groupBy(all, ({ table }) => table);
    for (const [index, { entry, table }] of databases.entries())
      await addDatabase({ entry, table: ordered[index] ?? table }, rows.get(index) ?? [], pages, sink);
  }
}

async function addDatabase(
  { entry: { path }, table }: NotionDatabase,
  all: readonly PagedRow[],
  pages: NotionPages,
  sink: PlanSink,
): Promise<void> {
  const source = notionId(stemOf(path).replace(/_all$/, '')) ?? path;
  const name = nameFrom(withoutId(stemOf(path).replace(/_all$/, '')), sink, { path, instead: 'Database', maxLength: textLimits.name });
  await sink.add({ type: 'project', source, name, description: null, labels: [] });
  const status = statusColumn(table);
  const cells = all.map((row) => row.cells);
  const values = status < 0 ? [] : [...valuesOf(cells, status)];
  const isOpen = cells.some((row) => status >= 0 && (row[status] ?? '').trim() === '');
  const columns = status < 0 ? [name] : [...(isOpen ? [withoutStatus] : []), ...values];
  const at = table.header.findIndex((each) => dueNames.test(each));
  const due = { at, first: at < 0 ? null : firstOfDays(cells.map((row) => row[at] ?? '')) };
  for (const title of columns)
    await sink.add({ type: 'column', source: `${source} ${title}`, title: nameFrom(title, sink, { path }), project: source });
  for (const [index, { cells: row, page }] of all.entries()) {
    const value = status < 0 ? name : (row[status] ?? '').trim() || withoutStatus;
    const files = filesIn(row, folderOf(path), pages);
    await addRow({ row, page, files, index, table, status, due, column: `${source} ${value}`, source }, pages, sink);
  }
}

/** The files that properties of a row hold: of each the path from where the table lies, one after the other. */
function filesIn(row: readonly string[], folder: string, { tree, used }: NotionPages): SourceEntry[] {
  const found = row.flatMap((value) => {
    if (extensionOf(value.trim()) === '') return [];
    const whole = tree.maybeLinked(folder, decoded(value.trim()));
    const named = whole === null ? value.split(', ').map((part) => tree.maybeLinked(folder, decoded(part.trim()))) : [whole];
    return named.filter((entry) => entry !== null && !isNotePath(entry.path) && extensionOf(entry.path) !== 'csv');
  });
  const entries = found.filter((entry) => entry !== null);
  for (const { path } of entries) used.add(path);
  return entries;
}

interface Row {
  readonly row: readonly string[];
  /** Null for one without a page. */
  readonly page: SourceEntry | null;
  readonly files: readonly SourceEntry[];
  readonly index: number;
  readonly table: CsvTable;
  readonly status: number;
  /** Which of the properties tells when it is due, -1 for none, and how its days are written. */
  readonly due: { readonly at: number; readonly first: FirstOfDay };
  readonly column: string;
  /** Of the database. */
  readonly source: string;
}

async function addRow(given: Row, pages: NotionPages, sink: PlanSink): Promise<void> {
  const { row, page, index, table, status, due, column, source } = given;
  const [called = ''] = row;
  const title = titleFrom(called);
  const dueText = (row[due.at] ?? '').trim();
  const dueDate = checkedDay(dueText, due.first);
  const shown = table.header.flatMap((name, at) => {
    const value = (row[at] ?? '').trim();
    const isShown = at === 0 || at === status || (at === due.at && dueDate !== null && isDayAlone(value)) || value === '';
    return isShown ? [] : [`**${name}:** ${value.replaceAll('\n', ' ')}`];
  });
  const path = page?.path ?? title;
  // Elsewhere it is the title, or the column.
  const isInDescription = due.at !== 0 && due.at !== status;
  if (dueDate === null && dueText !== '' && isInDescription) {
    const message = `"${cutText(dueText, 100)}" is no day that can be told for sure: it stands in the description`;
    sink.warn({ path, kind: 'lost', message });
  }
  const text = page === null ? null : await maybeText(page, sink);
  const { content, links: linked, led } = text === null ? { content: '', links: [], led: [] } : withPageLinks(text, path, pages, sink);
  const { properties, body } = partsOf(content, table.header);
  // What the table tells is shown as it tells it.
  const untold = [...properties].filter(([name, value]) => value !== '' && (row[table.header.indexOf(name)] ?? '').trim() === '');
  const lines = [...shown, ...untold.map(([name, value]) => `**${name}:** ${value}`)];
  const files = new NoteFilesFound(sink, path);
  for (const entry of [...led.map((each) => each.entry), ...given.files]) await files.add(entry, null);
  if (led.length > 0)
    sink.warn({ path, kind: 'link', message: 'Its pictures and files are attached to the card; its text does not show them' });
  const id = page === null ? null : notionId(stemOf(page.path));
  const description = descriptionOf([longName(called), lines.join('\n\n'), body], path, sink);
  const links = linksWithin(description, content, linked);
  await sink.add({
    type: 'card',
    source: id ?? `${source} ${index} ${title}`,
    ...(id === null ? {} : { id: uuidOf(id) }),
    column,
    title: nameFrom(called, sink, { path, isInDescription: true }),
    description,
    dueDate,
    labels: [],
    checklist: [],
    links,
    files: files.list(),
  });
}
