import { datePreferences } from '../../ui/date-preferences.ts';

/** How long a new event is proposed to be, in minutes. Read it anew for each event: the user may change it. */
export function defaultLength(): number {
  return datePreferences().eventLength;
}
