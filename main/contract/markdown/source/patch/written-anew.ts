// A text that is written anew, or a block that has become one of another kind: in the indent of the lines that stood there.

import type { Node } from 'prosemirror-model';
import { noteSchema as schema } from '../../../note-schema.ts';
import { sourceLines } from '../../source-lines.ts';
import { withoutLineEnding } from '../line-ending.ts';
import { nodeAt, withNodeAt, type ChangedBlock, type ChangedHead, type ChangedLeaf } from './differences.ts';
import { spanOfLines, starredLines, type BlockDraft, type SourceEdit, type Patching } from './draft.ts';
import { behind, continued, headsOf, headsOfCode, inStyleOf, isBlankInQuotes, leadOf } from './style.ts';
import type { LineSpan } from './tree.ts';

/** The line below a heading that has one. */
const underlined = /[\r\n][ \t>]*(=+|-+)[ \t]*[\r\n]*$/;

type Changed = ChangedBlock | ChangedHead | ChangedLeaf;

/**
 * The draft with what a part has become, written anew. null where that is the whole block, unless the line below it or the depth of its
 * lines can stay.
 */
export function writtenAnew(draft: BlockDraft, change: Changed, place: LineSpan, patching: Patching): BlockDraft | null {
  const { path, now } = change;
  const { reader, lineEnding, origin } = patching;
  const span = spanOfLines(draft.source, place.from, place.to);
  const old = withoutBlanks(draft.source.slice(span.start, span.end));
  const ending = old.slice(withoutLineEnding(old).length);
  const wasCode = nodeAt(draft.node, path).type.spec.code === true;
  const isWhole = path.length === 0 && !(now.type.name === 'paragraph' && /^[ \t]/m.test(old));
  const all = [...belowLine(now, old, patching), ...(isWhole ? [] : linesOf(change, patching))];
  const ways = [...headsOf(old), ...(wasCode ? headsOfCode(old) : [])].flatMap((head) => {
    const written = all.flatMap((lines) => [...asDeep(lines, head, old, now), ...patching.known.withLazyLines(below(head, lines))]);
    const texts = written.flatMap((lines) => inStyleOf(origin, lines.join(lineEnding), reader.dialect));
    return texts.map((text): readonly SourceEdit[] => [{ from: span.start, to: span.start + old.length, text: text + ending }]);
  });
  return reader.firstThatMakes(
    draft,
    withNodeAt(draft.node, path, () => now),
    ways,
  );
}

/** Lines of which the first stands behind a head. */
const below = (head: string, [first = '', ...rest]: readonly string[]): readonly string[] => [
  head + first,
  ...rest.map((line) => behind(continued(head), line)),
];

/** The lines of a text, each as deep as the one in its place was; none where there are more or fewer, or none is deeper than others. */
function asDeep([first = '', ...rest]: readonly string[], head: string, old: string, { type }: Node): (readonly string[])[] {
  const [, ...olds] = sourceLines(old);
  const leads = olds.map(leadOf);
  if (type.name !== 'paragraph' || leads.length !== rest.length || leads.every((lead) => lead === continued(head))) return [];
  return [[head + first, ...rest.map((line, at) => (leads[at] ?? '') + line)]];
}

/** Without the blank lines at the end, which can belong to a list. */
function withoutBlanks(source: string): string {
  const lines = sourceLines(source);
  const end = lines.findLastIndex((line) => !isBlankInQuotes(line)) + 1;
  return lines.slice(0, Math.max(1, end)).join('');
}

/** A heading above the line that the old one has. */
function belowLine(now: Node, old: string, { reader }: Patching): (readonly string[])[] {
  const line = now.type.name === 'heading' ? underlined.exec(old)?.[1] : undefined;
  return line === undefined ? [] : [[...starredLines(schema.nodes.paragraph.create(null, now.content), reader), line]];
}

function linesOf({ kind, now }: Changed, { reader, known }: Patching): (readonly string[])[] {
  const written = starredLines(now, reader);
  return kind === 'leaf' ? [written] : [known.linesOf([now], true), written];
}
