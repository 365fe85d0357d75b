import { useState } from 'react';
import { readSetting, writeSetting } from '../../ui/remembered.ts';

const setting = 'calendar.cards';

/** Whether cards with due dates are shown, and the function to change that. They are, until the user says otherwise. */
export function useShowsCards(): readonly [boolean, (shows: boolean) => void] {
  const [shows, setShows] = useState(() => readSetting(setting) !== 'off');
  return [
    shows,
    (next) => {
      setShows(next);
      writeSetting(setting, next ? null : 'off');
    },
  ];
}
