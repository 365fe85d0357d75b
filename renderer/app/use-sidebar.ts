import { useCallback, useState } from 'react';
import { readSetting, writeSetting } from '../ui/remembered.ts';
import { useMedia } from '../ui/use-media.ts';

/** Below this the sidebar always shows icons alone. */
const tightWindow = '(width < 56rem)';

export function canFold(): boolean {
  return !matchMedia(tightWindow).matches;
}

/** Whether the sidebar shows icons alone: chosen and remembered, or because the window is narrow. */
export function useSidebar() {
  const tight = useMedia(tightWindow);
  const [folded, setFolded] = useState(() => readSetting('sidebar') === 'folded');
  const toggle = useCallback(() => {
    setFolded((before) => {
      writeSetting('sidebar', before ? null : 'folded');
      return !before;
    });
  }, []);
  return { narrow: tight || folded, canFold: !tight, toggle };
}
