// What notes call their files in Obsidian's way, `![[photo.png]]`: as they were called when they came.

import MarkdownIt from 'markdown-it';
import { isFileName } from './file-names.ts';
import { foldName, splitTarget } from './mentions.ts';

const { unescapeAll } = new MarkdownIt().utils;

/** With its folder, words behind a `#`, which name a part of it, and words behind a `|`. */
const embedPattern = /!\[\[([^[\]|\n]{1,1500})(?:\|([^[\]\n]{0,1500}))?\]\]/g;
/** The same, and links to files, `[[report.pdf#page=2|shown]]`. */
const linkPattern = /!?\[\[([^[\]|\n]{1,1500})(?:\|[^[\]\n]{0,1500})?\]\]/g;
const withExtension = /\.[a-z\d]{1,8}$/i;

/** What stands between `![[` and a `|` names a file so: the last part of its path. */
const filenameIn = (path: string): string => path.slice(path.lastIndexOf('/') + 1).trim();

/** What stands between `![[` and a `|`, without a part behind a `#` and as it is: the name of a file can hold a `#` itself. */
const pathsFor = (target: string): string[] =>
  [splitTarget(target).title, target].map((path) => path.trim()).filter((path) => withExtension.test(path));

/** What a file can be called that is named so; none where it can only be a note. */
export function filenamesFor(target: string): readonly string[] {
  return [...new Set(pathsFor(target).map(filenameIn))];
}

/** The paths by which markdown that has not been parsed shows files in Obsidian's way, or links them so; notes are none. */
export function filePathsIn(markdown: string): readonly string[] {
  if (!/\[\\?\[/.test(markdown)) return [];
  const targets = [markdown, unescapeAll(markdown)].flatMap((text) => Array.from(text.matchAll(linkPattern), ([, target = '']) => target));
  return [...new Set(targets.flatMap((target) => pathsFor(target.replace(/\\$/, ''))))];
}

/** Of the files of a note, oldest first, the one that it shows by these names: the newest that is called as the first of them. */
export function maybeFileCalled<T extends { readonly filename: string }>(files: readonly T[], filenames: readonly string[]): T | null {
  for (const folded of filenames.map(foldName)) {
    const found = files.findLast(({ filename }) => foldName(filename) === folded);
    if (found !== undefined) return found;
  }
  return null;
}

interface EmbeddedFile {
  /** Where it begins in the text, and its length. */
  readonly index: number;
  readonly length: number;
  /** As of `filenamesFor`: at least one. */
  readonly filenames: readonly string[];
  /** What stands behind the `|`; ''. */
  readonly shown: string;
}

/** The embeds of files in a text, in their order; those that can only be notes are none. */
export function embeddedFilesIn(text: string): EmbeddedFile[] {
  // Most texts have none.
  if (!text.includes('![[')) return [];
  return Array.from(text.matchAll(embedPattern)).flatMap(({ 0: source, 1: target = '', 2: shown, index }): EmbeddedFile[] => {
    // In a table a backslash stands before the `|`.
    const filenames = filenamesFor(shown === undefined ? target : target.replace(/\\$/, ''));
    return filenames.length === 0 ? [] : [{ index, length: source.length, filenames, shown: shown ?? '' }];
  });
}

/** The size that stands behind the `|`, `300` or `300x200`, in CSS pixels; without a height that is by the shape. Null for other words. */
export function embeddedSize(shown: string): { readonly width: number; readonly height: number | null } | null {
  const [, width, height] = /^\s*(\d{1,5})(?:x(\d{1,5}))?\s*$/.exec(shown) ?? [];
  return Number(width ?? 0) === 0 ? null : { width: Number(width), height: Number(height ?? 0) || null };
}

/** By what the embeds of a file are known, whatever its folder and the case of its letters. */
export const embedKey = (filename: string): string => `![[${foldName(filename)}]]`;

/** The folded name in an `embedKey`; null for a name of another kind. */
export const maybeEmbedded = (name: string): string | null => (name.startsWith('![[') ? name.slice(3, -2) : null);

const noFiles: ReadonlySet<string> = new Set();

/** The `embedKey` of each file that a text shows so; also what is called so, where that can be the name of a file in markdown. */
export function embeddedNamesIn(text: string): ReadonlySet<string> {
  const filenames = embeddedFilesIn(text).flatMap((embed) => embed.filenames);
  if (filenames.length === 0) return noFiles;
  return new Set([...filenames.map(embedKey), ...filenames.filter(isFileName)]);
}

/** The same of markdown that has not been parsed: as it is written, and as it is read outside of code. */
export function embeddedNamesInSource(markdown: string): ReadonlySet<string> {
  if (!/\[\\?\[/.test(markdown)) return noFiles;
  return new Set([markdown, unescapeAll(markdown)].flatMap((text) => [...embeddedNamesIn(text)]));
}
