// A second event like one that there is; of an occurrence a single event.

import { useCallback } from 'react';
import { notify } from '../../../ui/toasts.ts';
import { expectedOf, fieldsOf, newBody, timesAt } from '../event-fields.ts';
import type { CalendarEvent } from '../events.ts';
import type { EventTimes } from '../moves.ts';
import { noRepeat } from '../repeat.ts';
import { strings } from '../strings.ts';
import { useCreateEvent } from '../use-event-changes.ts';
import { useCalendars } from '../../../api/calendars.ts';

/** Makes it at the same time, or at another one that is given; a message says so, with a way back. */
export function useDuplicate(): (event: CalendarEvent, at?: EventTimes) => void {
  const { mutate } = useCreateEvent();
  const { data: calendars } = useCalendars();
  return useCallback(
    (event, at) => {
      const same = { ...fieldsOf(event), repeat: noRepeat };
      const { calendarId: _, ...elsewhere } = same;
      // A subscription takes none.
      const isForeign = calendars?.find(({ id }) => id === event.calendarId)?.source === 'subscription';
      const fields = { ...(isForeign ? elsewhere : same), ...(at === undefined ? {} : timesAt(at, event.timeZone)) };
      const creation = { key: crypto.randomUUID(), body: newBody(fields), expected: expectedOf(fields, null), fields };
      mutate(creation, {
        onError: (error) => {
          notify({ title: strings.createFailed, text: error.message, kind: 'problem' });
        },
      });
    },
    [mutate, calendars],
  );
}
