import { useState } from 'react';
import { readSetting, writeSetting } from '../../../api/remembered.ts';
import { useMedia } from '../../../ui/use-media.ts';

const setting = 'calendar.layers';

/** The list of calendars: beside the calendar where there is room for it, else in a window of its own. */
export interface LayersPlace {
  readonly isBeside: boolean;
  readonly isShown: boolean;
  readonly show: (shown: boolean) => void;
}

export function useLayersShown(): LayersPlace {
  const isBeside = useMedia('(width >= 64rem)');
  const [isWanted, setWanted] = useState(() => readSetting(setting) !== 'off');
  const [isOpen, setOpen] = useState(false);
  return {
    isBeside,
    isShown: isBeside ? isWanted : isOpen,
    show: (shown) => {
      if (!isBeside) {
        setOpen(shown);
        return;
      }
      setWanted(shown);
      writeSetting(setting, shown ? null : 'off');
    },
  };
}
