// Replaced texts as a person reads them: with their whole lines and the lines around. Pure.

import type { NoteEdit } from '../../contract/note-delta.ts';
import { commonEnds } from '../../lib/common-ends.ts';
import { cutText } from '../../contract/cut-text.ts';

/** Lines before and after those that change. */
const around = 2;
/** Characters: of a longer line the part that changes stands alone. */
const maxLineLength = 400;

/** What each edit makes of the text that those before it have left. Without what is around it, where its text is not there. */
export function shownEdits(text: string, edits: readonly NoteEdit[]): { readonly before: string; readonly after: string }[] {
  let now = text;
  return edits.map((edit) => {
    const [oldText, newText] = 'append' in edit ? ['', edit.append] : [edit.oldText, edit.newText];
    const at = 'append' in edit ? now.length : now.indexOf(oldText);
    if (at < 0) return { before: oldText, after: newText };
    const end = at + oldText.length;
    const head = linesBefore(now, at);
    const tail = linesAfter(now, end);
    now = now.slice(0, at) + newText + now.slice(end);
    return { before: head + oldText + tail, after: head + newText + tail };
  });
}

/** The part in which two texts differ, as `shownEdits` shows it; null where they are the same. */
export function shownDifference(before: string, after: string): { readonly before: string; readonly after: string } | null {
  if (before === after) return null;
  const ends = commonEnds(before, after);
  // Half a character is none: what differs in one of its halves differs in both.
  const prefix = cutText(before, ends.prefix).length;
  const suffix = ends.suffix - (/^[\uDC00-\uDFFF]/.test(before.slice(before.length - ends.suffix)) ? 1 : 0);
  const [head, tail] = [linesBefore(before, prefix), linesAfter(before, before.length - suffix)];
  const shown = (text: string): string => head + text.slice(prefix, text.length - suffix) + tail;
  return { before: shown(before), after: shown(after) };
}

/** The rest of the line before `at`, and some lines above it; as far as they are short. */
function linesBefore(text: string, at: number): string {
  let start = at;
  for (let lines = 0; lines <= around && start > 0; lines += 1) {
    // From the second line on the break before what is taken already belongs to it.
    const upTo = lines === 0 ? start : start - 1;
    const from = text.lastIndexOf('\n', upTo - 1) + 1;
    if (upTo === 0 || upTo - from > maxLineLength) break;
    start = from;
  }
  return text.slice(start, at);
}

function linesAfter(text: string, end: number): string {
  let stop = end;
  for (let lines = 0; lines <= around && stop < text.length; lines += 1) {
    const from = lines === 0 ? stop : stop + 1;
    const next = text.indexOf('\n', from);
    const to = next < 0 ? text.length : next;
    if (to - from > maxLineLength) break;
    stop = to;
  }
  // The end of the last line is no line of its own.
  return text.slice(end, stop === text.length && stop > end && text.endsWith('\n') ? stop - 1 : stop);
}
