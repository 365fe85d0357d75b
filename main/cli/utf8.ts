// Bytes that users hand in, as text. Pure.

import { CommandRefusal } from './command.ts';

/** Throws a `CommandRefusal` that begins with `name` for bytes that are not UTF-8: what takes their place would be none of the user's. */
export function utf8Text(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new CommandRefusal(`${name} is not UTF-8; nothing was changed`);
  }
}
