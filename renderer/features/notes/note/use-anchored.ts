import type { EditorView } from 'prosemirror-view';
import { useLayoutEffect, useRef, type RefObject } from 'react';

const gap = 6;
const edge = 8;

/**
 * Keeps a panel of `position: fixed` below what `anchor` gives, or above it where there is more room, also while something scrolls.
 * `view`: the text that the anchor is in. Where that is scrolled out of sight so is the panel, unless it has the focus.
 */
export function useAnchored<Panel extends HTMLElement>(
  anchor: () => Pick<DOMRect, 'left' | 'top' | 'bottom'> | null,
  view: EditorView | null = null,
): RefObject<Panel | null> {
  const panel = useRef<Panel>(null);
  useLayoutEffect(() => {
    const place = (): void => {
      const element = panel.current;
      const rect = anchor();
      if (element === null || rect === null) return;
      const { offsetWidth: width, offsetHeight: height } = element;
      const below = rect.bottom + gap;
      const fits = below + height <= innerHeight - edge || rect.top < innerHeight - rect.bottom;
      element.style.top = `${Math.max(edge, fits ? Math.min(below, innerHeight - edge - height) : rect.top - gap - height)}px`;
      const seen = view?.dom.closest('.note-scroller, .dialog-body')?.getBoundingClientRect();
      const isAway = seen !== undefined && (rect.bottom < seen.top || rect.top > seen.bottom);
      element.style.visibility = isAway && !element.contains(document.activeElement) ? 'hidden' : '';
      element.style.left = `${Math.max(edge, Math.min(rect.left, innerWidth - edge - width))}px`;
    };
    place();
    const observer = new ResizeObserver(place);
    if (panel.current !== null) observer.observe(panel.current);
    window.addEventListener('scroll', place, true);
    window.addEventListener('resize', place);
    return () => {
      observer.disconnect();
      window.removeEventListener('scroll', place, true);
      window.removeEventListener('resize', place);
    };
  });
  return panel;
}
