// What has been read of events, when the service has answered to a change.

import type { QueryClient } from '@tanstack/react-query';
import { isSeries, type CalendarEvent } from './events.ts';
import type { BatchOptions } from '../../api/batch-entry.ts';
import type { Service } from '../../api/service.ts';
import { tellOfBatch } from '../../ui/toasts.ts';
import { strings } from './strings.ts';

/** Puts an event as the service has it in the place of what was read before. */
export function keepEvent(queries: QueryClient, event: CalendarEvent): void {
  const queryKey = ['event', 'calendar'];
  if (isSeries(event)) {
    // Which occurrences there are now only the service knows.
    void queries.invalidateQueries({ queryKey: ['event'] });
    return;
  }
  if (queries.isFetching({ queryKey }) > 0) {
    // What is being read may be older.
    void queries.cancelQueries({ queryKey }).then(() => queries.invalidateQueries({ queryKey }));
  }
  queries.setQueriesData<readonly CalendarEvent[]>({ queryKey }, (list) => {
    if (list === undefined) return undefined;
    const known = list.find(({ id }) => id === event.id);
    if (known !== undefined && known.version > event.version) return list;
    return [...list.filter(({ id }) => id !== event.id), event];
  });
  queries.setQueryData<CalendarEvent>(['event', 'one', event.id], (known) =>
    known !== undefined && known.version > event.version ? known : event,
  );
}

export const calendarLists = { queryKey: ['event', 'calendar'] } as const;

/** Says what was done with many events, with a way back; `batchIds` as `tellOfBatch` takes them. */
export function tellOfEvents(service: Service, what: string, batchIds: BatchOptions['batchIds']): void {
  const refresh = (): Promise<void> => service.queries.invalidateQueries(calendarLists);
  tellOfBatch(service, { what, batchIds, failed: strings.undoFailed, refresh });
}
