// Keeps a provider's key out of what the provider sends back: some repeat it in their errors.

/** So many characters of a key in a row are too many. */
const tell = 8;
const mask = '[key]';

/** The text with every piece of the key of eight characters or more replaced; a shorter key is replaced as a whole. */
export function withoutKey(text: string, key: string | null): string {
  if (key === null || key === '') return text;
  const length = Math.min(tell, key.length);
  const masked = Array.from({ length: text.length }, () => false);
  for (let start = 0; start + length <= text.length; start += 1) {
    if (key.includes(text.slice(start, start + length))) masked.fill(true, start, start + length);
  }
  let result = '';
  for (const [index, hidden] of masked.entries()) {
    if (!hidden) result += text.charAt(index);
    else if (masked[index - 1] !== true) result += mask;
  }
  return result;
}

/** How many bytes at the end of `bytes` could be the beginning of `key`. */
function beginning(bytes: Buffer, key: Buffer): number {
  for (let length = Math.min(key.length - 1, bytes.length); length > 0; length -= 1) {
    if (bytes.subarray(bytes.length - length).equals(key.subarray(0, length))) return length;
  }
  return 0;
}

/** The same bytes with the whole key replaced wherever it stands, also across the borders of chunks. */
export async function* bytesWithoutKey(chunks: AsyncIterable<Uint8Array>, key: string | null): AsyncGenerator<Uint8Array, void, undefined> {
  if (key === null || key === '') {
    yield* chunks;
    return;
  }
  const wanted = Buffer.from(key);
  let held: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    let bytes = Buffer.concat([held, chunk]);
    const parts: Buffer[] = [];
    for (let at = bytes.indexOf(wanted); at >= 0; at = bytes.indexOf(wanted)) {
      parts.push(bytes.subarray(0, at), Buffer.from(mask));
      bytes = bytes.subarray(at + wanted.length);
    }
    const kept = beginning(bytes, wanted);
    parts.push(bytes.subarray(0, bytes.length - kept));
    held = bytes.subarray(bytes.length - kept);
    const passed = Buffer.concat(parts);
    if (passed.length > 0) yield passed;
  }
  if (held.length > 0) yield held;
}
