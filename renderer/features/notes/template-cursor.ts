// Where the cursor of a note stands that was just made from a template: at its `{{cursor}}`.

import type { Node } from 'prosemirror-model';
import { Selection, TextSelection, type EditorState, type Transaction } from 'prosemirror-state';
import { noteSchema } from '../../../main/contract/note-schema.ts';
import { parsePastedMarkdown } from './editor/insert-markdown.ts';
import type { MadeNote } from './fresh-note.ts';

/** Stands for the cursor while the markdown is read: a character of private use, which is text everywhere. */
const sign = '\uE0C5';

function placeOfSign(doc: Node): number | null {
  let at: number | null = null;
  doc.descendants((node, pos) => {
    const index = node.isText ? (node.text?.indexOf(sign) ?? -1) : -1;
    if (index >= 0) at = pos + index;
    return at === null;
  });
  return at;
}

/** Selects the place in a note that still is as it was made; null where there is none in its text. */
export function atCursor({ doc, tr }: EditorState, { content, cursor = 0 }: MadeNote): Transaction | null {
  if (content.includes(sign)) return null;
  const read = parsePastedMarkdown(content.slice(0, cursor) + sign + content.slice(cursor), true);
  const at = read === null ? null : placeOfSign(read);
  if (read === null || at === null) return null;
  const $at = read.resolve(at);
  // A line of its own is no block of the note: without its sign it is blank.
  const isAlone = $at.depth === 1 && $at.parent.childCount === 1 && $at.parent.content.size === 1;
  if (isAlone) {
    const index = $at.index(0);
    const others = read.content.content.filter((_block, place) => place !== index);
    const isSame = others.length === doc.childCount && others.every((block, place) => block.eq(doc.child(place)));
    const isEmpty = others.length === 0 && doc.childCount === 1 && doc.content.size === 2;
    if (isEmpty) return tr.setSelection(TextSelection.create(tr.doc, 1));
    if (!isSame) return null;
    tr.insert($at.before(1), noteSchema.nodes.paragraph.create());
    return tr.setSelection(TextSelection.create(tr.doc, $at.before(1) + 1)).setMeta('addToHistory', false);
  }
  // Signs around it may mean something else without it: then it is near there.
  return tr.setSelection(Selection.near(doc.resolve(Math.min(at, doc.content.size))));
}
