// The difference of two texts as a patch that the service can apply to a third one.

import { diffArrays } from 'diff';
import { storable } from '../../../../main/contract/note-attributes.ts';
import type { NoteEdit } from '../../../../main/contract/note-delta.ts';

/** Beyond this many milliseconds the difference is told as one piece. */
const timeoutMs = 300;

interface Hunk {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/** What both texts begin and end with is left out. */
function middle(base: string, text: string): Hunk {
  const most = Math.min(base.length, text.length);
  let start = 0;
  while (start < most && base[start] === text[start]) start++;
  let end = 0;
  while (end < most - start && base[base.length - 1 - end] === text[text.length - 1 - end]) end++;
  return { from: start, to: base.length - end, text: text.slice(start, text.length - end) };
}

function hunks(base: string, text: string): readonly Hunk[] {
  const changes = diffArrays(linesOf(base), linesOf(text), { timeout: timeoutMs });
  if (changes === undefined) return [middle(base, text)];
  const found: Hunk[] = [];
  let at = 0;
  let open: { from: number; to: number; text: string } | null = null;
  for (const { added, removed, value } of changes) {
    const part = value.join('');
    if (!added && !removed) {
      if (open !== null) found.push(open);
      open = null;
      at += part.length;
      continue;
    }
    open ??= { from: at, to: at, text: '' };
    if (added) open.text += part;
    if (removed) open.to = at += part.length;
  }
  if (open !== null) found.push(open);
  return found;
}

/** The start of the line before the one that `at` is in, or the end of the line after it. */
const lineBefore = (text: string, at: number): number => (at < 2 ? 0 : text.lastIndexOf('\n', at - 2) + 1);
const lineAfter = (text: string, at: number): number => {
  const next = text.indexOf('\n', at);
  return next === -1 ? text.length : next + 1;
};

const occursOnce = (text: string, part: string): boolean => part !== '' && text.indexOf(part) === text.lastIndexOf(part);

/**
 * Edits that make `text` of `base`, one after the other; each names enough lines around its place to be the only one. None if the texts
 * are equal.
 */
export function editsBetween(base: string, text: string): NoteEdit[] {
  let current = base;
  let moved = 0;
  return hunks(base, text).map((hunk): NoteEdit => {
    let from = hunk.from + moved;
    let to = hunk.to + moved;
    const [start, end] = [from, to];
    while (!occursOnce(current, current.slice(from, to)) && (from > 0 || to < current.length)) {
      from = from === 0 ? 0 : lineBefore(current, from);
      to = lineAfter(current, to);
    }
    const oldText = current.slice(from, to);
    const newText = current.slice(from, start) + hunk.text + current.slice(end, to);
    current = current.slice(0, from) + newText + current.slice(to);
    moved += hunk.text.length - (hunk.to - hunk.from);
    return oldText === '' ? { append: newText } : { oldText, newText };
  });
}

/** As CodeMirror takes it. */
export interface Replacement {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** The one replacement that makes `after` of `before`; null if they are equal. */
export function replacement(before: string, after: string): Replacement | null {
  if (before === after) return null;
  const { from, to, text } = middle(before, after);
  return { from, to, insert: text };
}

/** What a replacement makes of a text. */
export function withReplacement(text: string, change: Replacement | null): string {
  return change === null ? text : text.slice(0, change.from) + change.insert + text.slice(change.to);
}

/**
 * The same for CodeMirror, where lines end in `separator`: positions count each of those as one character there, and none lies within one.
 * The text to insert has its bytes.
 */
export function replacementWithin(before: string, after: string, separator: string): Replacement | null {
  const change = replacement(before, after);
  if (change === null || separator === '\n') return change;
  const from = before[change.from - 1] === '\r' ? change.from - 1 : change.from;
  const to = before[change.to] === '\n' ? change.to + 1 : change.to;
  const at = (position: number): number => position - (before.slice(0, position).split(separator).length - 1);
  return { from: at(from), to: at(to), insert: before.slice(from, change.from) + change.insert + before.slice(change.to, to) };
}

/** Text from elsewhere, as it can be kept, its lines ending in `separator` as those do that are typed. */
export function withLineEnds(text: string, separator: string): string {
  return storable(text).replaceAll(/\r\n?|\n/g, separator);
}

/** How lines of a text end, so that every byte survives: CRLF only if all of them do. */
export function separatorOf(content: string): string {
  return /\r\n/.test(content) && !/(?<!\r)\n/.test(content) ? '\r\n' : '\n';
}
