// Many steps as the one that comes of them.

import type { Node } from 'prosemirror-model';
import { Selection, type EditorState, type Plugin, type Transaction } from 'prosemirror-state';
import { unchecked } from './edited-text.ts';
import { replacementBetween } from './rebase.ts';

/** Leads from the document of a state to another one. Plugins have nothing to add to it, and nothing of it can be undone. */
function leadTo(state: EditorState, doc: Node): Transaction {
  const tr = state.tr.setMeta('addToHistory', false).setMeta(unchecked, true).setMeta('rebased', 0);
  const step = replacementBetween(state.doc, doc);
  if (step !== null) tr.step(step);
  const title = String(doc.attrs['title']);
  return title === String(state.doc.attrs['title']) ? tr : tr.setDocAttribute('title', title);
}

/**
 * The state as it would be had the user come from `before` in one step, or in none where that is what it holds. Of `plugins`, those that
 * are not among `lasting` begin anew, as that does which keeps what is unsent.
 */
export function summedUp(state: EditorState, before: Node, lasting: readonly Plugin[], plugins: readonly Plugin[]): EditorState {
  const anew = (from: EditorState): EditorState => from.reconfigure({ plugins: lasting }).reconfigure({ plugins });
  const { doc, selection } = state;
  if (doc.eq(before)) return anew(state);
  const back = anew(state.apply(leadTo(state, before)));
  const summed = back.apply(leadTo(back, doc));
  return summed.doc.eq(doc) ? summed.apply(summed.tr.setSelection(Selection.fromJSON(summed.doc, selection.toJSON()))) : state;
}
