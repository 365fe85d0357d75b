// Folders of markdown: plain ones, vaults of Obsidian, and what Joplin gives out as "MD + Front Matter".

import { cutText } from '../../../contract/cut-text.ts';
import { addressOfFile, isFileName, maybeFileName } from '../../../contract/file-names.ts';
import { extensionOf, folderOf, baseName, stemOf } from '../archive/entry-path.ts';
import { seriesOrName, undated } from '../archive/series-name.ts';
import type { PlanFile, PlanNoteLink, PlanSink, FormatReader, SourceEntry, SourceId, SourceSpaces } from '../plan.ts';
import { lostTag, maybeFrontMatter, timeOf, untakenTags } from './front-matter.ts';
import { decoded } from '../../../contract/percent-encoding.ts';
import { linkTargets, withTargets, type LinkTarget, type SourceRange, type TextPart } from './link-targets.ts';
import { LogseqGraphs } from './logseq.ts';
import { linkPart, linksIn, type LinkPart } from './note-links.ts';
import { FolderNotebooks } from './notebooks.ts';
import { maybeText, nameFrom, NoteFilesFound, peeked, titleFrom } from './note-reading.ts';
import { isElsewhere, isNotePath, SourceTree } from './source-tree.ts';
import { bearFacts, isBearFolder, isBundle, isInfo, placeOf } from './textbundle.ts';

/** How the three differ. */
interface Flavour {
  /** Whether links in the form of markdown, too, can name a file without its folder. */
  readonly findsByName: boolean;
  /** Whether links to other notes become links of Daybook, and titles stand in the front matter. */
  readonly isJoplin: boolean;
  /** Whether it is no folder but one note. */
  readonly isSingle: boolean;
  readonly rootOf: (tree: SourceTree, name: string) => string;
}

export const markdownReader: FormatReader = (files, sink) =>
  readFolder(new SourceTree(files.entries), files.name, sink, {
    findsByName: false,
    isJoplin: false,
    isSingle: files.kind === 'file',
    // A folder that was packed as a whole is called as the archive is.
    rootOf: (tree, name) => {
      const root = tree.root();
      return isBearFolder(root) || (isCalled(root, name) && !isBundle(root)) ? root : '';
    },
  });

export const readObsidian: FormatReader = (files, sink) =>
  readFolder(new SourceTree(files.entries), files.name, sink, {
    findsByName: true,
    isJoplin: false,
    isSingle: files.kind === 'file',
    rootOf: (tree) => {
      const settings = tree.entries.find(({ path }) => path.includes('.obsidian/'))?.path;
      const root = tree.root();
      return settings === undefined || settings.startsWith(`${root}/.obsidian/`) ? root : '';
    },
  });

export const readJoplinFolder: FormatReader = (files, sink) =>
  readFolder(new SourceTree(files.entries), files.name, sink, {
    findsByName: false,
    isJoplin: true,
    isSingle: files.kind === 'file',
    rootOf: (tree, name) => {
      const root = tree.root();
      return root !== '' && (isCalled(root, name) || tree.entries.some(({ path }) => path.startsWith(`${root}/_resources/`))) ? root : '';
    },
  });

/** Whether an archive of this name is a folder that was packed as a whole, whatever marks a copy of it has. */
const isCalled = (root: string, name: string): boolean => root !== '' && seriesOrName(root) === seriesOrName(name);

const resourceFolder = '_resources';

async function readFolder(all: SourceTree, name: string, sink: PlanSink, flavour: Flavour): Promise<SourceSpaces> {
  const root = flavour.rootOf(all, name);
  const tree = all.without(root);
  const graphs = new LogseqGraphs(tree.entries);
  await readEntries(tree.entries, tree, {
    sink,
    flavour,
    notebooks: new FolderNotebooks(sink),
    used: new Set(),
    titles: new Map(),
    graphs,
  });
  if (root === '') return flavour.isSingle ? { space: name } : { space: seriesOrName(name), formerSpace: name };
  const space = undated(root);
  return space === root ? { space } : { space, formerSpace: root, isOfFolder: true };
}

