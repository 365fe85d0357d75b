// An item that is split, and items that are joined: what stands between the two texts comes or goes, and no other byte.

import { Fragment, type Node } from 'prosemirror-model';
import { sourceLines } from '../../source-lines.ts';
import { withoutLineEnding } from '../line-ending.ts';
import { align } from './alignment.ts';
import { atomsOf, withAtoms, type Atom } from './atoms.ts';
import { areSpaced, countsOn, renumbered, type Inserting } from './child-edits.ts';
import { nodeAt, withNodeAt, type Child, type GoneChildren } from './differences.ts';
import { lineStarts, spanOfLines, type BlockDraft, type SourceEdit, type Patching } from './draft.ts';
import { breakBeginning, closingMarkup, lineBeginning, openingMarkup } from './mark-edges.ts';
import { continued, headsOf } from './style.ts';
import type { LineSpan } from './tree.ts';

/** The draft with the first of several items joined to the item before it, if that makes all that is wanted; else null. */
export function withJoinedItems(
  draft: BlockDraft,
  { path, index, count }: GoneChildren,
  { children }: LineSpan,
  { reader, goal }: Patching,
): BlockDraft | null {
  const [before, own] = [children[index - 1], children[index]];
  const list = nodeAt(draft.node, path);
  if (list.firstChild?.type.name !== 'list_item' || count !== 1) return null;
  // What is joined to a row would be read as none of its cells.
  if (endsInTable(list.maybeChild(index - 1))) return null;
  if (before === undefined || before === null || own === undefined || own === null) return null;
  const [lines, starts] = [sourceLines(draft.source), lineStarts(draft.source)];
  let last = own.from - 1;
  while (last > before.from && /^[>\s]*$/.test(lines[last] ?? '')) last--;
  const from = (starts[last] ?? 0) + (lines[last] ?? '').trimEnd().length;
  const start = starts[own.from] ?? 0;
  const ways = headsOf(lines[own.from] ?? '').map((head): readonly SourceEdit[] => [{ from, to: start + head.length, text: '' }]);
  return reader.firstThatMakes(draft, goal, ways);
}

const endsInTable = (node: Node | null): boolean => node !== null && (node.type.name === 'table' || endsInTable(node.lastChild));

/** A paragraph that was split so that a new item, or another paragraph, begins with its end. */
interface SplitText {
  readonly olds: readonly Atom[];
  readonly place: LineSpan;
  /** Up to where its atoms are kept, and from where on they are those of the new one; blanks in between have gone. */
  readonly kept: number;
  readonly next: number;
  /** What the parent is once that is done, and nothing else. */
  readonly parent: Node;
}

/** null where nothing was split, or both halves were changed since. */
function splitText(parent: Node, place: LineSpan, change: Child, goal: Node): SplitText | null {
  const found =
    change.child.type.name === 'list_item' ? splitItem(parent, place, change, goal) : splitParagraph(parent, place, change, goal);
  if (found === null) return null;
  const { old, kept, first, place: lines, halves } = found;
  if (old?.type.name !== 'paragraph' || kept?.type !== old.type || first?.type !== old.type) return null;
  const olds = atomsOf(old);
  const cut = cutOf(olds, atomsOf(kept), atomsOf(first));
  const [head, tail] = cut === null ? [] : [withAtoms(old, olds.slice(0, cut.kept)), withAtoms(old, olds.slice(cut.next))];
  if (cut === null || !head || !tail) return null;
  const children = parent.children.toSpliced(change.index - 1, 1, ...halves(head, tail));
  return { olds, place: lines, ...cut, parent: parent.copy(Fragment.fromArray(children)) };
}

/** The text that may have been split, what its halves have become, and what stands in its place with them. */
interface Halves {
  readonly old: Node | null;
  readonly kept: Node | null;
  readonly first: Node | null;
  readonly place: LineSpan;
  readonly halves: (head: Node, tail: Node) => readonly Node[];
}

function splitParagraph(parent: Node, place: LineSpan, { index, child }: Child, goal: Node): Halves | null {
  const lines = place.children[index - 1] ?? null;
  if (lines === null) return null;
  return { old: parent.maybeChild(index - 1), kept: goal.maybeChild(index - 1), first: child, place: lines, halves: (...both) => both };
}

function splitItem(parent: Node, place: LineSpan, { index, child }: Child, goal: Node): Halves | null {
  const [item, before] = [parent.maybeChild(index - 1), goal.maybeChild(index - 1)];
  const at = (before?.childCount ?? 0) - 1;
  const lines = place.children[index - 1]?.children[at] ?? null;
  if (item === null || before === null || lines === null) return null;
  const halves = (head: Node, tail: Node): readonly Node[] => [
    item.copy(Fragment.fromArray([...item.children.slice(0, at), head])),
    child.copy(Fragment.fromArray([tail, ...item.children.slice(at + 1)])),
  ];
  return { old: item.maybeChild(at), kept: before.lastChild, first: child.firstChild, place: lines, halves };
}

