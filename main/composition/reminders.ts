// Builds reminders, with the records that have them handed in.

import { Reminders, type RemindersOptions } from '../features/reminders/reminders.ts';
import { reminderRoutes } from '../features/reminders/routes.ts';
import { ReminderStore } from '../features/reminders/store.ts';
import type { Endpoint } from '../invoke/endpoint.ts';
import { systemClock, type ClockWatch } from '../lib/clock.ts';
import type { Database } from '../storage/database.ts';
import type { Maintenance } from '../storage/maintenance.ts';

interface BuildRemindersOptions extends Pick<RemindersOptions, 'kinds' | 'record' | 'machineZone'> {
  readonly database: Database;
  readonly maintenance: Maintenance;
  readonly watch: Pick<ClockWatch, 'isEven'>;
}

/** The endpoints of reminders. */
export function buildReminders({ database, maintenance, watch, ...options }: BuildRemindersOptions): Endpoint[] {
  const reminders = new Reminders({ ...options, store: new ReminderStore(database), clock: systemClock });
  maintenance.add({ name: 'forget what was done about old reminders', slice: () => watch.isEven && reminders.forgetSome() });
  return reminderRoutes(reminders);
}
