import { useSyncExternalStore } from 'react';

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
    () => matchMedia(query).matches,
  );
}
