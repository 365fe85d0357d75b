// Markup in a paragraph at the start of a line, which markdown takes for a block of HTML. Such a block must not take in what follows.

import { noteSchema as schema } from '../../note-schema.ts';
import { beginsHtml, blockTag, closedKinds, loneTag } from '../html-starts.ts';
import { isBreak, merged, type Segment } from './inline-segments.ts';

/** Whether the last of these lines of a paragraph is read as HTML that goes on below. */
export function endsInHtml(lines: readonly string[]): boolean {
  if (!lines.some((line) => line.startsWith('<'))) return false;
  let end: RegExp | 'blank' | null = null;
  let inParagraph = false;
  for (const line of lines) {
    if (end === null) {
      end = closedKinds.find(([start]) => start.test(line))?.[1] ?? null;
      if (end === null && (blockTag.test(line) || (!inParagraph && loneTag.test(line)))) end = 'blank';
      inParagraph = end === null;
    }
    if (end !== null && end !== 'blank' && end.test(line)) end = null;
  }
  return end !== null;
}

const markupOf = ({ node, marks }: Segment): string | null =>
  node?.type === schema.nodes.raw_inline && node.attrs['kind'] === 'html' && marks.length === 0 ? String(node.attrs['source']) : null;

/** Whether it would begin HTML that is not closed in the paragraph, and so would go on to the end of the note. */
function isUnclosed(segments: readonly Segment[], at: number, markup: string): boolean {
  const end = closedKinds.find(([start]) => start.test(markup))?.[1];
  return end !== undefined && !segments.slice(at).some((segment) => end.test(markupOf(segment) ?? ''));
}

/** Where the first line ends that holds a lone tag; -1 if it holds something else, or is the only one. */
function endOfLoneTag(segments: readonly Segment[]): number {
  const [first] = segments;
  if (first === undefined || !loneTag.test(markupOf(first) ?? '')) return -1;
  const end = segments.findIndex(({ kind, text }, index) => index > 0 && !(kind === 'text' && text.trim() === ''));
  return segments[end]?.kind === 'soft' ? end : -1;
}

/**
 * The segments of a paragraph, so that as much of it as can be is read as text, and never what follows it as a part of it. A tag that is
 * not closed means itself; below a lone tag the line goes on. `behindBox`: before the first line stands the box of a task.
 */
export function withoutHtmlBlocks(segments: readonly Segment[], behindBox: boolean): readonly Segment[] {
  if (!segments.some((segment) => markupOf(segment) !== null)) return segments;
  const lineEnd = behindBox ? -1 : endOfLoneTag(segments);
  // Where the first line is text, all others can be kept from being HTML.
  const mayBeHtml = !behindBox && beginsHtml(markupOf(segments[0] as Segment) ?? '');
  const changed = segments.map((segment, index): Segment => {
    if (index === lineEnd) return { ...segment, kind: 'text', text: ' ' };
    const previous = segments[index - 1];
    const startsLine = previous === undefined ? !behindBox : isBreak(previous);
    const markup = startsLine && mayBeHtml ? markupOf(segment) : null;
    return markup !== null && isUnclosed(segments, index, markup) ? { ...segment, kind: 'text', text: markup, node: null } : segment;
  });
  return merged(changed);
}
