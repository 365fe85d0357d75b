// Which note a link means that names it: the one with this very title, else one that differs by case, the one changed last of several.
// Where no title is so, what stands before the last `/` names the notebook that the note is in, as in Obsidian. Pure.

import { foldName, splitTarget } from './mentions.ts';

/** A link that names a note, and where it stands. */
export interface NamingLink {
  /** Of `[[…]]` what stands before a `|`, of a link of markdown its address, decoded; with its section. */
  readonly target: string;
  /** Whether it is a link of markdown, `[text](folder/Note.md)`: it leads from the notebook that it stands in, as between files. */
  readonly isFile: boolean;
  /** The folded path of the notebook that it stands in, '' for none. */
  readonly folder: string;
}

/** A target as a path. */
interface LinkPath {
  /** Folded; '' where it names none. */
  readonly folder: string;
  /** How many levels above its notebook it begins; null where it does not say that it begins there. */
  readonly up: number | null;
  /** Where in the target the title begins. */
  readonly at: number;
  /** The titles that it can mean, the first of which counts, as of `titlesIn`. */
  readonly names: readonly string[];
}

const beginsHere = /^\.{1,2}\//;
const withoutMd = (name: string): string => name.replace(/\.md$/i, '').trimEnd();
const withoutStart = (path: string): string => path.replace(/^(?:\.{0,2}\/)+/, '').trimStart();

/** Null for a target that can only be a title. */
function pathIn(target: string): LinkPath | null {
  const { title } = splitTarget(target);
  const at = title.lastIndexOf('/') + 1;
  const [whole, name] = [target.slice(at).trim(), title.slice(at).trim()];
  const last = withoutMd(name);
  if (last === '' || (at === 0 && last === name)) return null;
  const folder: string[] = [];
  let up = 0;
  for (const part of foldName(title.slice(0, at)).split('/')) {
    if (part.trim() !== '..') folder.push(...(['', '.'].includes(part.trim()) ? [] : [part.trim()]));
    else if (folder.pop() === undefined) up += 1;
  }
  const names = [...new Set([whole, withoutMd(whole), name, last])];
  return { folder: folder.join('/'), up: beginsHere.test(title) ? up : null, at, names };
}

/** The titles that a target can be as a whole, the first of which counts: a title can hold `#` itself, and end in `.md`. */
function titlesIn(target: string): string[] {
  const { title } = splitTarget(target);
  if (pathIn(target) === null) return [target, title].filter((each) => each !== '');
  const inner = [target, title].map((each) => withoutMd(withoutStart(each))).filter((each) => each.includes('/'));
  return [target, title, withoutMd(title), ...inner];
}

/** Whether what a link means can depend on where it stands. */
export function dependsOnFolder({ target, isFile }: Omit<NamingLink, 'folder'>): boolean {
  return isFile || beginsHere.test(target);
}

/** The folded titles by which a note for this target is looked for. */
export function titleKeys(target: string): string[] {
  return [...new Set([...titlesIn(target), ...(pathIn(target)?.names ?? [])].map(foldName))];
}

/** The folded title at the end of a path, without its section and `.md`; null for a target that can only be a title. */
export function nameKeyOf(target: string): string | null {
  const last = pathIn(target)?.names.at(-1);
  return last === undefined ? null : foldName(last);
}

/** The `nameKeyOf` of every path that can mean a note of this title. */
export function nameKeysFor(title: string): readonly [string, string] {
  const whole = splitTarget(title).title;
  return [foldName(title), nameKeyOf(title) ?? foldName(whole.slice(whole.lastIndexOf('/') + 1).trim())];
}

type NotesByTitle<Note> = ReadonlyMap<string, readonly Note[]>;

interface Titled {
  readonly title: string;
}

/**
 * The note that a link means; null if there is none. `titled`: notes by their folded titles, those changed last first. `folderOf`: the
 * folded path of the notebook that a note is in, '' for none; one function says the same of a note each time.
 */
export function noteFor<Note extends Titled>(link: NamingLink, titled: NotesByTitle<Note>, folderOf: (note: Note) => string): Note | null {
  const path = pathIn(link.target);
  const byTitle = (): Note | null => found(titlesIn(link.target), titled, (notes) => notes);
  if (path === null) {
    const near = link.isFile ? found(titlesIn(link.target), titled, (notes) => byFolder(notes, folderOf).in(link.folder)) : null;
    return near ?? byTitle();
  }
  const isBeside = link.isFile || path.up !== null;
  const beside = (): Note | null => {
    const folder = isBeside ? folderFrom(link, path) : null;
    return folder === null ? null : found(path.names, titled, (notes) => byFolder(notes, folderOf).in(folder));
  };
  // Between files all is a path; in brackets a title comes first.
  const first = link.isFile ? (beside() ?? byTitle()) : (byTitle() ?? beside());
  return first ?? found(path.names, titled, (notes) => inFolder(notes, path.folder, folderOf));
}

/** The folder that a path names from where the link stands. */
function folderFrom({ target, folder }: NamingLink, { up, folder: inner }: LinkPath): string {
  const outer = folder === '' || target.startsWith('/') ? [] : folder.split('/');
  return [...outer.slice(0, Math.max(0, outer.length - (up ?? 0))), ...(inner === '' ? [] : [inner])].join('/');
}

