import { useSyncExternalStore, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** What held on the screen last. */
const onScreen = new Map<string, boolean>();

/** Paper shows what is on the screen, however narrow it is. */
function holds(query: string): boolean {
  const held = matchMedia('print').matches ? onScreen.get(query) : undefined;
  const now = held ?? matchMedia(query).matches;
  onScreen.set(query, now);
  return now;
}

/** Whether a media query holds, as in `(width < 40rem)`. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => {
        list.removeEventListener('change', listener);
      };
    },
    () => holds(query),
  );
}

/** Whether the page is being printed: for what draws only what can be seen on the screen. */
export function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    // The paper is laid out right after this.
    const before = (): void => {
      flushSync(() => {
        setPrinting(true);
      });
    };
    const after = (): void => {
      setPrinting(false);
    };
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    return () => {
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
    };
  }, []);
  return isPrinting;
}
