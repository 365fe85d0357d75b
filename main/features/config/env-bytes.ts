// Text and back without loss, also where a file is not valid UTF-8: a comment in another encoding survives an edit.

import { isUtf8 } from 'node:buffer';

const sequence =
  /[\xC2-\xDF][\x80-\xBF]|\xE0[\xA0-\xBF][\x80-\xBF]|[\xE1-\xEC\xEE\xEF][\x80-\xBF]{2}|\xED[\x80-\x9F][\x80-\xBF]|\xF0[\x90-\xBF][\x80-\xBF]{2}|[\xF1-\xF3][\x80-\xBF]{3}|\xF4[\x80-\x8F][\x80-\xBF]{2}|[\x80-\xFF]/g;

/** UTF-8 as text. A byte that belongs to no character becomes a lone surrogate (U+DC00 + byte), which no valid file holds. */
export function decode(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString('utf8');
  return bytes
    .toString('latin1')
    .replace(sequence, (found) =>
      found.length === 1 ? String.fromCharCode(0xdc_00 + found.charCodeAt(0)) : Buffer.from(found, 'latin1').toString('utf8'),
    );
}

/** The bytes that `decode` was given. */
export function encode(text: string): Buffer {
  if (text.isWellFormed()) return Buffer.from(text, 'utf8');
  const parts = text.split(/([\uDC80-\uDCFF])/u);
  return Buffer.concat(parts.map((part, index) => (index % 2 === 1 ? Buffer.of(part.charCodeAt(0) - 0xdc_00) : Buffer.from(part, 'utf8'))));
}