function found<Note extends Titled>(
  titles: readonly string[],
  titled: NotesByTitle<Note>,
  those: (notes: readonly Note[]) => readonly Note[],
): Note | null {
  for (const title of titles) {
    const notes = those(titled.get(foldName(title)) ?? []);
    const note = notes.find((each) => each.title.trim() === title) ?? notes[0];
    if (note !== undefined) return note;
  }
  return null;
}

/** Those in the notebook with this path; if there are none, those where the path of the notebook ends so. */
function inFolder<Note extends object>(notes: readonly Note[], folder: string, folderOf: FolderOf<Note>): readonly Note[] {
  if (folder === '' || notes.length === 0) return notes;
  const folders = byFolder(notes, folderOf);
  const exact = folders.in(folder);
  return exact.length > 0 ? exact : folders.endingWith(folder);
}

type FolderOf<Note> = (note: Note) => string;

/** Notes of one title by their folders, in their order: thousands can have it, and a text can say a thousand paths to them. */
class NotesByFolder<Note> {
  readonly #notes: readonly Note[];
  readonly #folderOf: FolderOf<Note>;
  readonly #byFolder: ReadonlyMap<string, readonly Note[]>;
  readonly #byEnd = new Map<string, readonly Note[]>();

  constructor(notes: readonly Note[], folderOf: FolderOf<Note>) {
    this.#notes = notes;
    this.#folderOf = folderOf;
    this.#byFolder = Map.groupBy(notes, folderOf);
  }

  in(folder: string): readonly Note[] {
    return this.#byFolder.get(folder) ?? [];
  }

  endingWith(folder: string): readonly Note[] {
    const known = this.#byEnd.get(folder);
    if (known !== undefined) return known;
    const folders = new Set([...this.#byFolder.keys()].filter((each) => each.endsWith(`/${folder}`)));
    const notes = folders.size === 0 ? [] : this.#notes.filter((note) => folders.has(this.#folderOf(note)));
    this.#byEnd.set(folder, notes);
    return notes;
  }
}

/** What was made for a function that tells folders, and a list of notes. */
const made = new WeakMap<FolderOf<never>, WeakMap<object, unknown>>();

function byFolder<Note>(notes: readonly Note[], folderOf: FolderOf<Note>): NotesByFolder<Note> {
  const ofLists = made.get(folderOf) ?? new WeakMap<object, unknown>();
  made.set(folderOf, ofLists);
  const known = ofLists.get(notes) as NotesByFolder<Note> | undefined;
  const folders = known ?? new NotesByFolder(notes, folderOf);
  if (known === undefined) ofLists.set(notes, folders);
  return folders;
}

interface WrittenTitle {
  /** Where in the target it begins. */
  readonly at: number;
  readonly title: string;
  /** Whether more belongs to it: a folder, or `.md`. */
  readonly isInPath: boolean;
}

/** The title in a target, where that is one of these folded ones; null where none of them is. */
export function titleInTarget(target: string, keys: ReadonlySet<string>): WrittenTitle | null {
  const isOne = (title: string): boolean => keys.has(foldName(title));
  const title = titlesIn(target).find(isOne);
  if (title !== undefined) return { at: target.indexOf(title), title, isInPath: false };
  const path = pathIn(target);
  const name = path?.names.find(isOne);
  return path === null || name === undefined ? null : { at: target.indexOf(name, path.at), title: name, isInPath: true };
}

interface NamedNotebook {
  readonly id: string;
  readonly name: string;
  /** Null at the top. */
  readonly parentId: string | null;
}

/** The paths of notebooks by their ids: their names from the outermost on, folded unless `as` says else, with `/` between them. */
export function notebookPaths(notebooks: readonly NamedNotebook[], as: (name: string) => string = foldName): Map<string, string> {
  const byId = new Map(notebooks.map((notebook) => [notebook.id, notebook]));
  const paths = new Map<string, string>();
  const pathOf = ({ id, name, parentId }: NamedNotebook): string => {
    const known = paths.get(id);
    if (known !== undefined) return known;
    const parent = parentId === null ? undefined : byId.get(parentId);
    const path = parent === undefined ? as(name) : `${pathOf(parent)}/${as(name)}`;
    paths.set(id, path);
    return path;
  };
  for (const notebook of notebooks) pathOf(notebook);
  return paths;
}

/**
 * What the note of a link to nothing is to be: of a path in the notebook that it names, `paths` by id. Where there is none, all of the path
 * is its title, as in `[[TCP/IP]]`: so the link leads to it.
 */
export function newNoteFor(
  link: NamingLink,
  paths: ReadonlyMap<string, string>,
): { readonly title: string; readonly notebookId: string | null } {
  const path = pathIn(link.target);
  const title = splitTarget(link.target).title || link.target;
  if (path === null) return { title, notebookId: null };
  const name = path.names.at(-1) ?? title;
  const beside = link.isFile || path.up !== null ? folderFrom(link, path) : null;
  if ((beside ?? path.folder) === '') return { title: name, notebookId: null };
  const all = [...paths];
  const is = (folder: string | null) => all.find(([, each]) => each === folder);
  const [notebookId] = is(beside) ?? is(path.folder) ?? all.find(([, each]) => each.endsWith(`/${path.folder}`)) ?? [];
  return notebookId === undefined ? { title: withoutMd(withoutStart(title)), notebookId: null } : { title: name, notebookId };
}
