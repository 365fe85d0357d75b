// What the user selects by a key or a click is the browser's first: it tells the editor by an event, which may come late on a busy machine.
// Whatever is drawn until then would put the selection back to where it was. So it is read before.

import type { Transaction } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';

/** What prosemirror-view keeps to itself: what reads what the browser has changed, the selection as well. */
interface Internals {
  readonly domObserver: { flush(): void };
}

/** The editor itself puts the selection back this many milliseconds after it got the focus. */
const afterFocus = 20;

/** Reads what is selected now into the state. Nothing is read while a character is being composed. */
export function readSelection(view: EditorView): void {
  if (!view.isDestroyed && !view.composing) (view as unknown as Internals).domObserver.flush();
}

/**
 * Has it read before the editor puts it back by itself. Where it is as it was, it is selected all the same: what the cursor is at is shown
 * as its source.
 */
export function readsAfterFocus(view: EditorView): void {
  view.dom.addEventListener('focus', () => {
    setTimeout(() => {
      readSelection(view);
      if (view.isDestroyed || view.composing || !view.hasFocus()) return;
      const { selection, storedMarks, tr } = view.state;
      view.dispatch(tr.setSelection(selection).setStoredMarks(storedMarks).setMeta('addToHistory', false));
    }, afterFocus - 5);
  });
}

/** A transaction that only draws, as of an answer that has come, and says nothing of text and selection: it keeps what is selected. */
export function keepingSelection(view: EditorView, transaction: Transaction): Transaction {
  if (transaction.docChanged || transaction.selectionSet) return transaction;
  readSelection(view);
  const { doc, selection } = view.state;
  return doc === transaction.doc && !selection.eq(transaction.selection) ? transaction.setSelection(selection) : transaction;
}
