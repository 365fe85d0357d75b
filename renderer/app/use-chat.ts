import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ChatDoor, Wish } from '../features/chat/actions.ts';
import { useMedia } from '../ui/use-media.ts';

/** Below this the chat lies over the page instead of beside it; frame.css knows the same width. */
const tightWindow = '(width < 75rem)';

interface ChatFrame {
  readonly isOpen: boolean;
  /** It was opened once: it stays, so that the conversation does. */
  readonly isUsed: boolean;
  /** Nothing of the page can be seen or reached. */
  readonly covers: boolean;
  readonly wish: Wish;
  readonly door: ChatDoor;
  readonly close: () => void;
}

/** Whether the chat is shown, and what for. On a narrow window, going to another page closes it. */
export function useChat(path: string): ChatFrame {
  const tight = useMedia(tightWindow);
  const [isOpen, setOpen] = useState(false);
  const [wish, setWish] = useState<Wish>({ what: 'open', count: 0 });
  const close = useCallback(() => {
    setOpen(false);
  }, []);
  const door = useMemo((): ChatDoor => {
    const open = (what: Wish['what']): void => {
      setOpen(true);
      setWish(({ count }) => ({ what, count: count + 1 }));
    };
    return {
      open,
      toggle: () => {
        setOpen((before) => !before);
        setWish(({ count }) => ({ what: 'open', count: count + 1 }));
      },
    };
  }, []);
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    if (tight) setOpen(false);
  }, [path, tight]);
  return { isOpen, isUsed: wish.count > 0, covers: isOpen && tight, wish, door, close };
}
