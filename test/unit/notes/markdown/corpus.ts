// Markdown of every sort, made of our own fragments: the same documents for the same seed.

import { beginnings, blocks, endings, gaps } from './fragments.ts';

/** Numbers from 0 to 1, the same ones for the same seed. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

type Random = () => number;

const pick = <T>(items: readonly T[], random: Random): T => items[Math.floor(random() * items.length)] as T;

const indented = (text: string, first: string, others: string): string =>
  text
    .split('\n')
    .map((line, index) => (index === 0 ? first : line === '' ? '' : others) + line)
    .join('\n');

/** A block as it is, in a quote, or in a list. */
function placed(block: string, random: Random): string {
  const place = random();
  if (place < 0.08)
    return block
      .split('\n')
      .map((line) => (line === '' ? '>' : `> ${line}`))
      .join('\n');
  if (place < 0.14) return indented(block, '- ', '  ');
  if (place < 0.18) return indented(block, '10. ', '    ');
  return block;
}

function document(random: Random, longest: number): string {
  const count = 1 + Math.floor(random() ** 2 * 60);
  let text = pick(beginnings, random);
  for (let index = 0; index < count; index += 1) {
    const next = (index === 0 ? '' : pick(gaps, random)) + placed(pick(blocks, random), random);
    if (text.length + next.length > longest) break;
    text += next;
  }
  text += pick(endings, random);
  const lineEnds = random();
  return lineEnds < 0.12 ? text.replaceAll('\n', '\r\n') : lineEnds < 0.15 ? text.replaceAll('\n\n', '\r\n\n') : text;
}

/** Different documents of at most `longest` characters each, about `characters` in all, by name; which ones is up to the seed. */
export function corpus(seed: number, characters: number, longest: number): ReadonlyMap<string, string> {
  const random = randomNumbers(seed);
  // Seeds side by side begin alike.
  for (let skipped = 0; skipped < 8; skipped += 1) random();
  const documents = new Map<string, string>();
  const seen = new Set<string>();
  for (let total = 0; total < characters;) {
    const text = document(random, longest);
    if (seen.has(text)) continue;
    seen.add(text);
    documents.set(`${seed}-${documents.size}`, text);
    total += text.length;
  }
  return documents;
}
