import { remindersApi } from '../../contract/reminders.ts';
import { command, query, type Endpoint } from '../../invoke/endpoint.ts';
import type { Reminders } from './reminders.ts';

export function reminderRoutes(reminders: Reminders): Endpoint[] {
  return [
    query(remindersApi.listReminders, ({ caller, query }) => reminders.list(caller, query)),
    // Claims are kept in memory: a write can be undone and run once more, which would find its own.
    query(remindersApi.ringReminders, ({ caller, body }) => reminders.ring(caller, body)),
    command(remindersApi.confirmReminders, ({ caller, body }) => reminders.confirm(caller, body)),
    command(remindersApi.snoozeReminder, ({ caller, body }) => reminders.snooze(caller, body)),
    command(remindersApi.dismissReminder, ({ caller, body }) => reminders.dismiss(caller, body)),
  ];
}
