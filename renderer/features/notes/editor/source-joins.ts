// Backspace and Delete between two blocks of which one is source, such as code, a formula or a definition: what is no source would be lost
// within it, and source would say something else. Where a selection goes that ends in source, the lines of the rest stay lines.

import { Fragment, type Node } from 'prosemirror-model';
import { Plugin, TextSelection, type Command, type EditorState, type Transaction } from 'prosemirror-state';
import { Mapping } from 'prosemirror-transform';
import type { EditorView } from 'prosemirror-view';
import { noteSchema } from '../../../../main/contract/note-schema.ts';
import { plainened } from './code-blocks.ts';

const { nodes } = noteSchema;

/** Two blocks of text side by side. */
interface Beside {
  readonly above: Node;
  readonly below: Node;
  /** Where the first ends and the second begins. */
  readonly cut: number;
}

/** What the cursor is at the edge of. */
function besideCursor({ selection, doc }: EditorState, view: EditorView | undefined, way: 1 | -1): Beside | null {
  const { $head, empty } = selection;
  if (!empty || !(selection instanceof TextSelection) || $head.depth === 0) return null;
  const edge = way > 0 ? $head.parent.content.size : 0;
  if ($head.parentOffset !== edge || view?.endOfTextblock(way > 0 ? 'forward' : 'backward') === false) return null;
  const { pos, nodeBefore, nodeAfter } = doc.resolve(way > 0 ? $head.after() : $head.before());
  if (nodeBefore?.isTextblock !== true || nodeAfter?.isTextblock !== true) return null;
  return { above: nodeBefore, below: nodeAfter, cut: pos };
}

/** Source that says what it says only as a whole. */
const isWhole = ({ type }: Node): boolean => type.spec.code === true && type !== nodes.code_block;

const isBlank = ({ content }: Node): boolean => content.size === 0;

/** An empty block goes; else the cursor goes to where the other block is. Source stays as it is. */
function apart(tr: Transaction, { above, below, cut }: Beside, way: 1 | -1): Transaction {
  if (isBlank(above)) return tr.delete(cut - above.nodeSize, cut).setSelection(TextSelection.create(tr.doc, cut - above.nodeSize + 1));
  if (isBlank(below)) return tr.delete(cut, cut + below.nodeSize).setSelection(TextSelection.create(tr.doc, cut - 1));
  return tr.setSelection(TextSelection.create(tr.doc, cut + way));
}

/** Code takes in text, and of anything else the markdown that says it. */
function joined(tr: Transaction, { cut }: Beside): Transaction {
  plainened(tr, cut + 1, cut + 1).join(cut);
  return tr.setSelection(TextSelection.create(tr.doc, cut - 1));
}

const joins =
  (way: 1 | -1): Command =>
  (state, dispatch, view) => {
    const beside = besideCursor(state, view, way);
    if (beside === null) return false;
    const { above, below } = beside;
    const holdsSource = isWhole(above) || isWhole(below);
    if (!holdsSource && (above.type !== nodes.code_block || below.type === nodes.code_block)) return false;
    const staysApart = holdsSource || isBlank(above) || isBlank(below);
    dispatch?.((staysApart ? apart(state.tr, beside, way) : joined(state.tr, beside)).scrollIntoView());
    return true;
  };

export const joinSourceAbove = joins(-1);
export const joinSourceBelow = joins(1);

/** Lines with breaks between them. */
const withBreaks = (text: string): Fragment =>
  Fragment.from(
    text
      .split('\n')
      .flatMap((line, index) => [...(index === 0 ? [] : [nodes.hard_break.create()]), ...(line === '' ? [] : [noteSchema.text(line)])]),
  );

/** Where a selection from a text into source has gone, its rest stands in that text: there breaks say its lines. */
export function sourceEndsPlugin(): Plugin {
  return new Plugin({
    appendTransaction(transactions, { selection: { $from, $to } }, { doc, tr }) {
      if ($to.parent.type.spec.code !== true || $from.parent.type.spec.code === true) return null;
      if (transactions.some((each) => each.getMeta('rebased') !== undefined)) return null;
      const $end = doc.resolve(new Mapping(transactions.flatMap(({ mapping }) => mapping.maps)).map($to.pos));
      const rest = $to.parent.textContent.slice($to.parentOffset);
      const line = rest.indexOf('\n');
      const isInText = $end.parent.inlineContent && $end.parent.type.spec.code !== true;
      if (line < 0 || !isInText || $end.parent.textBetween($end.parentOffset, $end.parent.content.size) !== rest) return null;
      return tr.replaceWith($end.pos + line, $end.end(), withBreaks(rest.slice(line)));
    },
  });
}
