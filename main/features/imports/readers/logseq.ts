// Graphs of Logseq: folders of markdown whose pages are not called as their files are. Links name what a page is called.

import { decoded } from '../../../contract/percent-encoding.ts';
import { baseName, folderOf, stemOf } from '../archive/entry-path.ts';
import type { SourceEntry } from '../plan.ts';
import { maybeFrontMatter } from './front-matter.ts';
import type { SourceTree } from './source-tree.ts';
import { checkedDay, isDayAlone } from './times.ts';

/** What only Logseq has in a folder, behind the path of that: its settings, or a page whose name stands for a path. */
const sign = /^(|.*\/)(?:logseq\/config\.edn|pages\/[^/]*___[^/]*\.md)$/;
const journal = /^(|.*\/)journals\/\d{4}_\d{2}_\d{2}\.md$/;

export class LogseqGraphs {
  /** Their folders, each with its slash; '' for the top. */
  readonly #folders: ReadonlySet<string>;

  constructor(entries: readonly SourceEntry[]) {
    const foldersOf = (pattern: RegExp): string[] => entries.flatMap(({ path }) => pattern.exec(path)?.[1] ?? []);
    const journals = new Set(foldersOf(journal));
    const withPages = entries.flatMap(({ path }) => Array.from(path.matchAll(/(?<=^|\/)pages\//g), ({ index }) => path.slice(0, index)));
    this.#folders = new Set([...foldersOf(sign), ...withPages.filter((folder) => journals.has(folder))]);
  }

  isPage(path: string): boolean {
    return (isJournal(path) || baseName(folderOf(path)) === 'pages') && this.#has(folderOf(folderOf(path)));
  }

  /** What a page is called: a journal as the note of its day is here. Null for what is no page of a graph. */
  maybeTitle(path: string, text: string): string | null {
    if (!this.isPage(path)) return null;
    const name = stemOf(path);
    const day = isJournal(path) ? dayOf(name) : null;
    return day ?? titleWithin(text) ?? decoded(name.replaceAll('___', '/'));
  }

  /** The journal that a link in a note names by its day, in whatever form, and what it is called here; null where it names none. */
  maybeJournal(path: string, target: string, tree: SourceTree): { readonly entry: SourceEntry; readonly title: string } | null {
    const day = dayOf(target);
    const graph = folderOf(folderOf(path));
    if (day === null || day === target || !this.#has(graph)) return null;
    const folder = graph === '' ? 'journals' : `${graph}/journals`;
    const entry = tree.maybeAt(`${folder}/${day.replaceAll('-', '_')}.md`) ?? tree.maybeAt(`${folder}/${day}.md`);
    return entry === null ? null : { entry, title: day };
  }

  /** The folder in which Logseq keeps what is its own, copies of pages among it, where a path lies in it; else null. */
  maybeOwn(path: string): string | null {
    const [own] = /^(?:|.*?\/)logseq(?=\/)/.exec(path) ?? [];
    return own !== undefined && this.#has(folderOf(own)) ? own : null;
  }

  #has(folder: string): boolean {
    return this.#folders.size > 0 && this.#folders.has(folder === '' ? '' : `${folder}/`);
  }
}

/** How many lines at the beginning of a page are looked at. */
const maxProperties = 100;

const isJournal = (path: string): boolean => baseName(folderOf(path)) === 'journals';

/** Of a text that is a day and nothing else, as `2025_01_30` or `Jan 30th, 2025`; else null. */
function dayOf(text: string): string | null {
  const plain = text.replace(/^(\d{4})_(\d{2})_(\d{2})$/, '$1-$2-$3').replace(/(?<=\d)(?:st|nd|rd|th)(?=,? )/, '');
  return isDayAlone(plain) ? checkedDay(plain) : null;
}

/** The title that a page has among its properties: `title:: A/B` at its beginning, or in front matter. */
function titleWithin(text: string): string | null {
  const told = maybeFrontMatter(text)?.['title'];
  if (typeof told === 'string' || typeof told === 'number') return String(told).trim() || null;
  for (const line of text.replace(/^\uFEFF/, '').split(/\r?\n/, maxProperties)) {
    if (!/^[^\s:]+::(?:\s|$)/.test(line)) break;
    const [, title] = /^title::[ \t]+(.*\S)/i.exec(line) ?? [];
    if (title !== undefined) return title;
  }
  return null;
}
