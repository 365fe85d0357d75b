// Blanks and line breaks at the ends of emphasis are taken out of it: beside one, asterisks neither open nor close.

import { noteSchema as schema } from '../../note-schema.ts';
import { splitBlanks } from '../characters.ts';
import { PieceBuilder, type InlinePiece } from './inline-pieces.ts';
import { isBreak, isEmphasis, merged, withoutBlankLines, type LineBreaks, type Segment } from './inline-segments.ts';
import type { References } from '../references.ts';

const isBlankNode = (segment: Segment): boolean => isBreak(segment) || segment.node?.type === schema.nodes.hard_break;

/** The segment in up to three, with the marks that end at a blank taken off it. */
function withoutMarks(segment: Segment, opening: ReadonlySet<string>, closing: ReadonlySet<string>): Segment[] {
  const without = (part: Segment, gone: (name: string) => boolean): Segment => ({
    ...part,
    marks: part.marks.filter((mark) => !gone(nameOf(mark))),
  });
  if (isBlankNode(segment)) return [without(segment, (name) => opening.has(name) || closing.has(name))];
  if (segment.kind !== 'text') return [segment];
  const [before, text, after] = splitBlanks(segment.text);
  if (text === '') return [without(segment, (name) => opening.has(name) || closing.has(name))];
  return [
    without({ ...segment, text: before }, (name) => opening.has(name)),
    { ...segment, text },
    without({ ...segment, text: after }, (name) => closing.has(name)),
  ];
}

const nameOf = (mark: Segment['marks'][number]): string => mark.type.name + String(mark.attrs['depth'] ?? '');

const startsBlank = (segment: Segment): boolean => isBlankNode(segment) || (segment.kind === 'text' && splitBlanks(segment.text)[0] !== '');
const endsBlank = (segment: Segment): boolean =>
  isBlankNode(segment) || (segment.kind === 'text' && (splitBlanks(segment.text)[2] !== '' || splitBlanks(segment.text)[1] === ''));

/** More rounds than any text that a person wrote will take. */
const maxRounds = 8;

/** What emphasis opens or closes at a blank, by segment; null if there is nothing of the sort. */
function blankEdges(
  segments: readonly Segment[],
  pieces: readonly InlinePiece[],
): ReadonlyMap<number, Record<'open' | 'close', Set<string>>> | null {
  const edges = new Map<number, Record<'open' | 'close', Set<string>>>();
  for (const piece of pieces) {
    if (piece.kind !== 'open' && piece.kind !== 'close') continue;
    const segment = segments[piece.at];
    if (segment === undefined || !(piece.kind === 'open' ? startsBlank(segment) : endsBlank(segment))) continue;
    const edge = edges.get(piece.at) ?? { open: new Set(), close: new Set() };
    edge[piece.kind].add(nameOf(piece.mark));
    edges.set(piece.at, edge);
  }
  return edges.size === 0 ? null : edges;
}

interface Wording {
  readonly segments: readonly Segment[];
  readonly pieces: readonly InlinePiece[];
}

/** The pieces of segments, and the segments as these say them. */
export function wordingOf(segments: readonly Segment[], references: References, breaks: LineBreaks): Wording {
  let current = segments;
  for (let round = 0; ; round++) {
    const pieces = new PieceBuilder(current, references, breaks).build();
    const edges = round > maxRounds ? null : blankEdges(current, pieces);
    if (edges === null) return { segments: current, pieces };
    const last = round === maxRounds;
    current = withoutBlankLines(
      merged(
        current.flatMap((segment, index) => {
          const edge = edges.get(index);
          // Rather no emphasis on blanks at all than to go on for ever.
          if (last && (isBlankNode(segment) || (segment.kind === 'text' && splitBlanks(segment.text)[1] === '')))
            return [{ ...segment, marks: segment.marks.filter((mark) => !isEmphasis(mark)) }];
          return edge === undefined ? [segment] : withoutMarks(segment, edge.open, edge.close);
        }),
      ),
    );
  }
}