/** Notes of these entries, with the files that they lead to. Tells of all that does not come in. */
async function readEntries(entries: readonly SourceEntry[], tree: SourceTree, around: Around): Promise<void> {
  const { sink, used, graphs } = around;
  const folders = new Set<string>();
  const others: SourceEntry[] = [];
  for (const entry of entries) {
    const own = graphs?.maybeOwn(entry.path) ?? null;
    const foreign = maybeForeign(entry.path) ?? (own === null ? null : { path: own, message: ofLogseq });
    if (foreign !== null) {
      if (!folders.has(foreign.path)) sink.warn({ ...foreign, kind: 'skipped' });
      folders.add(foreign.path);
    } else if (isNotePath(entry.path)) await readNote(entry, tree, around);
    else others.push(entry);
  }
  for (const { path } of others) {
    if (used.has(path) || isInfo(path)) continue;
    const extension = extensionOf(path);
    const isDrawn = extension === 'canvas' || extension === 'base';
    const message = isDrawn ? 'Daybook has nothing like it' : 'No note leads to it: it does not come in';
    sink.warn({ path, kind: isDrawn ? 'skipped' : 'file', message });
  }
}

/** As editors of vaults read a folder. */
const ofVaults: Omit<Flavour, 'rootOf'> = { findsByName: true, isJoplin: false, isSingle: false };

/** What an editor of vaults has put into a folder that another reader knows: new notes, in `notebooks`, with what they lead to. */
export function readAdded(
  entries: readonly SourceEntry[],
  tree: SourceTree,
  around: Pick<Around, 'sink' | 'notebooks' | 'used' | 'sourceOf'>,
): Promise<void> {
  return readEntries(entries, tree, { ...around, flavour: ofVaults, titles: new Map() });
}

/** Files of a note that are known already. */
interface KnownFiles {
  readonly names: readonly string[];
  /** Where they lie, among others that are known. */
  readonly paths: ReadonlySet<string>;
}

/** A text as an editor of vaults has left it, and the files that it leads to, but those of its own. */
export async function withAddedFiles(
  text: string,
  path: string,
  tree: SourceTree,
  around: Pick<Around, 'sink' | 'used'> & { readonly own: KnownFiles },
): Promise<{ readonly content: string; readonly files: readonly PlanFile[] }> {
  const { content, files } = await relinked(text, path, tree, { ...around, flavour: ofVaults, titles: new Map() });
  return { content, files: files.list() };
}

/** Where what belongs to a program, and not to the person, begins in a path, and why it does not come in; null for all else. */
export function maybeForeign(path: string): { readonly path: string; readonly message: string } | null {
  const parts = path.split('/');
  const at = parts.findIndex((part) => part.startsWith('.') || part === 'node_modules');
  if (at === -1) return null;
  return {
    path: parts.slice(0, at + 1).join('/'),
    message:
      parts[at] === 'node_modules'
        ? 'It holds packages of programs: they do not come in'
        : 'It is hidden: settings and the like do not come in',
  };
}

const ofLogseq = 'It is what Logseq keeps for itself: its settings, and copies of pages, do not come in';

interface Around {
  readonly sink: PlanSink;
  readonly flavour: Omit<Flavour, 'rootOf'>;
  readonly notebooks: FolderNotebooks;
  /** The paths of files that notes lead to. */
  readonly used: Set<string>;
  /** Of notes that others lead to, by path. */
  readonly titles: Map<string, string>;
  /** What a note is known by; its path if absent. */
  readonly sourceOf?: (path: string) => SourceId;
  /** Those of Logseq among the folders. */
  readonly graphs?: LogseqGraphs;
}

