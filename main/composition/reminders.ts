// Builds reminders, with the records that have them handed in.

import { Reminders, type RemindersOptions } from '../features/reminders/reminders.ts';
import { reminderRoutes } from '../features/reminders/routes.ts';
import { ReminderStore } from '../features/reminders/store.ts';
import type { Endpoint } from '../invoke/endpoint.ts';
import { systemClock } from '../lib/clock.ts';
import type { Database } from '../storage/database.ts';
import type { Maintenance } from '../storage/maintenance.ts';

interface BuildRemindersOptions extends Pick<RemindersOptions, 'kinds' | 'record' | 'machineZone'> {
  readonly database: Database;
  readonly maintenance: Maintenance;
}

/** The endpoints of reminders. */
export function buildReminders({ database, maintenance, ...options }: BuildRemindersOptions): Endpoint[] {
  const reminders = new Reminders({ ...options, store: new ReminderStore(database), clock: systemClock });
  maintenance.add({ name: 'forget what was done about old reminders', isByAge: true, slice: () => reminders.forgetSome() });
  return reminderRoutes(reminders);
}
