// Markdown files that become notes, byte for byte.

import { cutText } from '../../../../main/contract/cut-text.ts';
import { maxNoteBytes } from '../../../../main/contract/limits.ts';
import type { Note } from '../../../../main/contract/notes.ts';
import { maybeUtf8 } from '../../../../main/contract/utf8.ts';
import type { Client } from '../../../api/client.ts';
import { routes } from '../../../api/routes.ts';
import { strings } from '../strings.ts';

/** What a picker offers. */
export const markdownFiles = '.md,.markdown,.mdown,.mkd,.txt,text/markdown,text/plain';

interface Imported {
  /** The notes, in the order of the files. */
  readonly made: readonly Note[];
  /** Files that did not become notes, and why not. */
  readonly failed: readonly { readonly filename: string; readonly reason: string }[];
}

/** Large notes take a while; in milliseconds. */
const timeoutMs = 60_000;

/**
 * Makes a note of each file, one after the other. `onProgress` is told how many are done. Never throws: what goes wrong is told per file.
 */
export async function importNotes(client: Client, files: readonly File[], onProgress: (done: number) => void): Promise<Imported> {
  const made: Note[] = [];
  const failed: Imported['failed'][number][] = [];
  for (const [index, file] of files.entries()) {
    onProgress(index);
    try {
      const content = await contentOf(file);
      const note = await client.call(routes.createNote, {
        body: { title: filenameTitle(file.name), content },
        idempotencyKey: crypto.randomUUID(),
        timeoutMs,
      });
      made.push(note);
    } catch (error) {
      failed.push({ filename: file.name, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  onProgress(files.length);
  return { made, failed };
}

/** Throws for what is no markdown: another kind of file, or bytes that are not UTF-8. */
async function contentOf(file: File): Promise<string> {
  if (!/\.(?:md|markdown|mdown|mkd|txt)$/i.test(file.name)) throw new Error(strings.importKind);
  if (file.size > maxNoteBytes) throw new Error(strings.importTooLarge);
  // A byte order mark belongs to the content as well.
  const text = maybeUtf8(new Uint8Array(await file.arrayBuffer()));
  if (text === null) throw new Error(strings.importEncoding);
  return text;
}

/** The name of a file without its ending. */
export function filenameTitle(filename: string): string {
  const stem = filename.toWellFormed().replace(/\.[^.]+$/, '');
  const title = cutText(stem.trim(), 500);
  return title === '' ? strings.untitled : title;
}