async function readNote(entry: SourceEntry, tree: SourceTree, around: Around): Promise<void> {
  const { sink, flavour, notebooks, graphs, sourceOf = (each) => each } = around;
  const facts = await bearFacts(entry, tree, sink);
  const text = facts === null ? null : await maybeText(entry, sink);
  if (text === null) return;
  const { path, modifiedAt } = entry;
  const { folder, name } = placeOf(path);
  const { content, links, files } = await relinked(text, path, tree, around);
  const fields = maybeFrontMatter(text);
  // What is none here is none in Obsidian.
  if (!flavour.findsByName) for (const tag of untakenTags(fields)) sink.warn({ path, ...lostTag(tag) });
  const createdAt = timeOf(fields, ['created', 'date created', 'created_at', 'date']) ?? modifiedAt;
  const updatedAt = timeOf(fields, ['updated', 'modified', 'date modified', 'updated_at']) ?? modifiedAt ?? createdAt;
  await sink.add({
    type: 'note',
    source: sourceOf(path),
    title: nameFrom(graphs?.maybeTitle(path, text) ?? (flavour.isJoplin ? titleIn(fields, path) : name), sink, { path }),
    content,
    notebook: folder === resourceFolder ? null : await notebooks.of(folder),
    ...(flavour.isSingle ? { isSingle: true } : {}),
    ...(createdAt === null ? {} : { createdAt }),
    ...(updatedAt === null ? {} : { updatedAt }),
    ...facts,
    links,
    files: files.list(),
  });
}

function titleIn(fields: ReturnType<typeof maybeFrontMatter>, path: string): string {
  const told = fields?.['title'];
  return typeof told === 'string' || typeof told === 'number' ? String(told) : stemOf(path);
}

/** What the files of one note are called: those of one name in several folders are told apart by numbers. */
class FileNames {
  readonly #byPath = new Map<string, string>();
  /** By name, in lower case: how many files are called so, or by it with a number. */
  readonly #taken = new Map<string, number>();

