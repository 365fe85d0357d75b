// Texts of other programs: decoded, whatever they are in, and told where that was a guess.

import { maybeUtf8 } from '../../../contract/utf8.ts';

interface DecodedText {
  readonly text: string;
  /** Null for UTF-8. */
  readonly encoding: 'UTF-16' | 'Latin-1' | null;
}

/** The text of these bytes; without the mark at the beginning of one in UTF-16, with that of one in UTF-8. Null for what is no text. */
export function maybeDecode(bytes: Uint8Array): DecodedText | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return { text: decode('utf-16le', bytes), encoding: 'UTF-16' };
  if (first === 0xfe && second === 0xff) return { text: decode('utf-16be', bytes), encoding: 'UTF-16' };
  const text = maybeUtf8(bytes);
  if (text === null) return maybeWide(bytes) ?? (bytes.includes(0) ? null : { text: decode('windows-1252', bytes), encoding: 'Latin-1' });
  return text.includes('\u0000') ? maybeWide(bytes) : { text, encoding: null };
}

/** UTF-16 without a mark: half of what Western texts hold is zero. */
function maybeWide(bytes: Uint8Array): DecodedText | null {
  const head = bytes.subarray(0, 1_000);
  const zerosAt = (rest: 0 | 1): number => head.filter((byte, index) => byte === 0 && index % 2 === rest).length;
  const [even, odd] = [zerosAt(0), zerosAt(1)];
  if (bytes.length % 2 !== 0 || Math.max(even, odd) < head.length / 3 || Math.min(even, odd) > head.length / 50) return null;
  return { text: decode(odd > even ? 'utf-16le' : 'utf-16be', bytes), encoding: 'UTF-16' };
}

function decode(encoding: string, bytes: Uint8Array): string {
  return new TextDecoder(encoding).decode(bytes);
}
