// Text in text. The search of the JavaScript engine is fast, but takes half a minute for an ill-chosen pattern in a large
// text of one letter; so it looks for the beginning of the pattern only.

const headLength = 200;
const maxTries = 20;

interface TextOccurrences {
  /** -1 if there is none. */
  readonly first: number;
  /** Those that overlap count each. */
  readonly count: number;
}

/** `part` is not empty. */
export function occurrences(text: string, part: string): TextOccurrences {
  return maybeAtMostOne(text, part) ?? countAll(text, part);
}

/** Null if this is not the way to find out, as when there are several. */
function maybeAtMostOne(text: string, part: string): TextOccurrences | null {
  const head = part.slice(0, headLength);
  let first = -1;
  let tries = 0;
  for (let at = text.indexOf(head); at !== -1; at = text.indexOf(head, at + 1)) {
    if (++tries > maxTries) return null;
    if (!text.startsWith(part, at)) continue;
    if (first !== -1) return null;
    first = at;
  }
  return { first, count: first === -1 ? 0 : 1 };
}

/** In time that grows with the lengths of both alone (Knuth, Morris and Pratt). */
function countAll(text: string, part: string): TextOccurrences {
  const fallback = fallbacks(part);
  let first = -1;
  let count = 0;
  let matched = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    while (matched > 0 && (matched === part.length || part.charCodeAt(matched) !== unit)) matched = fallback[matched - 1] ?? 0;
    if (part.charCodeAt(matched) === unit) matched++;
    if (matched < part.length) continue;
    if (count++ === 0) first = index + 1 - matched;
  }
  return { first, count };
}

/** For each beginning of `part`, the length of its longest other ending that is also a beginning. */
function fallbacks(part: string): Uint32Array {
  const lengths = new Uint32Array(part.length);
  let matched = 0;
  for (let index = 1; index < part.length; index++) {
    const unit = part.charCodeAt(index);
    while (matched > 0 && part.charCodeAt(matched) !== unit) matched = lengths[matched - 1] ?? 0;
    if (part.charCodeAt(matched) === unit) matched++;
    lengths[index] = matched;
  }
  return lengths;
}
