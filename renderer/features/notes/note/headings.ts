import type { EditorView } from 'prosemirror-view';
import { useEffect, useState } from 'react';
import { blockElementAt } from '../editor/in-sight.ts';
import { type Heading, noteStats } from '../session/note-stats.ts';
import { TextSelection } from 'prosemirror-state';

/** In pixels: so far below the upper edge a heading has begun its part, and so near the end is the end. */
const [below, slack] = [96, 4] as const;

/** Which heading what is read stands under, by its number; -1 before the first one, and without a text that is drawn. */
export function useCurrentHeading(view: EditorView | null, headings: readonly Heading[]): number {
  const [current, setCurrent] = useState(-1);
  useEffect(() => {
    const scroller = view?.dom.closest('.note-scroller');
    if (view === null || scroller === null || scroller === undefined) return undefined;
    let frame = 0;
    const look = (): void => {
      frame = 0;
      if (view.isDestroyed) return;
      const { scrollTop, clientHeight, scrollHeight } = scroller;
      // The last parts may be too short to come to the upper edge.
      if (scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - slack) {
        setCurrent(headings.length - 1);
        return;
      }
      const block = blockElementAt(view, scroller.getBoundingClientRect().top + below);
      const pos = block === undefined ? 0 : view.posAtDOM(block, 0);
      setCurrent(headings.findLastIndex((heading) => heading.pos <= pos));
    };
    const later = (): void => {
      if (frame === 0) frame = requestAnimationFrame(look);
    };
    later();
    scroller.addEventListener('scroll', later, { passive: true });
    return () => {
      scroller.removeEventListener('scroll', later);
      cancelAnimationFrame(frame);
    };
  }, [view, headings]);
  return current;
}

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
