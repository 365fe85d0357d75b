// Two states of a textblock, cut down to what was changed and to as much beside it as has a say in its tags and links. To read all of a
// paragraph of a megabyte for each key would hold others up.

import { Fragment, Mark, type Node } from 'prosemirror-model';
import { changedChildren } from '../../contract/changed-children.ts';
import { commonEnds } from '../../lib/common-ends.ts';

/**
 * More letters than a link by a title has, or a tag, or a usual address: what stands further away has no say in a tag or link at the
 * change, and is read alike on both sides, whatever was cut off before it.
 */
const margin = 8_000;

/** Parts of the two that say the same exactly where the two do: they begin and end at the same places. */
export function aroundChange(before: Node, after: Node): readonly [Node, Node] {
  const { start, oldEnd, newEnd } = changedChildren(before, after);
  const { head, olds, news, tail } = withoutEnds(before.children.slice(start, oldEnd), after.children.slice(start, newEnd));
  const left = reached(outwards(head, before.children, start - 1, -1), cutBefore).toReversed();
  const right = reached(outwards(tail, before.children, oldEnd, 1), cutBehind);
  const around = (node: Node, children: readonly Node[]): Node => node.copy(Fragment.fromArray([...left, ...children, ...right]));
  return [around(before, olds), around(after, news)];
}

interface Parts {
  readonly head: Node | null;
  readonly olds: readonly Node[];
  readonly news: readonly Node[];
  readonly tail: Node | null;
}

/** Of a single text that has changed, what it has kept at its ends. */
function withoutEnds(olds: readonly Node[], news: readonly Node[]): Parts {
  const [[old], [made]] = [olds, news];
  const isOne = olds.length === 1 && news.length === 1 && old !== undefined && made !== undefined && Mark.sameSet(old.marks, made.marks);
  if (!isOne || old.text === undefined || made.text === undefined) return { head: null, olds, news, tail: null };
  const { prefix, suffix } = commonEnds(old.text, made.text);
  const [oldEnd, newEnd] = [old.nodeSize - suffix, made.nodeSize - suffix];
  return {
    head: prefix > 0 ? old.cut(0, prefix) : null,
    olds: oldEnd > prefix ? [old.cut(prefix, oldEnd)] : [],
    news: newEnd > prefix ? [made.cut(prefix, newEnd)] : [],
    tail: suffix > 0 ? old.cut(oldEnd) : null,
  };
}

function* outwards(first: Node | null, children: readonly Node[], from: number, by: 1 | -1): Generator<Node, void> {
  if (first !== null) yield first;
  for (let index = from, node = children[index]; node !== undefined; index += by, node = children[index]) yield node;
}

/** These nodes, as far out as they have a say. */
function reached(nodes: Iterable<Node>, cut: (node: Node, letters: number) => Node): Node[] {
  const parts: Node[] = [];
  let missing = margin;
  for (const node of nodes) {
    const { text } = node;
    parts.push(text === undefined || text.length <= missing ? node : cut(node, missing));
    // No tag, link or address goes on behind these.
    if (!isPlain(node)) break;
    missing -= text?.length ?? 1;
    if (missing <= 0) break;
  }
  return parts;
}

/** Whether it can be a part of what stands beside it: a text, or the end of a line, which is a blank. */
const isPlain = ({ text, type, marks }: Node): boolean =>
  text === undefined ? type.name === 'soft_break' : !marks.some(({ type: { name } }) => name === 'link' || name === 'code');

const cutBefore = (node: Node, letters: number): Node => node.cut(node.nodeSize - letters);
const cutBehind = (node: Node, letters: number): Node => node.cut(0, letters);
