// Changing one thing of an event without its form.

import { useCallback } from 'react';
import { useService } from '../../../api/service.ts';
import { notify, tellOfDeed } from '../../../ui/toasts.ts';
import { isSeries, type CalendarEvent } from '../events.ts';
import { scopeOfChange } from '../scope-of.ts';
import { strings } from '../strings.ts';
import { isConflict, useChangeEvent } from '../use-event-changes.ts';
import { useChangeSeries } from '../use-series-changes.ts';

type Edit = Partial<Pick<CalendarEvent, 'color' | 'calendarId'>>;

/** Changes an event, of a series the occurrences that the user chooses; a message says so, with a way back, or why not. */
export function useEditEvent(): (event: CalendarEvent, edit: Edit) => void {
  const service = useService();
  const { mutate } = useChangeEvent();
  const { mutate: mutateSeries } = useChangeSeries();
  return useCallback(
    (event, edit) => {
      const what = strings.eventEdited(event.title);
      const failed = (error: Error): void => {
        notify({ title: strings.saveFailed, text: isConflict(error) ? strings.changedMeanwhile : error.message, kind: 'problem' });
      };
      const change = { event, body: edit, expected: edit };
      if (isSeries(event)) {
        void scopeOfChange(change).then((scope) => {
          if (scope !== null) mutateSeries({ ...change, scope, what }, { onError: failed });
        });
        return;
      }
      const deed = service.history.begin(what);
      const message = tellOfDeed(service, deed);
      mutate(
        { ...change, deed },
        {
          onError: (error) => {
            message.close();
            failed(error);
          },
        },
      );
    },
    [service, mutate, mutateSeries],
  );
}
