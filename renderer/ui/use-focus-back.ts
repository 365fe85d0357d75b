import { useState } from 'react';

interface FocusBack {
  /** To be called when the user leaves a field by a key, before it goes. */
  readonly ask: () => void;
  /** For what comes in its place, such as the button that has opened it. */
  readonly take: (element: HTMLElement | null) => void;
}

/** Gives the focus to what comes in the place of a field that was left by a key: else it would be nowhere. */
export function useFocusBack(): FocusBack {
  const [back] = useState((): FocusBack => {
    let isAsked = false;
    return {
      ask: () => {
        isAsked = true;
      },
      take: (element) => {
        if (element === null || !isAsked) return;
        isAsked = false;
        element.focus();
      },
    };
  });
  return back;
}
