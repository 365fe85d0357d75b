import type { EditorView } from 'prosemirror-view';
import { Selection } from 'prosemirror-state';
import { parseMarkdown } from './markdown-parse.ts';
import { openSlice, textSlice } from './paste.ts';

/** Puts markdown in at the cursor, in the place of what is selected; at the end of a note in which no cursor was set yet. */
export function insertMarkdown(view: EditorView, markdown: string): void {
  const { state } = view;
  const { tr } = state;
  const untouched = state.selection.eq(Selection.atStart(state.doc)) && !view.hasFocus();
  if (untouched) tr.setSelection(Selection.atEnd(state.doc));
  const isCode = tr.selection.$from.parent.type.spec.code === true;
  const doc = isCode ? null : parseMarkdown(markdown);
  if (isCode) tr.insertText(markdown);
  else tr.replaceSelection(doc === null ? textSlice(markdown) : openSlice(doc));
  view.dispatch(tr.scrollIntoView().setMeta('paste', true));
}