const isGap = ({ letter, node, marks }: Atom): boolean => (letter === ' ' && marks.length === 0) || node.type.name === 'soft_break';

/** Where a text was split in two, of which one may have been changed since. */
function cutOf(olds: readonly Atom[], kept: readonly Atom[], first: readonly Atom[]): Pick<SplitText, 'kept' | 'next'> | null {
  const isHead = kept.every(({ key }, index) => olds[index]?.key === key);
  const isTail = first.every(({ key }, index) => olds[olds.length - first.length + index]?.key === key);
  if (!isHead && !isTail) return null;
  let next = isTail ? olds.length - first.length : kept.length;
  let end = isHead ? kept.length : next;
  while (!isTail && next < olds.length && isGap(olds[next] as Atom)) next++;
  while (!isHead && end > 0 && isGap(olds[end - 1] as Atom)) end--;
  return end > 0 && end <= next && next < olds.length ? { kept: end, next } : null;
}

/** The draft with an item, or a paragraph in one or in a quote, split in two; else null. */
export function split(inserting: Inserting): BlockDraft | null {
  const { draft, change, place, reader, goal } = inserting;
  const { path, child } = change;
  const parent = nodeAt(draft.node, path);
  const then = path.reduce<Node | null>((node, at) => node?.maybeChild(at) ?? null, goal);
  const found = then === null ? null : splitText(parent, place, change, then);
  if (found === null) return null;
  const { olds, kept, next } = found;
  const { start, end } = spanOfLines(draft.source, found.place.from, found.place.to);
  const source = draft.source.slice(start, end);
  const spans = align(olds, source, 'links', reader) ?? [];
  const [before, after] = [spans[kept - 1], spans[next]];
  if (before === undefined || after === undefined || after.start < before.end) return null;
  const aligned = { olds, spans, source: source.trimEnd() };
  const closing = closingMarkup(aligned, kept - 1);
  const opening = openingMarkup(aligned, next)?.replace(olds[next - 1]?.node.type.name === 'soft_break' ? /^[ \t>]+/ : '', '') ?? null;
  if (closing === null || opening === null) return null;
  const plain = { text: '', end: after.start };
  const begun = breakBeginning(aligned, next) ?? lineBeginning({ olds, spans }, next);
  // A text does not begin with a blank.
  const beginnings = begun === null ? [plain] : olds[next]?.letter === ' ' ? [begun] : [plain, begun];
  const ways = child.type.name === 'list_item' ? itemBreaks(inserting, parent) : paragraphBreaks(inserting);
  const edits = beginnings.flatMap((beginning) =>
    ways.map(({ text, others }): readonly SourceEdit[] => [
      { from: start + before.end, to: start + beginning.end, text: closing + text + opening + beginning.text },
      ...others,
    ]),
  );
  const wanted = withNodeAt(draft.node, path, () => found.parent);
  return reader.firstThatMakes(draft, wanted, edits);
}

/** What parts two texts, and what else changes with that. */
interface Break {
  readonly text: string;
  readonly others: readonly SourceEdit[];
}

function itemBreaks(inserting: Inserting, list: Node): Break[] {
  const { draft, change, place, lineEnding } = inserting;
  const { path, index } = change;
  const sources = sourceLines(draft.source).map(withoutLineEnding);
  const isCounted = countsOn(path, place, list, sources);
  const others = isCounted ? renumbered(draft, path, place, { from: index, by: 1 }, sources) : [];
  const isSpaced = areSpaced(inserting, list, sources);
  return headsOf(sources[place.children[index - 1]?.from ?? 0] ?? '').flatMap((head) => {
    const task = head.replace(/\[[xX]\](?=[ \t]+$)/, '[ ]');
    const sign = isCounted ? nextSign(task) : task;
    const blank = continued(/^(?:[ \t]*>)*/.exec(head)?.[0] ?? '');
    const texts = [lineEnding + sign, lineEnding + blank + lineEnding + sign];
    if (isSpaced) texts.reverse();
    return texts.map((text) => ({ text, others }));
  });
}

function paragraphBreaks({ draft, change, place, lineEnding }: Inserting): Break[] {
  const line = sourceLines(draft.source)[place.children[change.index - 1]?.from ?? 0] ?? '';
  return headsOf(withoutLineEnding(line)).map((head) => {
    const below = continued(head);
    return { text: lineEnding + below.trimEnd() + lineEnding + below, others: [] };
  });
}

/** What stands before the text of an item that follows one with this head. */
const nextSign = (head: string): string => head.replace(/\d+(?=[.)][ \t]+(?:\[ \][ \t]+)?$)/, (number) => String(Number(number) + 1));
