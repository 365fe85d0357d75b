// What of a value of another program is sound: what is of a wrong type is left out, what lacks something that it needs as well. Pure.

import type { z } from 'zod';

/** Keys and places that lead to a part of a value. */
export type PartPath = readonly (string | number)[];

/** Null where nothing is left of it. Changes `value`; `tell` is told of each part before that is taken out. */
export function soundParts<T>(schema: z.ZodType<T>, value: unknown, tell: (path: PartPath) => void): T | null {
  for (;;) {
    const { success, data, error } = schema.safeParse(value);
    if (success) return data;
    const wrong = error.issues.map(({ path }) => wrongAt(value, path as PartPath));
    // From the end: what is taken out of a list moves what stands behind it.
    for (const path of withoutRepeats(wrong).toSorted(fromTheEnd)) {
      if (path.length === 0) return null;
      tell(path);
      takeOut(value, path);
    }
  }
}

/** What is there and wrong; where something is missing, what it is missing in. */
function wrongAt(value: unknown, path: PartPath): PartPath {
  const at = path.reduce<unknown>((part, key) => (part as Record<string | number, unknown> | undefined)?.[key], value);
  return at === undefined ? path.slice(0, -1) : path;
}

function withoutRepeats(paths: readonly PartPath[]): PartPath[] {
  return [...new Map(paths.map((path) => [JSON.stringify(path), path])).values()];
}

/** Later places of a list first, and what is in a part before the part. */
function fromTheEnd(a: PartPath, b: PartPath): number {
  for (const [depth, key] of a.entries()) {
    const other = b[depth];
    if (other === undefined) return -1;
    if (key === other) continue;
    return typeof key === 'number' && typeof other === 'number' ? other - key : String(key) < String(other) ? -1 : 1;
  }
  return 1;
}

function takeOut(value: unknown, path: PartPath): void {
  const outer = path.slice(0, -1).reduce<unknown>((part, key) => (part as Record<string | number, unknown>)[key], value);
  const key = path.at(-1);
  if (Array.isArray(outer)) outer.splice(Number(key), 1);
  else delete (outer as Record<string, unknown>)[String(key)];
}
