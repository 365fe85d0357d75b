// Files that a note shows in Obsidian's way: `![[photo.png]]`, also with its folder, a part of it behind a `#`, and a size behind a `|`.

import { embeddedFilesIn, embeddedSize, embedKey } from '../../contract/embedded-files.ts';
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

function sizeOf(shown: string): WantedSize | null {
  const size = embeddedSize(shown);
  const pixels = (value: number) => ({ value, unit: 'px' as const });
  return size === null ? null : { width: pixels(size.width), height: size.height === null ? null : pixels(size.height) };
}
