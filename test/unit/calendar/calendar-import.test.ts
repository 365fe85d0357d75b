import { expect, test } from 'vitest';
import { CalendarImport } from '../../../main/features/calendar/ics/calendar-import.ts';
import { AppError } from '../../../main/lib/app-error.ts';
import { windowActor } from '../../../main/lib/caller.ts';

test('a fault amid the writes of a large file says how much of it has come in, and how the others do', async () => {
  let [writes, failsAt] = [0, 1];
  const outcome = { counts: ['created'], skipped: [], lost: [], conflicts: [], silentAlarms: 0, keys: [] };
  const imports = new CalendarImport({
    calendars: { calendar: () => ({}), checkWritable: () => undefined },
    events: {
      bring: () => {
        // As many as make a write: each of one event.
        const end = performance.now() + 7;
        while (performance.now() < end);
        return outcome;
      },
    },
    reader: {
      run: () =>
        Promise.resolve({
          ok: true,
          chunks: [new TextEncoder().encode(JSON.stringify([{}, {}, {}]))],
          skipped: [],
          unreadable: [],
          lost: [],
        }),
    },
    write: async (work: () => unknown) => {
      if ((writes += 1) === failsAt) throw new AppError('storage_full', 'There is no room; nothing was changed');
      return await Promise.resolve(work());
    },
    attribute: (_origin: unknown, work: () => unknown) => work(),
    findRenamed: () => Promise.resolve(),
    newId: () => 'batch',
    machineZone: () => 'UTC',
  } as unknown as ConstructorParameters<typeof CalendarImport>[0]);
  const bring = (isSubscription = false): unknown =>
    imports.run({
      userId: 'u',
      actor: windowActor,
      calendarId: 'calendar',
      bytes: new Uint8Array(1),
      isDryRun: false,
      isSubscription,
      signal: new AbortController().signal,
    });

  await expect(bring()).rejects.toMatchObject({ message: 'There is no room; nothing was changed' });
  [writes, failsAt] = [0, 3];
  await expect(bring()).rejects.toMatchObject({
    code: 'storage_full',
    message: 'There is no room; 2 events have come in; import the file again for the others',
  });
  [writes, failsAt] = [0, 3];
  await expect(bring(true)).rejects.toMatchObject({
    message: 'There is no room; 2 events have come in; the others come when it is read again',
  });
});
