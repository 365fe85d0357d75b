import type { BatchOptions } from '../../api/batch-deed.ts';
import type { Service } from '../../api/service.ts';
import { tellOfBatch } from '../../ui/toasts.ts';
import { strings } from './strings.ts';

export const calendarLists = { queryKey: ['event', 'calendar'] } as const;

/** Says what was done with many events, with a way back; `batchIds` as `tellOfBatch` takes them. */
export function tellOfEvents(service: Service, what: string, batchIds: BatchOptions['batchIds']): void {
  const refresh = (): Promise<void> => service.queries.invalidateQueries(calendarLists);
  tellOfBatch(service, { what, batchIds, failed: strings.undoFailed, refresh });
}
