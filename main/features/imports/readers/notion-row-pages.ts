// Which page is that of which row of a database of Notion. The table tells nothing of it: a page is known by its heading, and of several of
// one heading by the properties in the lines below it, which the table tells as well.

import type { PlanSink, SourceEntry } from '../plan.ts';
import type { CsvTable } from './csv.ts';
import { stemOf } from '../archive/entry-path.ts';
import { peeked, titleFrom } from './note-reading.ts';
import { withoutId } from './notion-pages.ts';

export interface PagedRow {
  /** Which of the tables it is of. */
  readonly table: number;
  readonly cells: readonly string[];
  /** Null for one without a page. */
  readonly page: SourceEntry | null;
}

/** The beginning of a page. */
interface Head {
  readonly entry: SourceEntry;
  /** Its heading, or the name of its file where it has none. */
  readonly title: string;
  readonly hasHeading: boolean;
  readonly properties: ReadonlyMap<string, string>;
}

interface OpenRow extends PagedRow {
  page: SourceEntry | null;
}

/**
 * The rows of tables whose pages lie in one folder, each with its page, in the order of the tables. A page that belongs to no row is a row
 * of its own behind the others, of what the page itself tells. The tables are those given, with the titles of their rows first.
 */
export async function rowsWithPages(
  given: readonly CsvTable[],
  entries: readonly SourceEntry[],
  sink: PlanSink,
): Promise<{ readonly tables: readonly CsvTable[]; readonly rows: readonly PagedRow[] }> {
  const names = [...new Set(given.flatMap(({ header }) => header))];
  const heads: Head[] = [];
  for (const entry of entries) heads.push(await headOf(entry, names, sink.limits.noteBytes));
  const titles = new Set(heads.map(lettersOfPage));
  const tables = given.map((table) => withTitlesFirst(table, titles));
  const rows = tables.flatMap(({ rows: all }, table) => all.map((cells): OpenRow => ({ table, cells, page: null })));
  const left = new Pairing(tables, rows, heads, sink).paired();
  return { tables, rows: [...rows, ...left.map((head) => rowOf(head, tables))] };
}

/** Notion gives out columns in the order that a view shows them in: that of the titles can be any. `titles`: letters of those of pages. */
function withTitlesFirst({ header, rows }: CsvTable, titles: ReadonlySet<string>): CsvTable {
  const told = header.map((_, at) => {
    const letters = rows.map((row) => lettersOf(titleFrom(row[at] ?? '', '')));
    return new Set(letters.filter((each) => each !== '' && titles.has(each))).size;
  });
  const most = Math.max(...told);
  const at = most > 0 ? told.indexOf(most) : named(header, rows);
  if (at < 1) return { header, rows };
  const moved = (cells: readonly string[]): string[] => [cells[at] ?? '', ...cells.slice(0, at), ...cells.slice(at + 1)];
  return { header: moved(header), rows: rows.map(moved) };
}

/** Where no page tells: they come first, or are called as Notion calls them where the first tell numbers, or the same again and again. */
function named(header: readonly string[], rows: CsvTable['rows']): number {
  const first = rows.map((row) => (row[0] ?? '').trim());
  const areTitles = new Set(first).size === first.length && !first.every((value) => /^[\d.,]*$/.test(value));
  return areTitles ? 0 : header.findIndex((name) => /^name$/i.test(name));
}

async function headOf(entry: SourceEntry, names: readonly string[], noteBytes: number): Promise<Head> {
  const text = entry.size > 2 * noteBytes ? '' : await peeked(entry, 2 * noteBytes);
  const { body: _body, ...parts } = partsOf(text, names);
  // A part of a text holds the whole of it in memory, unless it is copied.
  const { heading, properties } = structuredClone(parts);
  return { entry, title: heading || withoutId(stemOf(entry.path)), hasHeading: heading !== '', properties };
}

interface PageParts {
  /** '' for one without. */
  readonly heading: string;
  readonly properties: ReadonlyMap<string, string>;
  readonly body: string;
}

/** A page: its heading, the lines below that tell of properties, and the rest. `names`: of the properties. */
export function partsOf(page: string, names: readonly string[]): PageParts {
  const lines = page.replace(/^\uFEFF/, '').split(/\r?\n/);
  let at = 0;
  const heading = lines[at]?.startsWith('# ') === true ? (lines[at++]?.slice(2).trim() ?? '') : '';
  while (lines[at]?.trim() === '') at += 1;
  const properties = new Map<string, string>();
  const longestFirst = names.filter((name) => name !== '').toSorted((a, b) => b.length - a.length);
  for (; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const name = longestFirst.find((each) => line.startsWith(`${each}:`));
    if (name === undefined) break;
    properties.set(name, line.slice(name.length + 1).trim());
  }
  return { heading, properties, body: lines.slice(at).join('\n').trim() };
}

/** A row of the first table that has all properties that the page tells. */
function rowOf({ entry, title, properties }: Head, tables: readonly CsvTable[]): PagedRow {
  const told = [...properties.keys()];
  const table = Math.max(
    0,
    tables.findIndex(({ header }) => told.every((name) => header.includes(name))),
  );
  const header = tables[table]?.header ?? [];
  return { table, cells: header.map((name, at) => (at === 0 ? title : (properties.get(name) ?? ''))), page: entry };
}

