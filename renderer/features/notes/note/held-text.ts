// What is typed on the way from the text of one note to another one is meant for that one, also before it is there.

import { Fragment, Slice } from 'prosemirror-model';
import type { EditorView } from 'prosemirror-view';
import { useLayoutEffect } from 'react';
import { noteSchema } from '../../../../main/contract/note-schema.ts';
import { holdKeys, isHolding, isHoldingFor, releaseKeys } from '../fresh-note.ts';
import { firstId } from '../new-note.ts';
import type { NoteSession } from '../session/note-session.ts';
import { besideOf, noteOf } from '../split/pane-address.ts';
import { usePane } from '../split/pane-router.tsx';
import { strings } from '../strings.ts';

const { paragraph } = noteSchema.nodes;

/** Writes what was typed since the keys were held where the cursor is, which then has the focus; nothing happens where none are held. */
export function writeHeld(view: EditorView): void {
  const held = releaseKeys();
  if (held === null) return;
  const [line = '', ...further] = held.split('\n');
  const { tr } = view.state;
  if (further.length === 0 && line !== '') tr.insertText(line);
  else if (further.length > 0) {
    const paragraphs = [line, ...further].map((text) => paragraph.create(null, text === '' ? null : noteSchema.text(text)));
    tr.replaceSelection(new Slice(Fragment.from(paragraphs), 1, 1));
  }
  if (tr.docChanged) view.dispatch(tr.scrollIntoView());
  view.focus();
}

/** Has keys held from when the text of a note goes away, with the focus in it, until that of the next one in its place is there. */
export function useHandOver(session: NoteSession, view: EditorView | null): void {
  const { pane } = usePane();
  useLayoutEffect(
    () => () => {
      // The address is that of the next one already.
      const { pathname: path, search } = location;
      const next = pane === 'main' ? noteOf(path) : besideOf({ path, search });
      if (view?.hasFocus() === true && next !== null && firstId(next) !== firstId(session.id) && !isHolding()) holdKeys(strings.typedAhead);
    },
    [session, view, pane],
  );
  useLayoutEffect(() => {
    if (view !== null && isHoldingFor(session.id)) writeHeld(view);
  }, [session, view]);
}
