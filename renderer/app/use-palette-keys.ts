// What the palette does by keys: which of its lines is selected.

import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';

/** What is found may come late: until the user chooses with arrow keys or pointer, the first of `ids` is selected. */
export function usePaletteSelection(ids: readonly string[]) {
  const [picked, setPicked] = useState<string | null>(null);
  const picks = useRef(false);
  const pick = (): void => {
    picks.current = true;
  };
  return {
    /** Whether the user has chosen among them. */
    isPicked: () => picks.current,
    reset: () => {
      picks.current = false;
      setPicked(null);
    },
    attributes: {
      value: picked !== null && ids.includes(picked) ? picked : (ids[0] ?? ''),
      onValueChange: (id: string) => {
        if (picks.current) setPicked(id);
      },
      onKeyDownCapture: ({ key }: KeyboardEvent) => {
        if (/^(?:Arrow|Home|End|Page)/.test(key)) pick();
      },
      onPointerMoveCapture: pick,
    },
  };
}

/**
 * Tells screen readers of the selected option. cmdk does so as well, but looks for it only when the user moves: where others come under the
 * selection, it goes on naming one that is gone.
 */
export function useActiveDescendant(value: string): RefObject<HTMLDivElement | null> {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const id = root.current?.querySelector(`[cmdk-item][data-value="${CSS.escape(value)}"]`)?.id;
    for (const element of root.current?.querySelectorAll('[role="combobox"], [role="listbox"]') ?? []) {
      if (id === undefined) element.removeAttribute('aria-activedescendant');
      else element.setAttribute('aria-activedescendant', id);
    }
  });
  return root;
}
