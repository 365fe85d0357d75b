import { TextSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { noteStats } from '../session/note-stats.ts';

/** Puts the cursor into a heading, by its number, and shows it at the top. */
export function goToHeading(view: EditorView, index: number): void {
  const heading = noteStats(view.state.doc, () => false)?.headings[index];
  if (heading === undefined) return;
  view.dispatch(view.state.tr.setSelection(TextSelection.near(view.state.doc.resolve(heading.pos + 1))));
  view.focus();
  const dom = view.nodeDOM(heading.pos);
  if (!(dom instanceof HTMLElement)) return;
  dom.scrollIntoView({ block: 'start' });
  // Blocks that had never been drawn have their height only now.
  requestAnimationFrame(() => {
    dom.scrollIntoView({ block: 'start' });
  });
}
