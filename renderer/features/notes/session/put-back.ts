// What an own change over several blocks would take although it was never chosen: what others have written there meanwhile, and what was
// moved there from elsewhere. It is put back before that change, so that it stays.

import { Fragment, Slice, type Node, type ResolvedPos } from 'prosemirror-model';
import { ReplaceStep, type Mapping } from 'prosemirror-transform';
import { isList } from '../../../../main/contract/note-nodes.ts';
import { noteSchema } from '../../../../main/contract/note-schema.ts';
import { leftOf, type DocumentRange } from './work.ts';

const { nodes } = noteSchema;
const isCell = ({ type }: Node): boolean => type === nodes.table_cell || type === nodes.table_header;

/** A block of text that can stand by itself, with this content. */
export function asBlock(block: Node, content: Fragment): Node {
  if (block.type === nodes.frontmatter) return nodes.code_block.create({ params: 'yaml' }, content);
  return isCell(block) || !block.isBlock ? nodes.paragraph.create(null, content) : block.copy(content);
}

/** Children of `parent` as blocks that can stand beside it. */
function around(parent: Node, kept: readonly Node[]): readonly Node[] {
  if (parent.type === nodes.table) {
    const rows = kept.filter(({ type }) => type === nodes.table_row);
    const others = kept.filter(({ type }) => type !== nodes.table_row);
    return rows.length === 0 ? others : [parent.copy(Fragment.from(rows)), ...others];
  }
  // A row with fewer cells than the others has no place in a table.
  if (parent.type === nodes.table_row) return kept.map((each) => (isCell(each) ? asBlock(each, each.content) : each));
  const content = Fragment.from([...kept]);
  return parent.type.validContent(content) ? [parent.copy(content)] : kept;
}

/** What an own change was meant to take, where others have left it. */
class Chosen {
  /** Blocks that none of the others has touched. */
  readonly #blocks = new Set<Node>();
  readonly #ranges: readonly DocumentRange[];

  constructor(from: number, to: number, doc: Node, onto: Mapping, now: ReadonlySet<Node>) {
    const ranges: DocumentRange[] = [];
    doc.nodesBetween(from, to, (node, pos) => {
      if (!node.isTextblock) return true;
      const [start, end] = [Math.max(from, pos), Math.min(to, pos + node.nodeSize)];
      if (now.has(node) && end - start === node.nodeSize) this.#blocks.add(node);
      else ranges.push(...leftOf(start, end, onto));
      return false;
    });
    this.#ranges = ranges.toSorted((one, other) => one[0] - other[0]);
  }

  /** Whether all that stands there was chosen. */
  #isWithin(from: number, to: number): boolean {
    let at = from;
    for (const [start, end] of this.#ranges) if (start <= at && end > at) at = end;
    return at >= to;
  }

  /** Whether there is text that was not chosen, or a picture, and not the beginnings and ends of blocks alone. */
  isMoreIn(doc: Node, from: number, to: number): boolean {
    let found = false;
    doc.nodesBetween(from, to, (node, pos) => {
      if (found || this.#blocks.has(node)) return false;
      if (node.isInline && !['soft_break', 'hard_break'].includes(node.type.name))
        found = !this.#isWithin(Math.max(pos, from), Math.min(pos + node.nodeSize, to));
      return true;
    });
    return found;
  }
}

/** What would be lost between two positions. */
interface Taking {
  readonly doc: Node;
  readonly chosen: Chosen;
  readonly from: number;
  readonly to: number;
}

/** What would be lost of a node that begins at `pos`, as blocks that can stand beside it. */
function lostOf(node: Node, pos: number, taking: Taking): readonly Node[] {
  const { doc, chosen, from, to } = taking;
  const end = pos + node.nodeSize;
  if (end <= from || pos >= to || !chosen.isMoreIn(doc, Math.max(pos, from), Math.min(end, to))) return [];
  const isWhole = pos >= from && end <= to;
  if (node.isTextblock) {
    if (isWhole && isCell(node)) return [node];
    return [asBlock(node, node.content.cut(Math.max(from - pos - 1, 0), Math.min(to - pos - 1, node.content.size)))];
  }
  // Of a list only the items that hold it, of anything else the whole.
  return isWhole && !isList(node) ? [node] : around(node, lostWithin(node, pos + 1, taking));
}

function lostWithin(parent: Node, start: number, taking: Taking): readonly Node[] {
  const lost: Node[] = [];
  parent.forEach((child, offset) => {
    lost.push(...lostOf(child, start + offset, taking));
  });
  return lost;
}

function textblocksIn(doc: Node, from: number, to: number): ReadonlySet<Node> {
  const found = new Set<Node>();
  doc.nodesBetween(from, to, (node) => {
    if (node.isTextblock) found.add(node);
    return !node.isTextblock;
  });
  return found;
}

/** On which side of what is replaced it is put in. */
export type Side = 'before' | 'after';

/** Where a child can be put in beside a range, in the node at this depth around `$from` and `$to`. Null where that cannot be. */
function placeIn($from: ResolvedPos, $to: ResolvedPos, depth: number, side: Side, lost: readonly Node[]): number | null {
  const host = $from.node(depth);
  const index = side === 'before' ? $from.index(depth) : $to.indexAfter(depth);
  // One row with more cells than the others would tear the table.
  if (host.inlineContent || host.type === nodes.table_row || !host.canReplace(index, index, Fragment.from([...lost]))) return null;
  if (side === 'before') return $from.depth > depth ? $from.before(depth + 1) : $from.pos;
  return $to.depth > depth ? $to.after(depth + 1) : $to.pos;
}

/** What a replacement was meant to take. */
interface Meant {
  readonly from: number;
  readonly to: number;
  /** The document that it was made on. */
  readonly before: Node;
  /** From there to where it is to be done now. */
  readonly onto: Mapping;
}

/** The step that puts in, beside what a replacement takes now, all of it that was not meant; null if there is nothing. */
export function puttingBack({ before, onto, ...meant }: Meant, doc: Node, [from, to]: DocumentRange, side: Side): ReplaceStep | null {
  if (from >= to) return null;
  const chosen = new Chosen(meant.from, meant.to, before, onto, textblocksIn(doc, from, to));
  if (!chosen.isMoreIn(doc, from, to)) return null;
  const taking = { doc, chosen, from, to };
  const [$from, $to] = [doc.resolve(from), doc.resolve(to)];
  const shared = $from.sharedDepth(to);
  const inner = $from.node(shared);
  let lost = inner.inlineContent ? lostOf(inner, $from.before(shared), taking) : lostWithin(inner, $from.start(shared), taking);
  for (let depth = inner.inlineContent ? shared - 1 : shared; depth >= 0; depth--) {
    const place = placeIn($from, $to, depth, side, lost) ?? (depth === 0 ? placeIn($from, $to, 0, 'after', lost) : null);
    if (place !== null) return new ReplaceStep(place, place, new Slice(Fragment.from([...lost]), 0, 0));
    lost = around($from.node(depth), lost);
  }
  return null;
}
