// Bytes that users hand in, as text. Pure.

import { maybeText } from '../contract/utf8.ts';
import { CommandRefusal } from './command.ts';

/** Throws a `CommandRefusal` that begins with `name` for bytes that are not UTF-8: what takes their place would be none of the user's. */
export function utf8Text(bytes: Uint8Array, name: string): string {
  const text = maybeText(bytes);
  if (text === null) throw new CommandRefusal(`${name} is not UTF-8; nothing was changed`);
  return text;
}
