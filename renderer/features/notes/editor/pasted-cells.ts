// Cells that are pasted into a table.

import type { Slice } from 'prosemirror-model';
import { TextSelection, type Transaction } from 'prosemirror-state';
import { CellSelection, handlePaste, isInTable, selectedRect } from 'prosemirror-tables';
import type { EditorView } from 'prosemirror-view';

/** Header cells that say nothing of alignment are aligned as those were that they replace. */
function keepAlignment(tr: Transaction, { $anchorCell }: CellSelection, aligns: readonly unknown[]): void {
  const header = $anchorCell.node(-1).firstChild;
  let pos = $anchorCell.start(-1) + 1;
  for (const [column, cell] of header?.children.entries() ?? []) {
    const align = aligns[column] ?? null;
    if (cell.attrs['align'] === null && align !== null) tr.setNodeAttribute(pos, 'align', align);
    pos += cell.nodeSize;
  }
}

/** Puts cells in as the library does, which leaves them selected: here the cursor is behind them, as what is typed next is meant to be. */
export function pasteCells(view: EditorView, event: ClipboardEvent, slice: Slice): boolean {
  if (!isInTable(view.state)) return false;
  const aligns = selectedRect(view.state).table.firstChild?.children.map(({ attrs }) => attrs['align'] as unknown) ?? [];
  const dispatch = (tr: Transaction): void => {
    const { selection } = tr;
    if (selection instanceof CellSelection) {
      keepAlignment(tr, selection, aligns);
      const { pos, nodeAfter } = selection.$headCell;
      tr.setSelection(TextSelection.create(tr.doc, pos + (nodeAfter?.nodeSize ?? 0) - 1));
    }
    view.dispatch(tr.scrollIntoView().setMeta('paste', true).setMeta('uiEvent', 'paste'));
  };
  return handlePaste({ state: view.state, dispatch } as unknown as EditorView, event, slice);
}
