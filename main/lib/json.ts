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

const [quote, backslash, openingBracket, closingBracket, openingBrace, closingBrace] = Buffer.from('"\\[]{}');

/**
 * Whether text of JSON, in UTF-8, opens more than `levels` lists and objects within each other. Reads the bytes once and makes nothing of
 * them, so that what is nested too deeply need not be parsed: parsing takes a hundred times as long. Says nothing of text that is no JSON.
 */
export function isTextDeeperThan(json: Uint8Array, levels: number): boolean {
  let depth = 0;
  let isWithinText = false;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === quote) isWithinText = !isWithinText;
    else if (isWithinText) at += byte === backslash ? 1 : 0;
    else if (byte === openingBracket || byte === openingBrace) {
      depth += 1;
      if (depth > levels) return true;
    } else if (byte === closingBracket || byte === closingBrace) depth -= 1;
  }
  return false;
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
