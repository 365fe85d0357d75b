// JSON of other programs. What is in it is counted before it is parsed: a text of a few megabytes can ask for gigabytes, and a parser that
// runs out of memory takes the whole service with it.

import { AppError } from '../../../lib/app-error.ts';
import { excessOf } from '../../../lib/json.ts';
import type { SourceEntry } from '../plan.ts';
import { maybeDecode } from './source-text.ts';

/** How deep values can lie in each other, and how many there can be: a card has some 30, so that over 100,000 cards come in. */
export const jsonLimits = { depth: 100, values: 6_000_000 } as const;

/** What an entry of JSON says. Throws `too_large`, `SyntaxError` for what is none. */
export async function readJson(entry: SourceEntry, maxBytes: number): Promise<unknown> {
  if (entry.size > maxBytes) throw new AppError('too_large', `${entry.path} is larger than the ${maxBytes / 1024 ** 2} MiB that are read`);
  const text = maybeDecode(await entry.read(maxBytes))?.text ?? '';
  return parseJson(text, entry.path);
}

/** The same; undefined for what is no JSON. */
export async function maybeReadJson(entry: SourceEntry, maxBytes: number): Promise<unknown> {
  try {
    return await readJson(entry, maxBytes);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The same of a text. `path`: what the text is of, for the message. */
export function parseJson(text: string, path: string): unknown {
  refuseHuge(text, path);
  return JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
}

/** Throws `too_large`. Whether it is JSON at all is not looked at. */
function refuseHuge(text: string, path: string): void {
  const excess = excessOf(text, jsonLimits);
  if (excess === 'depth')
    throw new AppError('too_large', `In ${path} values lie more than ${jsonLimits.depth} deep in each other: it is not read`);
  if (excess === 'values')
    throw new AppError('too_large', `${path} has more than ${jsonLimits.values.toLocaleString('en')} values: it is not read`);
}
