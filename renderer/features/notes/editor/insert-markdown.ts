// Markdown that is pasted, as a document: by the same rules as the service reads what is stored.

import { Slice, type Node, type ResolvedPos } from 'prosemirror-model';
import { parsePiece } from '../../../../main/contract/markdown/parse.ts';
import { storable } from '../../../../main/contract/note-attributes.ts';
import { noteSchema } from '../../../../main/contract/note-schema.ts';
import { Selection, type EditorState, type Transaction } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { givenAs, insertedAs } from '../session/edited-text.ts';
import { withFreeLabels } from './pasted-labels.ts';

/** A whole note with `atStart`, which allows front matter; else a piece of one. Null if it cannot be read as a document of notes. */
export function parsePastedMarkdown(markdown: string, atStart = false): Node | null {
  const { blocks } = parsePiece(storable(markdown), { known: {}, atStart });
  const doc = noteSchema.nodes.doc.create(
    null,
    blocks.map(({ node }) => node),
  );
  try {
    doc.check();
    return doc;
  } catch {
    return null;
  }
}

const { nodes } = noteSchema;

/** Whether a note holds nothing yet. */
export function isEmptyNote({ doc }: EditorState): boolean {
  return doc.childCount === 1 && doc.firstChild?.type === nodes.paragraph && doc.firstChild.content.size === 0;
}

/** Makes markdown all that an empty note holds; its bytes are kept. Null where it is more than a note can be. */
export function fillNote(state: EditorState, markdown: string): Transaction | null {
  const doc = parsePastedMarkdown(markdown, true);
  if (doc === null) return null;
  const tr = state.tr.replaceWith(0, state.doc.content.size, doc.content);
  return tr.setSelection(Selection.atEnd(tr.doc)).setMeta(givenAs, storable(markdown));
}

/** Behind the outermost block that a position lies in, or in the place of an empty paragraph there. */
function placeBeside($pos: ResolvedPos): { readonly from: number; readonly to: number } {
  if ($pos.depth === 0) return { from: $pos.pos, to: $pos.pos };
  const isEmpty = $pos.depth === 1 && $pos.parent.type === nodes.paragraph && $pos.parent.content.size === 0;
  return { from: isEmpty ? $pos.before(1) : $pos.after(1), to: $pos.after(1) };
}

/**
 * The transaction that puts markdown in as blocks of its own: behind the block that the selection ends in. Nothing else is touched. Null
 * for what a note cannot hold.
 */
export function withMarkdown(state: EditorState, markdown: string, atEnd: boolean): Transaction | null {
  if (isEmptyNote(state)) return fillNote(state, markdown);
  const doc = parsePastedMarkdown(markdown);
  if (doc === null) return null;
  const { from, to } = placeBeside(atEnd ? Selection.atEnd(state.doc).$to : state.selection.$to);
  const { content } = withFreeLabels(new Slice(doc.content, 0, 0), state.doc);
  const tr = state.tr.replaceWith(from, to, content).setMeta(insertedAs, storable(markdown));
  return tr.setSelection(Selection.near(tr.doc.resolve(from + content.size), -1));
}

/** Puts markdown in behind the block that the cursor is in, as blocks of its own; at the end of a note in which no cursor was set yet. */
export function insertMarkdown(view: EditorView, markdown: string): void {
  const { state } = view;
  const untouched = state.selection.eq(Selection.atStart(state.doc)) && !view.hasFocus();
  const tr = withMarkdown(state, markdown, untouched);
  if (tr !== null) view.dispatch(tr.scrollIntoView().setMeta('paste', true));
}
