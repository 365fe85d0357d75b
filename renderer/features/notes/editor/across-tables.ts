// Text that is selected across the edge of a table: it can be deleted, replaced and cut, and the table keeps its cells. What is cut from
// within a list goes as it does by a key.

import { Fragment, Slice, type Node, type ResolvedPos } from 'prosemirror-model';
import { Plugin, TextSelection, type Command, type EditorState, type Transaction } from 'prosemirror-state';
import { CellSelection, cellAround } from 'prosemirror-tables';
import { dropPoint } from 'prosemirror-transform';
import type { EditorView } from 'prosemirror-view';
import { noteSchema } from '../../../../main/contract/note-schema.ts';
import { nodeDepth } from './blocks.ts';
import { deleteFromItem } from './lists.ts';

const { nodes } = noteSchema;

/** Where the table begins that a position lies in; null outside of any. */
function tableOf($pos: ResolvedPos): number | null {
  const depth = nodeDepth($pos, nodes.table);
  return depth === null ? null : $pos.before(depth);
}

/** Whether deleting the selection as such would tear a table. */
export function isAcrossTables({ selection: { $from, $to } }: EditorState): boolean {
  return tableOf($from) !== tableOf($to);
}

/** Deletes what is selected: blocks that are selected whole, and text elsewhere. Rows and cells stay. */
export function deleteAcross(state: EditorState): Transaction {
  const { from, to } = state.selection;
  const gone: [from: number, to: number][] = [];
  state.doc.nodesBetween(from, to, (node, pos) => {
    const isPartOfTable = node.type === nodes.table_row || node.type === nodes.table_cell || node.type === nodes.table_header;
    if (!isPartOfTable && from <= pos && pos + node.nodeSize <= to) {
      gone.push([pos, pos + node.nodeSize]);
      return false;
    }
    if (!node.isTextblock) return true;
    gone.push([Math.max(from, pos + 1), Math.min(to, pos + node.nodeSize - 1)]);
    return false;
  });
  const { tr } = state;
  for (const [start, end] of gone.toReversed()) if (start < end) tr.delete(start, end);
  return tr.setSelection(TextSelection.near(tr.doc.resolve(tr.mapping.map(from, -1)))).scrollIntoView();
}

/** Backspace and Delete. */
export const deleteSelectionAcross: Command = (state, dispatch) => {
  if (!isAcrossTables(state)) return false;
  dispatch?.(deleteAcross(state));
  return true;
};

/** What is to go into a cell has to be one line: its blocks are set apart by line breaks. */
export function onOneLine(slice: Slice): Slice {
  const inside: Node[] = [];
  const add = (block: Node): void => {
    if (inside.length > 0) inside.push(nodes.hard_break.create());
    block.forEach((node) => {
      if (!node.isText || node.text?.includes('\n') !== true) inside.push(node.type === nodes.soft_break ? noteSchema.text(' ') : node);
      else
        for (const [index, line] of node.text.split('\n').entries())
          inside.push(...(index === 0 ? [] : [nodes.hard_break.create()]), ...(line === '' ? [] : [noteSchema.text(line, node.marks)]));
    });
  };
  const walk = (content: Fragment): void => {
    content.forEach((node) => {
      if (node.isTextblock) add(node);
      else if (node.isInline) inside.push(node);
      else walk(node.content);
    });
  };
  walk(slice.content);
  return new Slice(Fragment.from(inside), 0, 0);
}

/** Whether a slice is more than the text for one cell. */
function isTooMuchForCell({ content: { childCount, firstChild } }: Slice): boolean {
  return firstChild !== null && !(childCount === 1 && firstChild.type === nodes.paragraph) && !firstChild.isInline;
}

/** Whether the cursor is in one cell, or what is selected is. */
function isInOneCell({ selection }: EditorState): boolean {
  return selection instanceof TextSelection && cellAround(selection.$from) !== null && selection.$from.sameParent(selection.$to);
}

/**
 * What a drop makes of the state where ProseMirror would tear a table: several lines for one cell, and text that is moved from across the
 * edge of a table. Null for any other.
 */
