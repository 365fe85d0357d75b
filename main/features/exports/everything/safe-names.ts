// Names of files in a folder that every system takes, and that no system takes for one another.

import { safeName } from '../../../lib/file-name.ts';

/** What a path may have in characters, and a name in bytes. */
export const nameLimits = { path: 400, name: 255 } as const;

/** Room for a number that tells equal names apart. */
const numberLength = 8;

/** What the systems that do not tell case, or forms of Unicode, apart take a name for. */
function keyOf(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC');
}

export class FolderNames {
  readonly #folder: string;
  readonly #taken: Set<string>;
  /** For names that very many share. */
  readonly #next = new Map<string, number>();

  /** `folder` is a path with a slash at its end, or '' for the top. `reserved` are names in it that are given already. */
  constructor(folder: string, reserved: readonly string[] = []) {
    this.#folder = folder;
    this.#taken = new Set(reserved.map(keyOf));
  }

  /** The path of a new file: its name made of `title`, with a number behind it where there is such a one already. */
  file(title: string, extension: string, fallback: string): string {
    return this.#path(title, extension === '' ? '' : `.${extension}`, fallback, nameLimits.name);
  }

  /** The path of a file that is called so already, which keeps its extension. */
  named(filename: string): string {
    const [, stem = filename, extension = ''] = /^(.*)\.([A-Za-z\d]{1,16})$/s.exec(filename) ?? [];
    return this.file(stem, extension, 'File');
  }

  /** The path of a new folder without a slash, with a name of at most `most` characters. */
  folder(title: string, most: number): string {
    return this.#path(title, '', 'Notebook', most);
  }

  #path(title: string, ending: string, fallback: string, most: number): string {
    const room = Math.min(most, nameLimits.name, nameLimits.path - this.#folder.length) - ending.length;
    const plain = safeName(title, fallback, room);
    if (this.#take(plain + ending)) return `${this.#folder}${plain}${ending}`;
    const stem = safeName(title, fallback, room - numberLength);
    for (let number = this.#next.get(keyOf(stem)) ?? 2; ; number += 1) {
      const name = `${stem} (${number})${ending}`;
      if (!this.#take(name)) continue;
      this.#next.set(keyOf(stem), number + 1);
      return `${this.#folder}${name}`;
    }
  }

  #take(name: string): boolean {
    const key = keyOf(name);
    if (this.#taken.has(key)) return false;
    this.#taken.add(key);
    return true;
  }
}

/** A notebook as far as its folder depends on it. */
interface NotebookFolder {
  readonly id: string;
  readonly name: string;
  readonly parentId: string | null;
}

/** What is kept free below a folder for the names of notes, in characters. */
const roomForNotes = 140;

/**
 * The folder of each notebook by its id, with a slash at its end: its place in the tree. Deep trees get shorter names. `reserved` is the
 * name that no notebook gets.
 */
export function notebookFolders(notebooks: readonly NotebookFolder[], top: string, reserved: string): Map<string, string> {
  const ids = new Set(notebooks.map(({ id }) => id));
  const children = Map.groupBy(notebooks, ({ parentId }) => (parentId !== null && ids.has(parentId) ? parentId : null));
  const heights = new Map<string, number>();
  const heightOf = (id: string): number => {
    const height = heights.get(id) ?? 1 + Math.max(0, ...(children.get(id) ?? []).map((child) => heightOf(child.id)));
    heights.set(id, height);
    return height;
  };
  const folders = new Map<string, string>();
  const place = (parent: string | null, folder: string): void => {
    const names = new FolderNames(folder, [reserved]);
    for (const { id, name } of children.get(parent) ?? []) {
      const most = Math.floor((nameLimits.path - roomForNotes - folder.length) / heightOf(id)) - 1;
      const path = `${names.folder(name, most)}/`;
      folders.set(id, path);
      place(id, path);
    }
  };
  place(null, top);
  return folders;
}
