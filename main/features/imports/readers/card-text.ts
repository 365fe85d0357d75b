// What is told of a card in its description and its checklist.

import { cutText } from '../../../contract/cut-text.ts';
import type { PlanCheck, PlanSink } from '../plan.ts';
import { plainName, titleFrom } from './note-reading.ts';

const maxItemLength = 2_000;
const maxItems = 500;

/** The longest description of a card, in characters. */
const maxDescriptionLength = 262_144;

/** Paragraphs as one text; null where there are none. What is too long is cut and told. */
export function descriptionOf(parts: readonly string[], path: string, sink: PlanSink, maxLength = maxDescriptionLength): string | null {
  const text = parts.filter((part) => part.trim() !== '').join('\n\n');
  if (text.length <= maxLength) return text === '' ? null : text;
  sink.warn({ path, kind: 'limit', message: `A description can be ${maxLength} characters long: it is cut` });
  return cutText(text, maxLength);
}

/** What a card is called in full, where a title has no room for it; else ''. */
export function longName(name: string): string {
  const whole = plainName(name);
  return titleFrom(whole).length < whole.length ? whole : '';
}

/** The items of a checklist, without empty ones. What there is no room for is left out, and told. */
export function checklistFrom(items: readonly PlanCheck[], path: string, sink: PlanSink): PlanCheck[] {
  const named = items.filter(({ text }) => text.trim() !== '');
  if (named.length > maxItems)
    sink.warn({ path, kind: 'limit', message: `A checklist can have ${maxItems} items: ${named.length - maxItems} are left out` });
  return named.slice(0, maxItems).map((item) => {
    if (item.text.length <= maxItemLength) return item;
    sink.warn({ path, kind: 'limit', message: `An item of a checklist can be ${maxItemLength} characters long: one is cut` });
    return { ...item, text: cutText(item.text, maxItemLength) };
  });
}