class Pairing {
  readonly #tables: readonly CsvTable[];
  /** Of each table where in a row the value of a property is. */
  readonly #places: readonly ReadonlyMap<string, number>[];
  readonly #rows: readonly OpenRow[];
  readonly #sink: PlanSink;
  readonly #left: Set<Head>;
  #alike: readonly string[] | null = null;

  constructor(tables: readonly CsvTable[], rows: readonly OpenRow[], heads: readonly Head[], sink: PlanSink) {
    this.#tables = tables;
    this.#places = tables.map(({ header }) => new Map(header.map((name, at) => [name, at])));
    this.#rows = rows;
    this.#sink = sink;
    this.#left = new Set(heads);
  }

  /** Gives rows their pages; the pages that are left. */
  paired(): Head[] {
    const titleOf = ({ cells }: OpenRow): string => titleFrom(cells[0] ?? '');
    this.#pairBy(titleOf, ({ title }) => titleFrom(title));
    this.#pairBy((row) => lettersOf(titleOf(row)), lettersOfPage);
    this.#pairBy(
      (row) => beginningOf(titleOf(row)),
      ({ entry }) => beginningOf(withoutId(stemOf(entry.path))),
      true,
    );
    // The title of such a row is a link, which the page shows under the name of what it leads to.
    this.#pairBy(
      (row) => (isAddress(titleOf(row)) ? 'address' : ''),
      ({ title }) => (isAddress(title) ? '' : 'address'),
      true,
    );
    return [...this.#left];
  }

  /** Of rows and pages of one key; `isGuess`: with such a key a page can be that of a row which is called otherwise. */
  #pairBy(keyOfRow: (row: OpenRow) => string, keyOfPage: (head: Head) => string, isGuess = false): void {
    const rows = Map.groupBy(
      this.#rows.filter(({ page }) => page === null),
      keyOfRow,
    );
    for (const [key, heads] of Map.groupBy(this.#left, keyOfPage)) {
      const open = key === '' ? [] : (rows.get(key) ?? []);
      if (open.length > 0) this.#pair(open, heads, isGuess);
    }
  }

  #pair(rows: readonly OpenRow[], heads: readonly Head[], isGuess: boolean): void {
    if (!isGuess && rows.length === 1 && heads.length === 1) {
      this.#join(rows, heads);
      return;
    }
    const bySignature = Map.groupBy(rows, (row) => this.#signatureOf((name) => this.#cellOf(row, name)));
    const signed = Map.groupBy(heads, ({ properties }) => this.#signatureOf((name) => properties.get(name) ?? ''));
    for (const [signature, those] of signed) {
      // A page that says it is called otherwise is that of a row of the same properties alone.
      const likely = isGuess && signature === '' ? those.filter(({ hasHeading }) => !hasHeading) : those;
      this.#join(bySignature.get(signature) ?? [], likely);
    }
    if (isGuess) return;
    const openRows = rows.filter(({ page }) => page === null);
    const openHeads = heads.filter((head) => this.#left.has(head));
    this.#join(openRows, openHeads);
  }

  /** One after the other; where rows that differ could have each of the pages, it is told. */
  #join(rows: readonly OpenRow[], heads: readonly Head[]): void {
    const isSure = rows.length === 1 || new Set(rows.map(({ table, cells }) => JSON.stringify([table, cells]))).size === 1;
    for (const [index, row] of rows.slice(0, heads.length).entries()) {
      const head = heads[index];
      if (head === undefined) continue;
      row.page = head.entry;
      this.#left.delete(head);
      if (isSure) continue;
      const message = `Which row of the database it belongs to cannot be told for sure: it is with "${titleFrom(row.cells[0] ?? '')}" now`;
      this.#sink.warn({ path: head.entry.path, kind: 'link', message });
    }
  }

  /** '' where nothing is told. */
  #signatureOf(valueOf: (name: string) => string): string {
    this.#alike ??= this.#namesToldAlike();
    const values = this.#alike.map(valueOf).map(oneLine);
    return values.every((value) => value === '') ? '' : JSON.stringify(values);
  }

  #cellOf({ table, cells }: OpenRow, name: string): string {
    const at = this.#places[table]?.get(name) ?? -1;
    return at < 1 ? '' : (cells[at] ?? '');
  }

  /** The properties that pages tell as tables do: links and files they tell otherwise. */
  #namesToldAlike(): string[] {
    const titles = new Set(this.#tables.map(({ header }) => header[0]));
    const names = new Set(this.#tables.flatMap(({ header }) => header.filter((name) => !titles.has(name))));
    return [...names].filter((name) => {
      const told = [...this.#left].flatMap(({ properties }) => properties.get(name) ?? []).map(oneLine);
      const known = told.length === 0 ? null : new Set(this.#rows.map((row) => oneLine(this.#cellOf(row, name))));
      return known !== null && 2 * told.filter((value) => known.has(value)).length >= told.length;
    });
  }
}

const oneLine = (value: string): string => (value.trim().split('\n', 1)[0] ?? '').replaceAll(/\s+/g, ' ').trim();

/** Those of its title; a link counts for what it shows. */
const lettersOfPage = ({ title }: Head): string => lettersOf(title.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1'));

const lettersOf = (title: string): string => title.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');

const isAddress = (title: string): boolean => /^https?:\/\//i.test(title);

/** Notion cuts the names of files at about 50 characters. */
const beginningOf = (title: string): string => Array.from(lettersOf(title)).slice(0, 30).join('');
