// Commands that change what a block is.

import { lift, setBlockType, wrapIn } from 'prosemirror-commands';
import type { Attrs, NodeType, ResolvedPos } from 'prosemirror-model';
import { NodeSelection, TextSelection, type Command, type EditorState } from 'prosemirror-state';
import { noteSchema } from '../../../../main/contract/note-schema.ts';

const { nodes } = noteSchema;

/** The depth of the innermost node of this type around a position; null outside of any. */
export function nodeDepth($pos: ResolvedPos, type: NodeType): number | null {
  for (let depth = $pos.depth; depth > 0; depth--) if ($pos.node(depth).type === type) return depth;
  return null;
}

export function isIn(state: EditorState, type: NodeType): boolean {
  return nodeDepth(state.selection.$from, type) !== null;
}

/** The block that holds the cursor is of this type, with these attributes. */
export function isBlock({ selection: { $from } }: EditorState, type: NodeType, attrs: Attrs = {}): boolean {
  return $from.parent.type === type && Object.entries(attrs).every(([name, value]) => $from.parent.attrs[name] === value);
}

/** Makes the blocks headings of a level, or paragraphs if they are that already. Code becomes one line. */
export function toggleHeading(level: number): Command {
  return (state, dispatch) => {
    if (isBlock(state, nodes.heading, { level })) return setBlockType(nodes.paragraph)(state, dispatch);
    if (!setBlockType(nodes.heading, { level })(state)) return false;
    const { tr, doc } = state;
    for (const { $from, $to } of state.selection.ranges) {
      doc.nodesBetween($from.pos, $to.pos, (block, at) => {
        if (block.type === nodes.code_block)
          for (const { index } of block.textContent.matchAll(/\n/g)) tr.insertText(' ', at + 1 + index, at + 2 + index);
        return !block.isTextblock;
      });
      tr.setBlockType($from.pos, $to.pos, nodes.heading, { level });
    }
    dispatch?.(tr.scrollIntoView());
    return true;
  };
}

export const toggleQuote: Command = (state, dispatch) =>
  isIn(state, nodes.blockquote) ? lift(state, dispatch) : wrapIn(nodes.blockquote)(state, dispatch);

/** Puts a block where the cursor is, in the place of an empty paragraph, and the cursor into it, or after it if it holds no text. */
export function insertBlock(type: NodeType, attrs?: Attrs): Command {
  return (state, dispatch) => {
    const { $from, $to } = state.selection;
    const at = blockRange($from, $to);
    if (at === null) return false;
    if (dispatch === undefined) return true;
    const node = type.createAndFill(attrs);
    if (node === null) return false;
    const { tr } = state;
    const isLast = at.to === $to.end(at.depth);
    tr.replaceWith(at.from, at.to, node.isLeaf && isLast ? [node, nodes.paragraph.create()] : node);
    const inside = node.isLeaf ? at.from + node.nodeSize : at.from + 1;
    tr.setSelection(TextSelection.near(tr.doc.resolve(Math.min(inside, tr.doc.content.size))));
    dispatch(tr.scrollIntoView());
    return true;
  };
}

/** A formula with its signs, and the cursor on the line between them. */
export const insertFormula: Command = ({ selection: { $from, $to }, tr }, dispatch) => {
  const at = blockRange($from, $to);
  if (at === null) return false;
  tr.replaceWith(at.from, at.to, nodes.raw_block.create({ kind: 'math' }, noteSchema.text('$$\n\n$$')));
  dispatch?.(tr.setSelection(TextSelection.create(tr.doc, at.from + 1 + '$$\n'.length)).scrollIntoView());
  return true;
};

interface BlockRange {
  readonly from: number;
  readonly to: number;
  /** Of the node that holds the range. */
  readonly depth: number;
}

/** Where a new block goes: over an empty paragraph, else behind the text block. Null where no block may stand. */
export function blockRange($from: ResolvedPos, $to: ResolvedPos): BlockRange | null {
  const cell = nodeDepth($to, nodes.table);
  if (cell !== null) return { from: $to.after(cell), to: $to.after(cell), depth: cell - 1 };
  if ($to.depth === 0) return { from: $to.pos, to: $to.pos, depth: 0 };
  const depth = $to.depth - 1;
  if ($to.parent.type === nodes.frontmatter) return { from: $to.after(), to: $to.after(), depth };
  const replaces = $from.sameParent($to) && $to.parent.type === nodes.paragraph && $to.parent.content.size === 0;
  return replaces ? { from: $to.before(), to: $to.after(), depth } : { from: $to.after(), to: $to.after(), depth };
}

/** Front matter at the very start; the cursor goes there if the note has some. */
export const insertFrontMatter: Command = (state, dispatch) => {
  const { tr, doc } = state;
  if (doc.firstChild?.type !== nodes.frontmatter) tr.insert(0, nodes.frontmatter.create());
  dispatch?.(tr.setSelection(TextSelection.create(tr.doc, 1)).scrollIntoView());
  return true;
};

/** Selects the leaf beside the cursor, so that what it holds can be changed. */
export function selectedLeaf(state: EditorState): NodeSelection | null {
  const { selection } = state;
  return selection instanceof NodeSelection && selection.node.isInline ? selection : null;
}
