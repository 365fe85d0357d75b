// Where two texts differ.

export interface TextDifference {
  /** How many characters at the beginning are the same, and how many at the end; together at most the shorter text. */
  readonly prefix: number;
  readonly suffix: number;
  /** By how much the second text is longer. */
  readonly delta: number;
}

const stride = 4096;

/** Counted in UTF-16 code units, so that a pair can be cut; a character that either end could have belongs to the prefix. */
export function commonEnds(some: string, other: string): TextDifference {
  const shorter = Math.min(some.length, other.length);
  let prefix = 0;
  // Whole stretches are compared by the engine, which is far quicker than character by character.
  while (prefix + stride <= shorter && some.slice(prefix, prefix + stride) === other.slice(prefix, prefix + stride)) prefix += stride;
  while (prefix < shorter && some.charCodeAt(prefix) === other.charCodeAt(prefix)) prefix++;
  const most = shorter - prefix;
  const delta = other.length - some.length;
  const end = some.length;
  let suffix = 0;
  while (
    suffix + stride <= most &&
    some.slice(end - suffix - stride, end - suffix) === other.slice(end + delta - suffix - stride, end + delta - suffix)
  )
    suffix += stride;
  while (suffix < most && some.charCodeAt(end - suffix - 1) === other.charCodeAt(end + delta - suffix - 1)) suffix++;
  return { prefix, suffix, delta };
}
