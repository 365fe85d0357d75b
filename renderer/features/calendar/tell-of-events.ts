import type { Service } from '../../api/service.ts';
import { tellOfBatch } from '../../ui/toasts.ts';
import { strings } from './strings.ts';

export const calendarLists = { queryKey: ['event', 'calendar'] } as const;

/** Says what was done with many events, with a way back. */
export function tellOfEvents(service: Service, what: string, batchId: string): void {
  const refresh = (): Promise<void> => service.queries.invalidateQueries(calendarLists);
  tellOfBatch(service, { what, batchIds: [batchId], failed: strings.undoFailed, refresh });
}
