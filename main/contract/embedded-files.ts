// What notes call their files in Obsidian's way, `![[photo.png]]`: as they were called when they came.

import MarkdownIt from 'markdown-it';
import { isFileName } from './file-names.ts';
import { foldName } from './mentions.ts';

const { unescapeAll } = new MarkdownIt().utils;

/** With its folder, and words behind a `|`: the path, and these words. In a table a backslash stands before the `|`. */
export const embedPattern = /!\[\[([^[\]|\n]{1,1500}\.[a-z\d]{1,8})[ \t]*\\?(?:\|([^[\]\n]{0,1500}))?\]\]/gi;

/** What is called so: the last part of a path. */
export const filenameIn = (path: string): string => path.slice(path.lastIndexOf('/') + 1).trim();

/** By what the embeds of a file are known, whatever its folder and the case of its letters. */
export const embedKey = (filename: string): string => `![[${foldName(filename)}]]`;

/** The folded name in an `embedKey`; null for a name of another kind. */
export const maybeEmbedded = (name: string): string | null => (name.startsWith('![[') ? name.slice(3, -2) : null);

const none: ReadonlySet<string> = new Set();

/** The `embedKey` of each file that a text shows so; also what is called so, where that can be the name of a file in markdown. */
export function embeddedNamesIn(text: string): ReadonlySet<string> {
  // Most texts have none.
  if (!text.includes('![[')) return none;
  const filenames = Array.from(text.matchAll(embedPattern), ([, path = '']) => filenameIn(path));
  return new Set([...filenames.map(embedKey), ...filenames.filter(isFileName)]);
}

/** The same of markdown that has not been parsed: as it is written, and as it is read outside of code. */
export function embeddedNamesInSource(markdown: string): ReadonlySet<string> {
  if (!/\[\\?\[/.test(markdown)) return none;
  return new Set([markdown, unescapeAll(markdown)].flatMap((text) => [...embeddedNamesIn(text)]));
}
