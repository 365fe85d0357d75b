// What is told of a card in its description.

import type { PlanSink } from '../plan.ts';

/** The longest description of a card, in characters. */
const longestDescription = 262_144;

/** Paragraphs as one text; null where there are none. What is too long is cut and told. */
export function descriptionOf(parts: readonly string[], path: string, sink: PlanSink, longest = longestDescription): string | null {
  const text = parts.filter((part) => part.trim() !== '').join('\n\n');
  if (text.length <= longest) return text === '' ? null : text;
  sink.warn({ path, kind: 'limit', message: `A description can be ${longest} characters long: it is cut` });
  return text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, '');
}
