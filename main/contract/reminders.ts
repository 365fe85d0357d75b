// Reminders: how long before it begins an event rings, or a card before it is due, and what was done about those that rang.

import { z } from 'zod';
import { exactTime, queryTime } from './date-time.ts';
import { reminderLimits } from './limits.ts';
import { route } from './route.ts';
import { id, instant, listOf, paging } from './text.ts';

const minutesRange = `must be a whole number from 0 to ${reminderLimits.minutesBefore}`;

const minutesBefore = z.int(minutesRange).min(0, minutesRange).max(reminderLimits.minutesBefore, minutesRange);

export const Reminder = z
  .strictObject(
    { minutesBefore: minutesBefore.meta({ description: 'Minutes, as they pass: 1440 are 24 hours also where the clocks change' }) },
    'must be an object with minutesBefore',
  )
  .meta({ id: 'Reminder', description: 'When to remind of a record' });

export type Reminder = z.infer<typeof Reminder>;

/** As they are written on a record; absent: kept. */
export const writeReminders = z
  .array(Reminder, 'must be a list of objects with minutesBefore')
  .max(reminderLimits.count, `must hold at most ${reminderLimits.count} reminders`)
  .refine(
    (reminders) => new Set(reminders.map((reminder) => reminder.minutesBefore)).size === reminders.length,
    'must not name the same time twice',
  )
  .nullable()
  .optional();

const type = z.enum(['event', 'card'], 'must be event or card');

const time = queryTime.unwrap();

const exact = exactTime('must be a date-time with an offset, such as 2026-03-01T09:30:00Z');

export const RingingReminder = z
  .object({
    at: instant.meta({ description: 'When it rings; of one that was snoozed, the end of that' }),
    type,
    id: id.meta({ description: 'Of the event or card' }),
    occurrenceId: z.string().nullable().meta({ description: 'Of an occurrence of a series; null for a single event, and a card' }),
    title: z.string(),
    startTime: instant.meta({ description: 'When the event begins, or the card is due' }),
    endTime: instant.nullable().meta({ description: 'When the event ends; null for a card' }),
    isAllDay: z.boolean().meta({ description: 'The event lasts whole days, or the card is due on a date without a time' }),
    startDate: z.iso.date().optional().meta({
      description: 'Only where `isAllDay`: the first day of the event in its own zone, or the date on which the card is due',
    }),
    originalAt: instant.meta({ description: 'When it was to ring at first' }),
    rungAt: instant.nullable().meta({ description: 'When it was told; null while it was not' }),
  })
  .meta({ id: 'RingingReminder', description: 'What rings, and when' });

export type RingingReminder = z.infer<typeof RingingReminder>;

export const ReminderQuery = z.strictObject({
  from: time.meta({ description: 'Only what rings at or after this date or date-time; a date is its midnight here' }),
  to: time.meta({ description: `Only what rings before this date or date-time; at most ${reminderLimits.rangeDays} days` }),
  ...paging({ default: 500, max: 1000 }),
});

export type ReminderQuery = z.infer<typeof ReminderQuery>;

const reminderFields = {
  type,
  id: z
    .string('must be a string')
    .max(200, 'must be at most 200 characters')
    .meta({ description: 'Of the card or event; of a series also the id of an occurrence, for that one alone' }),
  at: exact.meta({ description: 'When it rings, as the list tells' }),
};

export const ReminderKey = z.strictObject(reminderFields, 'must be an object with type, id and at').meta({
  id: 'ReminderKey',
  examples: [{ type: 'event', id: '01890a5d-ac96-774b-bcce-b302099a8057', at: '2026-03-01T09:20:00Z' }],
});

export type ReminderKey = z.infer<typeof ReminderKey>;

export const SnoozeReminder = z
  .strictObject({
    ...reminderFields,
    until: exact.meta({
      description: `When it is to ring again: after now, and at most ${reminderLimits.rangeDays} days ahead`,
    }),
  })
  .meta({ id: 'SnoozeReminder' });

export type SnoozeReminder = z.infer<typeof SnoozeReminder>;

export const RingReminders = z
  .strictObject({
    items: z
      .array(ReminderKey, 'must be a list of reminders')
      .min(1, 'must hold at least 1 reminder')
      .max(reminderLimits.rung, `must hold at most ${reminderLimits.rung} reminders`),
  })
  .meta({ id: 'RingReminders' });

export type RingReminders = z.infer<typeof RingReminders>;

export const RungReminders = z
  .object({
    items: z.array(ReminderKey).meta({
      description: 'Those that no other program has told of or claimed: the caller is to tell of them now, and then to confirm it',
    }),
    until: instant.meta({ description: 'When the claim runs out: what is not confirmed by then can be claimed anew' }),
  })
  .meta({ id: 'RungReminders' });

export type RungReminders = z.infer<typeof RungReminders>;

export const ReminderList = listOf(RingingReminder).meta({ id: 'ReminderList' });
export type ReminderList = z.infer<typeof ReminderList>;

const common = { access: 'user', tag: 'Reminders' } as const;

export const remindersApi = {
  listReminders: route('listReminders', {
    ...common,
    scope: 'calendar:read',
    summary: 'List what rings in a range',
    description:
      'Reminders of events, of occurrences of series, and of cards that are due and not done (with `boards:read`), by `at`; what was ' +
      'dismissed is left out. An event rings its minutes before it begins, an all-day event before midnight in its zone; a card before ' +
      'it is due, on the clocks of this machine, where a date alone means 09:00 of that day. A record that was moved rings anew. ' +
      'What was over when its record came in from elsewhere (a file, an archive, a subscription, CalDAV), or was ' +
      'copied from another card, counts as told by then.',
    query: ReminderQuery,
    status: 200,
    reply: ReminderList,
  }),
  ringReminders: route('ringReminders', {
    ...common,
    scope: 'calendar:write',
    summary: 'Claim reminders, to tell of them',
    description:
      'For programs that tell of reminders, so that only one of them does: the answer holds those that were neither told nor claimed ' +
      `yet. They are the caller’s for ${reminderLimits.claimSeconds} seconds: once it has shown them it confirms that, and one that ends ` +
      'before loses nothing. What is unknown, dismissed or not due yet is not among them.',
    body: RingReminders,
    status: 200,
    reply: RungReminders,
  }),
  confirmReminders: route('confirmReminders', {
    ...common,
    scope: 'calendar:write',
    summary: 'Confirm that reminders were shown',
    description: 'They count as told from now on; can be repeated. What is unknown, dismissed or not due yet is passed over.',
    body: RingReminders,
    status: 204,
  }),
  snoozeReminder: route('snoozeReminder', {
    ...common,
    scope: 'calendar:write',
    summary: 'Let a reminder ring again later',
    description: 'Kept by the service, so that all windows agree; the event or card itself does not change.',
    body: SnoozeReminder,
    status: 204,
    errors: ['not_found'],
  }),
  dismissReminder: route('dismissReminder', {
    ...common,
    scope: 'calendar:write',
    summary: 'Dismiss a reminder',
    description:
      'It rings no more; can be repeated. What was done is remembered for 90 days after it, and after the reminder, and of the ' +
      'latest 10,000 reminders.',
    body: ReminderKey,
    status: 204,
    errors: ['not_found'],
  }),
} as const;
