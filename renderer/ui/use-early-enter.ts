import { useEffect, useState, type KeyboardEvent } from 'react';
import { isComposing } from '../actions/shortcut.ts';

/** Enter that comes before what is found: the first of that is meant. Pressed once more, it takes what is there. */
export function useEarlyEnter(isEarly: boolean, perform: () => void) {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (!isHeld || isEarly) return;
    setHeld(false);
    perform();
  }, [isHeld, isEarly, perform]);
  return {
    take: (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !isEarly || isHeld || isComposing(event.nativeEvent)) return;
      event.preventDefault();
      setHeld(true);
    },
    forget: () => {
      setHeld(false);
    },
  };
}
