/** Bytes in UTF-8 as text, with the byte order mark if there is one; null for what is not UTF-8. */
export function maybeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
