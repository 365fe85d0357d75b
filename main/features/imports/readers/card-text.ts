// What is told of a card in its description and its checklist.

import type { PlanCheck, PlanSink } from '../plan.ts';
import { plainName, titleFrom } from './note-reading.ts';

const longestItem = 2_000;
const mostItems = 500;

/** The longest description of a card, in characters. */
const longestDescription = 262_144;

/** Paragraphs as one text; null where there are none. What is too long is cut and told. */
export function descriptionOf(parts: readonly string[], path: string, sink: PlanSink, longest = longestDescription): string | null {
  const text = parts.filter((part) => part.trim() !== '').join('\n\n');
  if (text.length <= longest) return text === '' ? null : text;
  sink.warn({ path, kind: 'limit', message: `A description can be ${longest} characters long: it is cut` });
  return text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, '');
}

/** What a card is called in full, where a title has no room for it; else ''. */
export function longName(name: string): string {
  const whole = plainName(name);
  return titleFrom(whole).length < whole.length ? whole : '';
}

/** The items of a checklist, without empty ones. What there is no room for is left out, and told. */
export function checklistFrom(items: readonly PlanCheck[], path: string, sink: PlanSink): PlanCheck[] {
  const named = items.filter(({ text }) => text.trim() !== '');
  if (named.length > mostItems)
    sink.warn({ path, kind: 'limit', message: `A checklist can have ${mostItems} items: ${named.length - mostItems} are left out` });
  return named.slice(0, mostItems).map((item) => {
    if (item.text.length <= longestItem) return item;
    sink.warn({ path, kind: 'limit', message: `An item of a checklist can be ${longestItem} characters long: one is cut` });
    return { ...item, text: item.text.slice(0, longestItem).replace(/[\uD800-\uDBFF]$/, '') };
  });
}
