// Links that name a definition lead where it leads now, also if that was changed after the block was read.

import { Fragment, type Attrs, type Node } from 'prosemirror-model';
import { noteSchema as schema } from '../../note-schema.ts';
import type { References } from '../references.ts';
import { namedDefinition } from '../definitions.ts';

interface Target {
  readonly href: string;
  readonly title: string | null;
}

const keyOf = ({ href, src, title, ref }: Attrs): string => JSON.stringify([href ?? src, title, ref]);

/** Where the links and pictures of a block lead now, if elsewhere than they did; those without a definition are left out. */
function movesOf(block: Node, references: References): ReadonlyMap<string, Target> {
  const moves = new Map<string, Target>();
  const look = (attrs: Attrs): void => {
    const definition = attrs['ref'] === null ? null : namedDefinition(String(attrs['ref']), references);
    if (definition === null) return;
    const target = { href: definition.href, title: definition.title === '' ? null : definition.title };
    if (target.href !== (attrs['href'] ?? attrs['src']) || target.title !== attrs['title']) moves.set(keyOf(attrs), target);
  };
  block.descendants((node) => {
    if (node.type === schema.nodes.image) look(node.attrs);
    for (const mark of node.marks) if (mark.type === schema.marks.link) look(mark.attrs);
  });
  return moves;
}

function moved(node: Node, moves: ReadonlyMap<string, Target>): Node {
  const marks = node.marks.map((mark) => {
    const target = mark.type === schema.marks.link ? moves.get(keyOf(mark.attrs)) : undefined;
    return target === undefined ? mark : schema.marks.link.create({ ...mark.attrs, ...target });
  });
  const target = node.type === schema.nodes.image ? moves.get(keyOf(node.attrs)) : undefined;
  if (target !== undefined) return node.type.create({ ...node.attrs, src: target.href, title: target.title }, null, marks);
  return node.isLeaf ? node.mark(marks) : node.copy(Fragment.fromArray(node.children.map((child) => moved(child, moves))));
}

/**
 * `node` and what it was `before`, with the links that both have by the name of a definition leading where `references` lead; the same
 * objects where nothing changes. A link that came with the change keeps its own address.
 */
export function withCurrentTargets<Was extends { readonly node: Node }>(
  node: Node,
  before: Was,
  references: References,
): { readonly node: Node; readonly before: Was } {
  const moves = movesOf(before.node, references);
  return moves.size === 0 ? { node, before } : { node: moved(node, moves), before: { ...before, node: moved(before.node, moves) } };
}
