// The end of a composition that the browser does not tell of, as where an input method is ended or what it writes in is taken away.
// ProseMirror would go on waiting for it: it leaves all keys to the browser, and what others write is not taken in.

import { Plugin } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';

/** Without the focus nothing is composed; some browsers tell of the end up to this many milliseconds later. */
const afterBlur = 50;

/** Has ProseMirror read what was composed, as after the end that it was not told of. */
function endComposition(view: EditorView): void {
  view.dom.dispatchEvent(new CompositionEvent('compositionend'));
}

export function lostCompositionPlugin(): Plugin {
  return new Plugin({
    props: {
      handleDOMEvents: {
        // A key that an input method takes has this code where it begins a composition, and says so within one.
        keydown: (view, { isComposing, keyCode }) => {
          if (view.composing && !isComposing && keyCode !== 229) endComposition(view);
          return false;
        },
        blur: (view) => {
          setTimeout(() => {
            const isFocused = view.hasFocus() && view.dom.ownerDocument.hasFocus();
            if (!view.isDestroyed && view.composing && !isFocused) endComposition(view);
          }, afterBlur);
          return false;
        },
      },
    },
  });
}
