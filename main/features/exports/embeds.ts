// Files that a note shows in Obsidian's way: `![[photo.png]]`, also with its folder, a part of it behind a `#`, and a size behind a `|`.

import { embeddedFilesIn, embedKey } from '../../contract/embedded-files.ts';
import type { WantedSize } from './picture-size.ts';

interface Embed {
  /** Where it begins in the text, and its length. */
  readonly index: number;
  readonly length: number;
  readonly filename: string;
  /** By which its picture is known: two embeds of the same file have the same one. */
  readonly address: string;
  readonly size: WantedSize | null;
}

/** The embeds of files in a text, in their order; those of notes are none. */
export function embedsIn(text: string): Embed[] {
  return embeddedFilesIn(text).map(({ index, length, filenames, shown }) => {
    const [filename = ''] = filenames;
    return { index, length, filename, address: embedKey(filename), size: sizeOf(shown) };
  });
}

/** `300` or `300x200`, in CSS pixels; null for any other words. */
function sizeOf(shown: string): WantedSize | null {
  const [, width, height] = /^\s*(\d{1,5})(?:x(\d{1,5}))?\s*$/.exec(shown) ?? [];
  if (Number(width ?? 0) === 0) return null;
  return { width: { value: Number(width), unit: 'px' }, height: Number(height ?? 0) === 0 ? null : { value: Number(height), unit: 'px' } };
}
