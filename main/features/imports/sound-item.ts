// Texts of items as all of Daybook takes them: well-formed, without U+0000. Other programs, and what is in UTF-16, can have others.

import type { PlanItem } from './plan.ts';

/** Of what JSON writes for a NUL and half a character; what only looks so can be there as well. */
const suspect = /\\u(?:0000|d[89a-f])/;

/** An item as a line of JSON; `isChanged`: whether signs in it, which no text can have, became U+FFFD. */
export function soundLine(item: PlanItem): { readonly line: string; readonly isChanged: boolean } {
  const line = JSON.stringify(item);
  if (!suspect.test(line)) return { line, isChanged: false };
  const sound = JSON.stringify(item, (_key, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\uFFFD') : value,
  );
  return { line: sound, isChanged: sound !== line };
}
