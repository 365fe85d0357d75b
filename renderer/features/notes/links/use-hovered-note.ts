import type { EditorView } from 'prosemirror-view';
import { useEffect } from 'react';
import { noteMentionAt, preview, previewedIn } from '../editor/previewed.ts';

/** Milliseconds of pointing at a link until its preview opens, and of pointing elsewhere until it closes. */
const wait = { open: 400, close: 250 } as const;

/** Opens the preview of the link that is pointed at, and closes it when neither of them is any more. */
export function useHoveredNote(view: EditorView): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = (act: () => void, ms: number): void => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (!view.isDestroyed) act();
      }, ms);
    };
    // While the user types, text moves under a pointer that rests: that is no pointing.
    let pointer = '';
    let resting: string | null = null;
    const moved = ({ clientX, clientY }: PointerEvent): void => {
      pointer = `${clientX} ${clientY}`;
    };
    const over = (event: PointerEvent): void => {
      const { target, pointerType, buttons } = event;
      moved(event);
      if (!(target instanceof Element) || view.isDestroyed || pointerType === 'touch' || pointer === resting) return;
      if (target.closest('.note-preview') !== null) {
        clearTimeout(timer);
        return;
      }
      // Within a link that has an address there is the card of that.
      const chip = buttons === 0 ? target.closest('a.mention-note:not(a *)') : null;
      if (chip === null || !view.dom.contains(chip)) {
        clearTimeout(timer);
        if (previewedIn(view.state)?.byKey === false)
          later(() => {
            preview(view, null);
          }, wait.close);
        return;
      }
      later(() => {
        if (!chip.isConnected) return;
        const mention = noteMentionAt(view.state, view.posAtDOM(chip, 0));
        if (mention !== null && previewedIn(view.state)?.mention.from !== mention.from) preview(view, { mention, byKey: false });
      }, wait.open);
    };
    // What is typed or clicked counts, not where the pointer rests meanwhile.
    const done = (): void => {
      clearTimeout(timer);
      resting = pointer;
      if (previewedIn(view.state)?.byKey === false) preview(view, null);
    };
    document.addEventListener('pointerover', over);
    document.addEventListener('pointermove', moved, { passive: true });
    view.dom.addEventListener('keydown', done);
    view.dom.addEventListener('pointerdown', done);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('pointerover', over);
      document.removeEventListener('pointermove', moved);
      view.dom.removeEventListener('keydown', done);
      view.dom.removeEventListener('pointerdown', done);
    };
  }, [view]);
}
