// What a document or a file of events is to be saved as.

import { graphemesOf } from '../contract/cut-text.ts';

/** Names that Windows keeps for devices, whatever the ending. */
const devices = /^(?:con|conin\$|conout\$|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])$/i;

/** Bytes that a name may have in most file systems, with room for the ending and a number that a browser adds. */
const maxBytes = 200;

/** A name made of a title, else of `fallback`, which every system takes. */
export function fileName(title: string, extension: string, fallback: string): string {
  return `${safeName(title, fallback, maxBytes)}.${extension}`;
}

/**
 * A name without an extension of at most `most` bytes, which every system takes; `fallback` where the title has nothing that can stand in
 * one.
 */
export function safeName(title: string, fallback: string, most: number): string {
  const plain = title
    .normalize('NFC')
    .toWellFormed()
    // Control characters, marks of direction that could disguise an ending, and what is a separator somewhere.
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]+/gu, ' ')
    .replace(/[<>:"/\\|?*]/g, '-')
    // Several spaces stay: links name a note as it is called.
    .replace(/[^\S ]+/g, ' ');
  // Windows drops dots and blanks at the end, and hides files whose names begin with a dot elsewhere.
  const trimmed = shortened(plain.replace(/^[\s.]+/, ''), most).replace(/[\s.]+$/, '');
  const name = trimmed === '' || /^[-\s]*$/.test(trimmed) ? fallback : trimmed;
  return devices.test(name.split('.')[0]?.trim() ?? '') ? shortened(`_${name}`, most).replace(/[\s.]+$/, '') : name;
}

/** The longest beginning in whole characters of at most that many bytes. */
function shortened(text: string, most: number): string {
  if (Buffer.byteLength(text) <= most) return text;
  let bytes = 0;
  let result = '';
  for (const { segment } of graphemesOf(text)) {
    bytes += Buffer.byteLength(segment);
    if (bytes > most) break;
    result += segment;
  }
  return result;
}
