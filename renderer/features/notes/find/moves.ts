// What the bar does in the text: go to a place, replace it, replace all.

import { closeHistory } from 'prosemirror-history';
import type { Mark, Node } from 'prosemirror-model';
import { TextSelection, type EditorState, type Transaction } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { following, type FoundMatches, type MatchRange } from './matches.ts';

type Look = (state: EditorState) => FoundMatches;

/** Selects a place and brings it into sight. The focus stays where it is. */
export function goTo(view: EditorView, { from, to }: MatchRange): void {
  view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, from, to)));
  // The editor scrolls to its selection only while it has the focus.
  const scroll = (): void => {
    view.dom.querySelector('.find-current')?.scrollIntoView({ block: 'nearest' });
  };
  scroll();
  // Blocks that had never been drawn have their height only now.
  requestAnimationFrame(scroll);
}

export function goOn(view: EditorView, look: Look, direction: 1 | -1): void {
  const match = following(look(view.state).matches, view.state.selection, direction);
  if (match !== undefined) goTo(view, match);
}

/** Replaces the current place and goes on to the next one; without a current place it only goes there. */
export function replaceOne(view: EditorView, look: Look, text: string): void {
  const { matches, current } = look(view.state);
  const match = matches[current];
  if (match !== undefined) {
    const tr = replaceRange(view.state.tr, match, text);
    // What stands there now is not looked at again: it may hold what was looked for.
    view.dispatch(closeHistory(tr.setSelection(TextSelection.create(tr.doc, match.from + text.length))));
  }
  goOn(view, look, 1);
}

/** Replaces all places in one step back. Returns how many there were. */
export function replaceAll(view: EditorView, look: Look, text: string): number {
  const { matches } = look(view.state);
  const { tr } = view.state;
  for (const match of matches.toReversed()) replaceRange(tr, match, text);
  if (matches.length > 0) view.dispatch(closeHistory(tr));
  return matches.length;
}

/** The text stands as bold, as a link … as what it stands for. */
export function replaceRange(tr: Transaction, { from, to }: MatchRange, text: string): Transaction {
  if (text === '') return tr.delete(from, to);
  return tr.replaceWith(from, to, tr.doc.type.schema.text(text, marksOf(tr.doc, from, to)));
}

/** As its first character; a link only where all of it is that link. */
function marksOf(doc: Node, from: number, to: number): readonly Mark[] {
  let marks: readonly Mark[] | null = null;
  doc.nodesBetween(from, to, (node) => {
    if (!node.isInline) return;
    marks = marks === null ? node.marks : marks.filter((mark) => mark.type.spec.inclusive !== false || mark.isInSet(node.marks));
  });
  return marks ?? [];
}
