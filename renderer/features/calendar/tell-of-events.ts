import type { BatchOptions } from '../../api/batch-deed.ts';
import type { Service } from '../../api/service.ts';
import { tellOfBatch, tellOfComingBatch } from '../../ui/toasts.ts';
import { strings } from './strings.ts';

export const calendarLists = { queryKey: ['event', 'calendar'] } as const;

/** Says what was done with many events, with a way back. */
export function tellOfEvents(service: Service, what: string, batchId: string): void {
  tellOfBatch(service, { what, batchIds: [batchId], ...undoOf(service) });
}

/** As `tellOfEvents`, for what is on its way: the way back is there at once. No batch: nothing came of it. */
export function tellOfComingEvents(service: Service, what: string, batchIds: Promise<readonly string[]>): void {
  tellOfComingBatch(service, { what, batchIds, ...undoOf(service) });
}

const undoOf = ({ queries }: Service): Pick<BatchOptions, 'failed' | 'refresh'> => ({
  failed: strings.undoFailed,
  refresh: () => queries.invalidateQueries(calendarLists),
});