  of(path: string): string {
    const known = this.#byPath.get(path);
    if (known !== undefined) return known;
    const own = baseName(path);
    const stem = stemOf(path);
    let name = own;
    let number = this.#taken.get(own.toLowerCase()) ?? 0;
    while (this.#taken.has(name.toLowerCase())) name = `${cutText(stem, 200)} ${(number += 1)}${own.slice(stem.length)}`;
    this.#byPath.set(path, name);
    this.#taken.set(own.toLowerCase(), Math.max(number, 1));
    if (name !== own) this.#taken.set(name.toLowerCase(), 1);
    return name;
  }
}

async function relinked(
  text: string,
  path: string,
  tree: SourceTree,
  around: Omit<Around, 'notebooks'> & { readonly own?: KnownFiles },
): Promise<{ readonly content: string; readonly links: readonly PlanNoteLink[]; readonly files: NoteFilesFound }> {
  const { sink, flavour, used, own } = around;
  const parts: TextPart[] = [];
  const toNotes: LinkPart[] = [];
  const led: { readonly entry: SourceEntry; readonly at: SourceRange | null; readonly filename: string }[] = [];
  const names = new FileNames();
  const ownNames = new Set(own?.names.map((each) => names.of(each).toLowerCase()));
  for (const link of linkTargets(text)) {
    const linked = maybeLinked(link, folderOf(path), tree, flavour);
    const renamed = await maybeRenamed(link, linked, path, tree, around);
    if (renamed !== null) toNotes.push(renamed);
    else if (linked === null) {
      if (isMissing(link)) sink.warn({ path, kind: 'link', message: `It leads to ${link.target}, which is not there` });
    } else if (!isNotePath(linked.path)) {
      used.add(linked.path);
      const isWiki = link.kind === 'embed' || link.kind === 'wiki';
      const ownParts = ownNames.has(baseName(linked.path).toLowerCase()) ? maybeOwn(link, linked.path, own) : null;
      if (ownParts !== null) {
        parts.push(...ownParts);
        continue;
      }
      const filename = names.of(linked.path);
      // A link of Obsidian leads to the file that is called so, whatever folder it names.
      if (isWiki && filename !== baseName(linked.path)) parts.push({ from: link.from, to: link.to, text: filename });
      led.push({ entry: linked, at: isWiki ? null : link.path, filename });
    }
  }
  const files = new NoteFilesFound(sink, path);
  const {
    text: content,
    placed,
    targets,
  } = withTargets(
    text,
    [...parts, ...toNotes],
    led.map(({ at }) => at),
  );
  for (const [index, { entry, filename }] of led.entries()) await files.add(entry, targets[index] ?? null, filename);
  return { content, links: linksIn(toNotes, placed), files };
}

/** Null for a file that is none of the note's; else what is to be written anew, as a note that was moved leads to where it lay. */
function maybeOwn({ kind, target, path: [from, to] }: LinkTarget, path: string, own: KnownFiles | undefined): readonly TextPart[] | null {
  if (kind === 'embed' || kind === 'wiki') return [];
  const name = baseName(path);
  if (isFileName(name)) return maybeFileName(target) === null ? [{ from, to, text: addressOfFile(name) }] : [];
  return own?.paths.has(path) === true ? [] : null;
}

/** A link to a note whose title is not what the link or the name of its file says; null for any other one. */
async function maybeRenamed(
  link: LinkTarget,
  linked: SourceEntry | null,
  path: string,
  tree: SourceTree,
  { sink, flavour, titles, graphs }: Pick<Around, 'sink' | 'flavour' | 'titles' | 'graphs'>,
): Promise<LinkPart | null> {
  if (link.kind === 'wiki') {
    const journal = graphs?.maybeJournal(path, link.target, tree) ?? null;
    if (journal === null) return null;
    return linkPart({ ...link, label: link.label || link.target }, { note: journal.entry.path, title: journal.title }, link.fragment);
  }
  if (linked === null || link.kind !== 'link' || !isNotePath(linked.path)) return null;
  if (!flavour.isJoplin && graphs?.isPage(linked.path) !== true) return null;
  const title = titles.get(linked.path) ?? (await titleOf(linked, sink.limits.noteBytes, graphs));
  titles.set(linked.path, title);
  if (!flavour.isJoplin && title === stemOf(linked.path)) return null;
  return linkPart(link, { note: linked.path, title }, decoded(link.fragment));
}

async function titleOf(entry: SourceEntry, maxLength: number, graphs: LogseqGraphs | undefined): Promise<string> {
  const text = entry.size > 2 * maxLength ? '' : await peeked(entry, 2 * maxLength);
  return titleFrom(graphs?.maybeTitle(entry.path, text) ?? titleIn(maybeFrontMatter(text), entry.path));
}

function maybeLinked(
  { kind, target }: LinkTarget,
  folder: string,
  tree: SourceTree,
  flavour: Pick<Flavour, 'findsByName'>,
): SourceEntry | null {
  if (isElsewhere(target)) return null;
  if (kind === 'wiki' || kind === 'embed') {
    // By name in every flavour: a vault is often packed without the hidden folder that tells it. Of notes only those are files that are
    // named with their extension; what looks like one can be the end of a title.
    return extensionOf(target) === '' ? null : (tree.maybeNamed(folder, target) ?? tree.maybeNamed(folder, `${target}.md`));
  }
  return flavour.findsByName ? tree.maybeNamed(folder, target) : tree.maybeLinked(folder, target);
}

/** Whether something is lost where a link leads to nothing: one to a note that is still to be written is none. */
function isMissing({ kind, target }: LinkTarget): boolean {
  // As of `Meeting 10.30`, digits alone are no extension.
  if (isElsewhere(target) || kind === 'wiki' || /^\d*$/.test(extensionOf(target))) return false;
  return kind !== 'definition' && !isNotePath(target) && baseName(target).length < 256;
}
