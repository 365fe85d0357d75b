// JSON that comes from outside.

/** What JSON says; undefined for what is none. The message of the parser would repeat what was sent. */
export function maybeJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** How deep lists and objects may be nested in what is passed on: what reads and writes JSON recurses, and its stack has an end. */
export const deepestJson = 500;

const [quote, comma, openList, backslash, closeList, openObject, closeObject] = [34, 44, 91, 92, 93, 123, 125];

/** How deep lists and objects may lie within each other, and how many values there may be. */
interface JsonLimits {
  readonly depth: number;
  readonly values: number;
}

/**
 * The limit that a text of JSON goes over first; null for none. The text is read once and nothing is made of it, so that what is refused
 * need not be parsed, which takes a hundred times as long, and can take very much memory. Whether it is JSON at all is not looked at.
 */
export function excessOf(json: string, limits: JsonLimits): keyof JsonLimits | null {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < json.length; at += 1) {
    switch (json.charCodeAt(at)) {
      case quote:
        at = endOfString(json, at);
        break;
      case openList:
      case openObject:
        depth += 1;
        values += 1;
        break;
      case closeList:
      case closeObject:
        depth -= 1;
        break;
      case comma:
        values += 1;
        break;
    }
    if (depth > limits.depth) return 'depth';
    if (values > limits.values) return 'values';
  }
  return null;
}

/** Characters of a string that are looked at one by one before its end is searched for: that begins slowly and goes on much faster. */
const lookedAt = 64;

/** Where the string that begins at a quotation mark ends. */
function endOfString(json: string, from: number): number {
  for (let at = from + 1; at < json.length;) {
    for (const near = at + lookedAt; at < near; at += 1) {
      const code = json.charCodeAt(at);
      if (code === quote) return at;
      if (code === backslash) at += 1;
    }
    const found = json.indexOf('"', at);
    if (found === -1) break;
    let escaping = found;
    while (escaping > at && json.charCodeAt(escaping - 1) === backslash) escaping -= 1;
    if ((found - escaping) % 2 === 0) return found;
    at = found + 1;
  }
  return json.length;
}

/** Whether bytes of JSON, in UTF-8, open more than `levels` lists and objects within each other. */
export function isTextDeeperThan(json: Buffer, levels: number): boolean {
  // The signs of JSON are the same bytes in both, and no part of another character in UTF-8.
  return excessOf(json.toString('latin1'), { depth: levels, values: Number.POSITIVE_INFINITY }) !== null;
}

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Whether lists and objects are nested in more than `levels` levels. Goes level by level, so that no depth is too much for it. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  let layer = [value].filter(isNested);
  for (let depth = 0; layer.length > 0; depth += 1) {
    if (depth >= levels) return true;
    const next: object[] = [];
    for (const node of layer) for (const inner of Object.values(node) as unknown[]) if (isNested(inner)) next.push(inner);
    layer = next;
  }
  return false;
}
