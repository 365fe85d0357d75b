// Text as it is stored where it is long: deflated. SQLite copies what it is given several times, and a megabyte of markup is ten of JSON
// that says the same thing over and over.

import { constants as bufferConstants } from 'node:buffer';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { constants, createDeflate, inflate, inflateSync } from 'node:zlib';
import { textParts } from './sliced-json.ts';

/** Text of more characters than this is worth it. */
const leastPacked = 64 * 1024;

/** The text in zlib's form, deflated in a thread, a part at a time; null where it is short, and stored as it is. */
export async function maybePacked(text: string): Promise<Buffer | null> {
  return text.length < leastPacked ? null : packed(textParts(text));
}

/** The same for the text that these parts make, each of whole characters: to put ten megabytes together takes long. */
export async function maybePackedParts(parts: readonly string[]): Promise<Buffer | null> {
  return parts.reduce((sum, { length }) => sum + length, 0) < leastPacked ? null : packed(parts);
}

async function packed(parts: Iterable<string>): Promise<Buffer> {
  const deflating = createDeflate({ level: constants.Z_BEST_SPEED });
  const [bytes] = await Promise.all([buffer(deflating), pipeline(Readable.from(parts), deflating)]);
  return bytes;
}

const options = { maxOutputLength: bufferConstants.MAX_STRING_LENGTH };
const inflating = promisify(inflate);

/** What `maybePacked` was given. Throws an Error for other bytes. */
export function unpacked(bytes: Uint8Array): string {
  return inflateSync(bytes, options).toString();
}

/** The same, inflated in a thread. */
export async function unpackedInThread(bytes: Uint8Array): Promise<string> {
  return (await inflating(bytes, options)).toString();
}
