// Calendars: what events are in. One of the user's own, or a subscription, which holds what is found at its address.

import { z } from 'zod';
import { color, defaultColor } from './events.ts';
import { textLimits } from './limits.ts';
import { route } from './route.ts';
import { filled, id, instant, listOf, paging, version } from './text.ts';

/** How many calendars a user can have. */
export const maxCalendars = 100;

const name = filled(textLimits.name);

export const Calendar = z
  .object({
    id,
    name: z.string(),
    color,
    isVisible: z.boolean().meta({ description: 'Whether the page shows its events; lists hold them in any case' }),
    isDefault: z.boolean().meta({ description: 'Takes the events that name no calendar, and cannot be deleted' }),
    source: z.enum(['local', 'subscription']).meta({ description: 'Events of a subscription cannot be changed here' }),
    url: z.string().nullable().meta({ description: 'Where a subscription is read; null for a local calendar' }),
    refreshedAt: instant.nullable().meta({ description: 'When a subscription was last read' }),
    error: z
      .string()
      .nullable()
      .meta({ description: 'Why it, or an event of it, could not be read at the last try; that stays as it was' }),
    hasFeed: z.boolean().meta({ description: 'Whether there is a secret address at which others can read it' }),
    version,
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'Calendar', description: 'What events are in' });

export type Calendar = z.infer<typeof Calendar>;

const isVisible = z.boolean('must be true or false').optional();

export const CreateCalendar = z
  .strictObject({
    name,
    color: color.optional().meta({ description: `A CSS colour name in lower case, or #rrggbb; ${defaultColor} when absent` }),
    isVisible: isVisible.meta({ description: 'true when absent' }),
    source: z.enum(['local', 'subscription'], 'must be local or subscription').optional().meta({ description: 'local when absent' }),
    url: z
      .string('must be a string')
      .max(textLimits.calendarUrl, `must be at most ${textLimits.calendarUrl} characters`)
      .optional()
      .meta({ description: 'Of a subscription: http, https or webcal, which means https. Addresses of the own network are refused' }),
  })
  .refine(({ source, url }) => (source === 'subscription') === (url !== undefined), {
    message: 'is needed for a subscription, and for that alone',
    path: ['url'],
  })
  .meta({
    id: 'CreateCalendar',
    examples: [
      { name: 'Family', color: 'teal' },
      { name: 'Holidays', source: 'subscription', url: 'webcal://calendar.example/holidays.ics' },
    ],
  });

export type CreateCalendar = z.infer<typeof CreateCalendar>;

export const UpdateCalendar = z
  .strictObject({
    name: name.optional(),
    color: color.optional(),
    isVisible,
    source: z.never('is set when the calendar is created and stays').optional(),
    url: z.never('is set when the calendar is created and stays').optional(),
  })
  .meta({ id: 'UpdateCalendar', description: 'What shall change. An absent field is kept', examples: [{ isVisible: false }] });

export type UpdateCalendar = z.infer<typeof UpdateCalendar>;

export const DeleteCalendarQuery = z
  .strictObject({
    moveTo: z.string().max(200, 'must be at most 200 characters').optional().meta({ description: 'The calendar that takes its events' }),
    events: z.literal('delete', 'must be delete').optional().meta({ description: '`delete`: its events are deleted for good' }),
  })
  .refine(({ moveTo, events }) => moveTo === undefined || events === undefined, {
    message: 'cannot be combined with events=delete',
    path: ['moveTo'],
  });

export type DeleteCalendarQuery = z.infer<typeof DeleteCalendarQuery>;

export const CalendarQuery = z.strictObject(paging({ max: maxCalendars }));

export type CalendarQuery = z.infer<typeof CalendarQuery>;

export const CalendarList = listOf(Calendar).meta({ id: 'CalendarList' });

export type CalendarList = z.infer<typeof CalendarList>;

const common = { access: 'user', tag: 'Calendars' } as const;

export const calendarsApi = {
  listCalendars: route('listCalendars', {
    ...common,
    scope: 'calendar:read',
    summary: 'List calendars',
    description: 'The default calendar first, then as they were made.',
    query: CalendarQuery,
    status: 200,
    reply: CalendarList,
  }),
  createCalendar: route('createCalendar', {
    ...common,
    scope: 'calendar:write',
    summary: 'Create a calendar',
    description: `At most ${maxCalendars}; one more is 409. A subscription is read for the first time right after the answer.`,
    body: CreateCalendar,
    status: 201,
    reply: Calendar,
    versioned: true,
    creates: true,
    location: (calendar) => `/api/calendars/${calendar.id}`,
    errors: ['conflict'],
  }),
  readCalendar: route('readCalendar', {
    ...common,
    scope: 'calendar:read',
    summary: 'Read a calendar',
    status: 200,
    reply: Calendar,
    versioned: true,
    // When a subscription was last read is not counted by its version.
    derived: true,
  }),
  updateCalendar: route('updateCalendar', {
    ...common,
    scope: 'calendar:write',
    summary: 'Change a calendar',
    description: 'An update that changes nothing keeps the version.',
    body: UpdateCalendar,
    status: 200,
    reply: Calendar,
    versioned: true,
  }),
  deleteCalendar: route('deleteCalendar', {
    ...common,
    scope: 'calendar:delete',
    summary: 'Delete a calendar',
    description:
      'One that has events needs `moveTo` or `events=delete`, else it is 409, as for the default calendar. Very many events are deleted ' +
      'or moved in slices after the answer: nothing shows those that go, and those that move are in their new calendar at once; the ' +
      'change feed tells of each in its turn.',
    query: DeleteCalendarQuery,
    status: 204,
    versioned: true,
    errors: ['conflict'],
  }),
} as const;
