// Calendars as files, addresses that are read, and addresses for others.

import { useMutation } from '@tanstack/react-query';
import { routes } from '../../../api/routes.ts';
import { useService } from '../../../api/service.ts';
import { saveFile } from '../../../ui/hand-over.ts';
import { strings } from './strings.ts';
import { showCalendar, type Calendar } from '../../../api/calendars.ts';

/** Large files take a while. */
const timeoutMs = 300_000;

/** Saves a calendar as a file. */
export function useExportCalendar(): (calendar: Calendar) => void {
  const { client } = useService();
  const { mutate } = useMutation({
    meta: { failed: strings.exportFailed },
    mutationFn: async ({ id, name }: Calendar) => {
      const { blob, filename } = await client.file(routes.exportCalendar, { params: { id }, timeoutMs });
      saveFile(blob, filename ?? `${name}.ics`);
    },
  });
  return mutate;
}

interface Import {
  readonly calendar: Calendar;
  readonly file: Blob;
  readonly isDryRun: boolean;
}

/** Brings the events of a file into a calendar, or tells what would come of it. It rejects with what the service said. */
export function useImportCalendar() {
  const service = useService();
  const { client, queries } = service;
  return useMutation({
    mutationFn: ({ calendar: { id }, file, isDryRun }: Import) =>
      client.call(routes.importCalendar, {
        params: { id },
        query: { dryRun: isDryRun ? 'true' : 'false' },
        body: new Blob([file], { type: 'text/calendar' }),
        timeoutMs,
      }),
    onSuccess: async (_report, { calendar, isDryRun }) => {
      if (isDryRun) return;
      void showCalendar(service, calendar.id);
      await queries.invalidateQueries({ queryKey: ['event'] });
    },
  });
}

/** Reads a subscription now. */
export function useRefreshCalendar(): (calendar: Calendar) => void {
  const { client, queries } = useService();
  const { mutate } = useMutation({
    meta: { failed: strings.refreshFailed },
    mutationFn: ({ id }: Calendar) => client.call(routes.refreshCalendar, { params: { id }, timeoutMs }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['calendar'] }),
  });
  return mutate;
}

/** Makes a secret address of a calendar, which ends the one before. It rejects with what the service said. */
export function useMakeFeed() {
  const { client, queries } = useService();
  return useMutation({
    mutationFn: ({ id }: Calendar) => client.call(routes.makeFeed, { params: { id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['calendar'] }),
  });
}

/** Ends the secret address of a calendar. */
export function useEndFeed() {
  const { client, queries } = useService();
  return useMutation({
    meta: { failed: strings.feedFailed },
    mutationFn: ({ id }: Calendar) => client.call(routes.removeFeed, { params: { id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['calendar'] }),
  });
}
