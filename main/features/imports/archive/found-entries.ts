// The entries of an archive, each by a path of its own. Names are compared in one form of Unicode, as links in texts name them in either;
// where two differ in nothing else, both are files, and one of them has the path that it is given.

import type { SourceEntry } from '../plan.ts';
import type { UsablePath } from './entry-path.ts';

export const twice = 'It is there twice; the first one counts';

interface Found {
  readonly name: UsablePath;
  readonly entry: SourceEntry;
}

export class FoundEntries {
  readonly #byPath = new Map<string, Found>();
  readonly #given = new Set<string>();

  get size(): number {
    return this.#byPath.size;
  }

  /** The path under which an entry of that name is to be added; null where one of the very same name is there. */
  freePath(name: UsablePath): string | null {
    if (this.#given.has(name.given)) return null;
    const there = this.#byPath.get(name.path);
    if (there === undefined) return name.path;
    if (name.given !== name.path || there.name.given === name.path) return this.#otherPath(name);
    // The usual form is that of the name itself.
    const other = this.#otherPath(there.name);
    if (other === null) return null;
    this.#byPath.delete(name.path);
    this.#byPath.set(other, { ...there, entry: { ...there.entry, path: other } });
    return name.path;
  }

  /** `entry`: with the path that is free. */
  add(name: UsablePath, entry: SourceEntry): void {
    this.#given.add(name.given);
    this.#byPath.set(entry.path, { name, entry });
  }

  entries(): SourceEntry[] {
    return Array.from(this.#byPath.values(), ({ entry }) => entry);
  }

  /** With the last parts as they are given, as few as possible: what lies in one folder is to stay together. */
  #otherPath({ path, given }: UsablePath): string | null {
    const [parts, own] = [path.split('/'), given.split('/')];
    const forms = parts.map((_, index) => [...parts.slice(0, -1 - index), ...own.slice(-1 - index)].join('/'));
    return forms.find((form) => !this.#byPath.has(form)) ?? null;
  }
}
