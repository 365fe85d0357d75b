// Text without characters that XML 1.0 forbids (https://www.w3.org/TR/xml/#charsets): no Word document with one of them can be opened.

// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const forbidden = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

/** The text without them; halves of surrogate pairs become U+FFFD. */
export const plainCharacters = (text: string): string => text.toWellFormed().replace(forbidden, '');

/** The same value with all of its texts so. For plain objects and arrays. */
export function withPlainCharacters<T>(value: T): T {
  if (typeof value === 'string') return plainCharacters(value) as T;
  if (Array.isArray(value)) return value.map(withPlainCharacters) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withPlainCharacters<unknown>(each)])) as T;
}
