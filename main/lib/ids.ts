import { v7 } from 'uuid';

/** A new UUIDv7 (RFC 9562): unique, and in the order of creation. */
export function newId(): string {
  return v7();
}
