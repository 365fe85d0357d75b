// Reads files as text: whether they are, and what the first element is if they are XML.

import { open } from 'node:fs/promises';

const chunkSize = 64 * 1024;
/** An XML file's first element is looked for in this many characters. */
const headLength = 256 * 1024;

/** The bytes that no text holds, as browsers tell text from binary data (https://mimesniff.spec.whatwg.org/#binary-data-byte). */
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const binary = /[\0-\x08\x0b\x0e-\x1a\x1c-\x1f]/;

/**
 * The beginning of a text file, without a byte order mark; null unless all of it is free of the characters that only binary data holds. It
 * can be in UTF-16 with a byte order mark, else in any charset that writes ASCII as it is: what is no UTF-8 is U+FFFD in the result. Reads
 * the file in pieces.
 */
export async function textHead(path: string): Promise<string | null> {
  const file = await open(path, 'r');
  try {
    const chunk = Buffer.alloc(chunkSize);
    let decoder: InstanceType<typeof TextDecoder> | null = null;
    let head = '';
    for (;;) {
      const { bytesRead } = await file.read(chunk, 0, chunkSize);
      decoder ??= decoderOf(chunk.subarray(0, bytesRead));
      const text = decoder.decode(chunk.subarray(0, bytesRead), { stream: bytesRead > 0 });
      if (binary.test(text)) return null;
      if (head.length < headLength) head += text;
      if (bytesRead === 0) return head;
    }
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  } finally {
    await file.close();
  }
}

function decoderOf(start: Buffer): InstanceType<typeof TextDecoder> {
  if (start[0] === 0xff && start[1] === 0xfe) return new TextDecoder('utf-16le', { fatal: true });
  if (start[0] === 0xfe && start[1] === 0xff) return new TextDecoder('utf-16be', { fatal: true });
  return new TextDecoder('utf-8');
}

/** The name of the first element of what looks like XML, without its prefix; null if there is none. */
export function rootElement(head: string): string | null {
  let rest = head.trimStart();
  for (;;) {
    const before = /^(?:<\?[^]*?\?>|<!--[^]*?-->|<!DOCTYPE(?:[^[>"']|"[^"]*"|'[^']*'|\[[^]*?\]\s*(?=>))*>)\s*/i.exec(rest);
    if (before === null) break;
    rest = rest.slice(before[0].length);
  }
  return /^<(?:[\w.-]+:)?([A-Za-z_][\w.-]*)[\s/>]/.exec(rest)?.[1] ?? null;
}