export function droppedAtTables(state: EditorState, slice: Slice, pos: number, isMove: boolean): Transaction | null {
  const { doc, selection } = state;
  const place = dropPoint(doc, pos, slice) ?? pos;
  const isForCell = cellAround(doc.resolve(place)) !== null && isTooMuchForCell(slice);
  const leavesCells = isMove && isAcrossTables(state);
  if (!isForCell && !leavesCells) return null;
  // Upon itself.
  if (isMove && selection.from <= place && place <= selection.to) return state.tr;
  const tr = leavesCells ? deleteAcross(state) : isMove ? state.tr.deleteSelection() : state.tr;
  const start = tr.mapping.map(place);
  const before = tr.mapping.maps.length;
  tr.replaceRange(start, start, isForCell ? onOneLine(slice) : slice);
  const end = tr.mapping.slice(before).map(start);
  return tr.setSelection(TextSelection.between(tr.doc.resolve(start), tr.doc.resolve(end)));
}

/** What the browser is about to do with what is selected across the edge of a table, done here. False where it is for others to do. */
function inputAcross(view: EditorView, { inputType, data }: InputEvent): boolean {
  if (!/^(?:delete|insert(?:Text|ReplacementText|Paragraph|LineBreak)$)/.test(inputType) || !isAcrossTables(view.state)) return false;
  const tr = deleteAcross(view.state);
  view.dispatch(data === null || data === '' ? tr : tr.insertText(data));
  return true;
}

/** Text that is selected from one cell to another of the same table is a selection of cells. */
function asCells(state: EditorState): Transaction | null {
  const { doc, selection } = state;
  if (!(selection instanceof TextSelection) || selection.empty) return null;
  const [$anchor, $head] = [cellAround(selection.$anchor), cellAround(selection.$head)];
  if ($anchor === null || $head === null || $anchor.pos === $head.pos || tableOf($anchor) !== tableOf($head)) return null;
  return state.tr.setSelection(new CellSelection(doc.resolve($anchor.pos), doc.resolve($head.pos)));
}

export function acrossTablesPlugin(): Plugin {
  return new Plugin({
    appendTransaction: (_transactions, _before, state) => asCells(state),
    props: {
      handleTextInput: (view, _from, _to, text) => {
        if (!isAcrossTables(view.state)) return false;
        view.dispatch(deleteAcross(view.state).insertText(text));
        return true;
      },
      handlePaste: (view, _event, slice) => {
        if (isAcrossTables(view.state)) view.dispatch(deleteAcross(view.state));
        if (!isInOneCell(view.state) || !isTooMuchForCell(slice)) return false;
        view.dispatch(view.state.tr.replaceSelection(onOneLine(slice)).scrollIntoView().setMeta('paste', true).setMeta('uiEvent', 'paste'));
        return true;
      },
      handleDrop: (view, event, slice, isMove) => {
        // A picture that is dragged need not be what is selected.
        if (isMove && view.dragging !== null && 'node' in view.dragging && view.dragging.node !== undefined) return false;
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY });
        const tr = at === null ? null : droppedAtTables(view.state, slice, at.pos, isMove);
        if (tr === null) return false;
        view.focus();
        view.dispatch(tr.setMeta('uiEvent', 'drop'));
        return true;
      },
      handleDOMEvents: {
        beforeinput: (view, event) => {
          if (!event.cancelable || view.composing || !inputAcross(view, event)) return false;
          event.preventDefault();
          return true;
        },
        // Input methods write into what is selected, and cannot be kept from it.
        compositionstart: (view) => {
          if (isAcrossTables(view.state)) view.dispatch(deleteAcross(view.state));
          return false;
        },
        cut: (view, event) => {
          const tr = isAcrossTables(view.state) ? deleteAcross(view.state) : deleteFromItem(view.state);
          if (event.clipboardData === null || tr === null) return false;
          const { dom, text } = view.serializeForClipboard(view.state.selection.content());
          event.preventDefault();
          event.clipboardData.setData('text/html', dom.innerHTML);
          event.clipboardData.setData('text/plain', text);
          view.dispatch(tr.setMeta('uiEvent', 'cut'));
          return true;
        },
      },
    },
  });
}
