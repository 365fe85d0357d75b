// From the bytes of a page or a file to its text, as browsers find the charset.

import { TextDecoder } from 'node:util';

/** How far browsers look for a charset in a page itself, in bytes. */
const lookedThrough = 1024;

/**
 * The text of these bytes, which may be cut off at their end. `named` is the charset that the server names; pages and XML (`isMarkup`) can
 * name one themselves. Else it is UTF-8, be it with some bytes that are none, and Windows-1252 for what is not. Bytes that fit no character
 * become U+FFFD.
 */
export function decodeText(bytes: Uint8Array, { named, isMarkup }: { readonly named: string | null; readonly isMarkup: boolean }): string {
  const decoder = marked(bytes) ?? decoderOf(named) ?? (isMarkup ? decoderOf(declared(bytes)) : null);
  if (decoder !== null) return decoder.decode(bytes);
  const latin = (): string => new TextDecoder('windows-1252').decode(bytes);
  try {
    // As a stream, for what was cut off may end within a character.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    // One that has nothing before its end to tell UTF-8 by was rather not cut off.
    return Buffer.byteLength(text) === bytes.length || isMostlyRead(text) ? text : latin();
  } catch {
    const text = new TextDecoder('utf-8').decode(bytes);
    return isMostlyRead(text) ? text : latin();
  }
}

/** Whether more of what is not ASCII has become characters than not: in other charsets next to nothing looks like UTF-8. */
function isMostlyRead(text: string): boolean {
  let surplus = 0;
  for (const character of text) {
    if (character === '\uFFFD') surplus -= 1;
    else if (character > '\x7F') surplus += 1;
  }
  return surplus > 0;
}

function marked([first, second, third]: Uint8Array): TextDecoder | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return new TextDecoder('utf-8');
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be');
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le');
  return null;
}

function decoderOf(label: string | null): TextDecoder | null {
  if (label === null) return null;
  try {
    return new TextDecoder(label);
  } catch {
    return null;
  }
}

/** What the page's own beginning says. That can be read byte by byte, so it is not UTF-16, whatever it says. */
function declared(bytes: Uint8Array): string | null {
  const start = new TextDecoder('windows-1252').decode(bytes.subarray(0, lookedThrough)).replaceAll(/<!--[\s\S]*?-->/g, '');
  const found =
    /<meta\b[^>]*?\bcharset\s*=\s*["']?\s*([\w:.-]+)/i.exec(start) ?? /^\s*<\?xml\b[^>]*?\bencoding\s*=\s*["']([\w:.-]+)/i.exec(start);
  const label = found?.[1]?.toLowerCase() ?? null;
  return label !== null && /^utf-?16/.test(label) ? 'utf-8' : label;
}
