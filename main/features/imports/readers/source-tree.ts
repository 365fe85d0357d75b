// The files of an archive as a tree: looked up by their paths, as links in texts name them.

import { extensionOf, folderOf, baseName, resolvePath } from '../archive/entry-path.ts';
import type { SourceEntry } from '../plan.ts';

const noteExtensions: ReadonlySet<string> = new Set(['md', 'markdown', 'mdown', 'mkd']);

export const isNotePath = (path: string): boolean => noteExtensions.has(extensionOf(path));

interface Named {
  readonly entry: SourceEntry;
  /** Its path in lower case, with a slash before it. */
  readonly end: string;
}

export class SourceTree {
  readonly entries: readonly SourceEntry[];
  readonly #byPath: ReadonlyMap<string, SourceEntry>;
  readonly #folded: ReadonlyMap<string, SourceEntry>;
  /** By name in lower case, those that lie least deep first. */
  readonly #byName: ReadonlyMap<string, readonly Named[]>;

  constructor(entries: readonly SourceEntry[]) {
    this.entries = entries.toSorted((a, b) => (a.path < b.path ? -1 : 1));
    this.#byPath = new Map(this.entries.map((entry) => [entry.path, entry]));
    this.#folded = new Map(this.entries.toReversed().map((entry) => [entry.path.toLowerCase(), entry]));
    const deepestFirst = this.entries.toSorted((a, b) => b.path.split('/').length - a.path.split('/').length);
    const named = deepestFirst.toReversed().map((entry): Named => ({ entry, end: `/${entry.path.toLowerCase()}` }));
    this.#byName = Map.groupBy(named, ({ end }) => baseName(end));
  }

  /** The file at a path, whatever its case and form of Unicode; null if there is none. */
  maybeAt(path: string): SourceEntry | null {
    const usual = path.normalize('NFC');
    return this.#byPath.get(path) ?? this.#byPath.get(usual) ?? this.#folded.get(usual.toLowerCase()) ?? null;
  }

  /** The file to which a relative address leads from one that lies in `folder`, be it without its query; null if there is none. */
  maybeLinked(folder: string, address: string): SourceEntry | null {
    // A name can have the mark of a query in it.
    const ends = [address.length, address.lastIndexOf('?'), address.indexOf('?')];
    for (const end of ends) {
      const path = end < 1 ? null : resolvePath(folder, address.slice(0, end));
      const found = path === null || path === '' ? null : this.maybeAt(path);
      if (found !== null) return found;
    }
    return null;
  }

  /** The file that a link of Obsidian names: beside the note, from the top, or by its name alone; null if there is none. */
  maybeNamed(folder: string, name: string): SourceEntry | null {
    const beside = this.maybeLinked(folder, name);
    if (beside !== null) return beside;
    const top = resolvePath('', name);
    if (top === null || top === '') return null;
    const ended = (end: string): SourceEntry | undefined =>
      (this.#byName.get(baseName(end)) ?? []).find((named) => named.end.endsWith(end))?.entry;
    return this.maybeAt(top) ?? ended(`/${top.toLowerCase()}`) ?? ended(`/${top.normalize('NFC').toLowerCase()}`) ?? null;
  }

  /** The same without a folder that all files lie in. */
  without(root: string): SourceTree {
    if (root === '') return this;
    const from = `${root}/`;
    return new SourceTree(
      this.entries.filter(({ path }) => path.startsWith(from)).map((entry) => ({ ...entry, path: entry.path.slice(from.length) })),
    );
  }

  /** The one folder at the top that all files lie in; '' if there is none. */
  root(): string {
    return rootOf(this.entries);
  }
}

/** The one folder at the top that all files lie in; '' if there is none. */
export function rootOf(entries: readonly Pick<SourceEntry, 'path'>[]): string {
  const [first] = entries;
  const root = first === undefined ? '' : (first.path.split('/')[0] ?? '');
  return first !== undefined && folderOf(first.path) !== '' && entries.every(({ path }) => path.startsWith(`${root}/`)) ? root : '';
}

/** An address that leads out of the archive, or within the text itself. */
export function isElsewhere(target: string): boolean {
  return target === '' || /^[a-z][a-z\d+.-]*:/i.test(target) || target.startsWith('//');
}
