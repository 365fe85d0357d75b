// Changing one thing of an event without its form.

import { useCallback } from 'react';
import { useService } from '../../../api/service.ts';
import { showUndoMessage } from '../../../ui/toasts.ts';
import { isSeries, type CalendarEvent } from '../events.ts';
import { strings } from '../strings.ts';
import { tellRefused, useChangeEvent } from '../use-event-changes.ts';
import { useChangeOccurrence } from '../use-series-changes.ts';

type Edit = Partial<Pick<CalendarEvent, 'color' | 'calendarId' | 'isCancelled'>>;

/** Changes an event, of a series the occurrences that the user chooses; a message says so, with a way back, or why not. */
export function useEditEvent(): (event: CalendarEvent, edit: Edit) => void {
  const service = useService();
  const { mutate } = useChangeEvent();
  const changeOccurrence = useChangeOccurrence();
  return useCallback(
    (event, edit) => {
      const what = strings.eventEdited(event.title);
      const change = { event, body: edit, expected: edit };
      if (isSeries(event)) {
        void changeOccurrence({ ...change, what }, strings.saveFailed);
        return;
      }
      const historyEntry = service.history.begin(what);
      const message = showUndoMessage(service, historyEntry);
      mutate(
        { ...change, historyEntry },
        {
          onError: (error) => {
            message.close();
            tellRefused(strings.saveFailed, error);
          },
        },
      );
    },
    [service, mutate, changeOccurrence],
  );
}
