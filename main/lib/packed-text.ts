// Text as it is stored where it is long: deflated. SQLite copies what it is given several times, and a megabyte of markup is ten of JSON
// that says the same thing over and over.

import { constants as bufferConstants } from 'node:buffer';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { constants, createDeflate, createInflate, inflateSync } from 'node:zlib';

/** Text of more characters than this is worth it. */
const leastPacked = 64 * 1024;

/**
 * The text that these parts make, each of whole characters, in zlib's form, deflated in a thread, a part at a time: to put ten megabytes
 * together takes long. Null where the text is short, and stored as it is.
 */
export async function maybePacked(parts: readonly string[]): Promise<Buffer | null> {
  if (parts.reduce((sum, { length }) => sum + length, 0) < leastPacked) return null;
  const deflating = createDeflate({ level: constants.Z_BEST_SPEED });
  const [packed] = await Promise.all([buffer(deflating), pipeline(Readable.from(parts), deflating)]);
  return packed;
}

const maxLength = bufferConstants.MAX_STRING_LENGTH;
/** Bytes that become text in one go. */
const chunkSize = 256 * 1024;

/** What `maybePacked` was given. Throws an Error for other bytes. */
export function unpackedText(bytes: Uint8Array): string {
  return inflateSync(bytes, { maxOutputLength: maxLength }).toString();
}

/**
 * The same, inflated in a thread, and read in parts: ten megabytes of text take long to be read. Throws a RangeError for more than `most`
 * characters, before more of them are in memory.
 */
export async function unpackedInThread(bytes: Uint8Array, most = maxLength): Promise<string> {
  const inflating = createInflate({ chunkSize });
  const texts: string[] = [];
  let length = 0;
  await Promise.all([
    pipeline(Readable.from([bytes]), inflating),
    (async () => {
      for await (const text of inflating.setEncoding('utf8') as AsyncIterable<string>) {
        length += text.length;
        if (length > most) throw new RangeError('The packed text is too long');
        texts.push(text);
      }
    })(),
  ]);
  return texts.join('');
}
