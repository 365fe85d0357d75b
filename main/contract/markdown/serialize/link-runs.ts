// Links over the segments of a text block: whether they can be written as they say they are.

import { Fragment, type Mark, type Node } from 'prosemirror-model';
import { noteSchema as schema } from '../../note-schema.ts';
import { nodesOfTokens } from '../inline-nodes.ts';
import { isEmphasis, linkOf, merged, nodeOf, type LineBreaks, type Segment } from './inline-segments.ts';
import { autolinkSource, labelOf, linkAddress } from './link-source.ts';
import type { References } from '../references.ts';
import { tokenizer } from '../tokenizer.ts';

function labelNodes(label: string): readonly Node[] {
  const [token] = tokenizer.parseInline(label, {});
  return nodesOfTokens(token?.children ?? []);
}

/**
 * Whether a label says just what the segments from `start` to `end` say, so that it can be text and label at once. Returns the emphasis
 * that then goes around the link, as the label has not got it; null if the label says something else.
 */
export function emphasisAround(segments: readonly Segment[], start: number, end: number, label: string): readonly Mark[] | null {
  const run = segments.slice(start, end + 1);
  if (label.startsWith('^') || label.length > 500 || run.some(({ kind }) => kind === 'hard')) return null;
  const written = Fragment.from(labelNodes(label));
  const everywhere = (segments[start]?.marks ?? []).filter((mark) => isEmphasis(mark) && run.every(({ marks }) => mark.isInSet(marks)));
  const beyond = everywhere.filter((mark) =>
    [segments[start - 1], segments[end + 1]].some((beside) => beside !== undefined && mark.isInSet(beside.marks)),
  );
  const says = (around: readonly Mark[]): boolean =>
    Fragment.from(
      run.map((segment) =>
        nodeOf(
          segment,
          segment.marks.filter((mark) => isEmphasis(mark) && !mark.isInSet(around)),
        ),
      ),
    ).eq(written);
  return [beyond, everywhere].find(says) ?? null;
}

/** How a link refers to its address once it is written. */
function writtenRef(
  mark: Mark,
  segments: readonly Segment[],
  start: number,
  end: number,
  { references, breaks }: { references: References; breaks: LineBreaks },
): string | null {
  const target = linkAddress(mark.attrs);
  if (target.ref === '<>') {
    const only = segments[start];
    return start === end && only?.kind === 'text' && autolinkSource(only.text, target) !== null ? '<>' : null;
  }
  const label = labelOf(target, references, breaks);
  if (label === null) return null;
  return label.collapsed && emphasisAround(segments, start, end, label.label) !== null ? `${label.label}[]` : label.label;
}

/**
 * Links that can not be written by their label, or as their address alone, no longer say so; they may then be the same link as their
 * neighbour.
 */
export function withWrittenRefs(segments: readonly Segment[], references: References, breaks: LineBreaks): readonly Segment[] {
  if (!segments.some((segment) => (linkOf(segment)?.attrs['ref'] ?? null) !== null)) return segments;
  const result: Segment[] = [];
  for (let start = 0; start < segments.length;) {
    const first = segments[start];
    const mark = first === undefined ? undefined : linkOf(first);
    let end = start;
    if (mark !== undefined) while (segments[end + 1]?.marks.some((other) => other.eq(mark)) === true) end++;
    const ref = mark === undefined ? null : writtenRef(mark, segments, start, end, { references, breaks });
    const link = mark === undefined || ref === mark.attrs['ref'] ? null : schema.marks.link.create({ ...mark.attrs, ref });
    result.push(
      ...segments.slice(start, end + 1).map((segment) => (link === null ? segment : { ...segment, marks: link.addToSet(segment.marks) })),
    );
    start = end + 1;
  }
  return merged(result);
}
