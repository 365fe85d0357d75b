/**
 * How often a header was sent; `name` in small letters. Node's `headers` keeps the first `Host` and `Authorization` of two, and tells of
 * no other.
 */
export function countHeader(rawHeaders: readonly string[], name: string): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const sent = rawHeaders[index];
    if (sent?.length === name.length && sent.toLowerCase() === name) count += 1;
  }
  return count;
}
