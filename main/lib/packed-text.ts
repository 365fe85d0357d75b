// Text as it is stored where it is long: deflated. SQLite copies what it is given several times, and a megabyte of markup is ten of JSON
// that says the same thing over and over.

import { constants as bufferConstants } from 'node:buffer';
import { promisify } from 'node:util';
import { constants, deflate, inflateSync } from 'node:zlib';

/** Text of more characters than this is worth it. */
const leastPacked = 64 * 1024;

const deflated = promisify(deflate);

/** The text in zlib's form, deflated in a thread; null where it is short, and stored as it is. */
export async function maybePacked(text: string): Promise<Buffer | null> {
  return text.length < leastPacked ? null : await deflated(text, { level: constants.Z_BEST_SPEED });
}

/** What `maybePacked` was given. Throws an Error for other bytes. */
export function unpacked(bytes: Uint8Array): string {
  return inflateSync(bytes, { maxOutputLength: bufferConstants.MAX_STRING_LENGTH }).toString();
}
