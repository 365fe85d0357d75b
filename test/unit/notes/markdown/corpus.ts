// Markdown that other people wrote: the documentation of the packages this project is built with.

import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** Numbers from 0 to 1, the same ones for the same seed. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Different files of at most `longest` characters each, `characters` in all, by name; which ones is up to the seed. */
export function corpus(seed: number, characters: number, longest: number): ReadonlyMap<string, string> {
  const random = randomNumbers(seed);
  const names = globSync('node_modules/**/*.md', { cwd: root })
    .toSorted()
    .map((name) => [random(), name] as const)
    .toSorted(([a], [b]) => a - b);
  const files = new Map<string, string>();
  const seen = new Set<string>();
  let total = 0;
  for (const [, name] of names) {
    const text = readFileSync(`${root}${name}`, 'utf8').replaceAll('\0', '');
    if (text.length > longest || seen.has(text) || total + text.length > characters) continue;
    seen.add(text);
    files.set(name, text);
    total += text.length;
  }
  return files;
}
