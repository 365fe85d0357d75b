// What has changed between two texts, as lines to show.

import { diffLines, diffWordsWithSpace } from 'diff';

export interface WordPart {
  readonly text: string;
  readonly changed: boolean;
}

/** `same`: lines that both have, some of which are left out. */
export type DiffPart =
  | { readonly kind: 'same'; readonly before: readonly string[]; readonly hidden: number; readonly after: readonly string[] }
  | { readonly kind: 'added' | 'removed'; readonly lines: readonly (readonly WordPart[])[] };

/** Beyond this many milliseconds the texts are taken for too different. */
const timeoutMs = 1_000;
/** Lines that are shown around each change. */
const context = 3;
/** Longer pieces are not compared word by word. */
const maxComparedCharacters = 4_000;

const linesOf = (text: string): string[] => text.replace(/\n$/, '').split('\n');

/** How `then` became `now`; null if they differ too much to tell in time, and empty if they are equal. */
export function diffText(then: string, now: string): readonly DiffPart[] | null {
  if (then === now) return [];
  const changes = diffLines(then, now, { timeout: timeoutMs });
  if (changes === undefined) return null;
  const parts: DiffPart[] = [];
  for (const [index, { value, added, removed }] of changes.entries()) {
    if (!added && !removed) {
      parts.push(shortened(linesOf(value), index > 0, index < changes.length - 1));
      continue;
    }
    const before = changes[index - 1];
    const after = changes[index + 1];
    if (removed && after?.added === true) parts.push({ kind: 'removed', lines: words(value, after.value, 'removed') });
    else if (added && before?.removed === true) parts.push({ kind: 'added', lines: words(before.value, value, 'added') });
    else parts.push({ kind: added ? 'added' : 'removed', lines: linesOf(value).map((text) => [{ text, changed: false }]) });
  }
  return parts;
}

function shortened(lines: readonly string[], keepsStart: boolean, keepsEnd: boolean): DiffPart {
  const before = keepsStart ? lines.slice(0, context) : [];
  const after = keepsEnd ? lines.slice(Math.max(before.length, lines.length - context)) : [];
  return { kind: 'same', before, hidden: lines.length - before.length - after.length, after };
}

/** The lines of one side, with the words marked that the other side does not have. */
function words(removed: string, added: string, side: 'removed' | 'added'): WordPart[][] {
  const whole = side === 'removed' ? removed : added;
  if (removed.length + added.length > maxComparedCharacters) return linesOf(whole).map((text) => [{ text, changed: false }]);
  const lines: WordPart[][] = [[]];
  for (const change of diffWordsWithSpace(removed, added)) {
    if (side === 'removed' ? change.added : change.removed) continue;
    const changed = change.added || change.removed;
    for (const [index, text] of change.value.split('\n').entries()) {
      if (index > 0) lines.push([]);
      if (text !== '') lines.at(-1)?.push({ text, changed });
    }
  }
  return whole.endsWith('\n') ? lines.slice(0, -1) : lines;
}
