// Calendar events. Terms are those of iCalendar (RFC 5545): the end is exclusive, an all-day event lasts whole days of its zone.

import colorNames from 'color-name';
import { z } from 'zod';
import { dateSchema, dateTimeOrPartText, queryTime, timeOfDayText } from './date-time.ts';
import { Invitation } from './invitations.ts';
import { textLimits } from './limits.ts';
import { Recurrence, seriesScope, WriteRecurrence } from './recurrence.ts';
import { Reminder, writeReminders } from './reminders.ts';
import { route } from './route.ts';
import { id, instant, listOf, paging, text, title, version } from './text.ts';

/** Of an event it says that it has no colour of its own: the page shows it in that of its calendar. */
export const defaultColor = 'purple';

/** The same colour as an event's own. */
export const ownPurple = '#800080';

/** The colours that the page offers with one click, in its order. */
export const paletteColors = [
  defaultColor,
  'royalblue',
  'teal',
  'seagreen',
  'goldenrod',
  'darkorange',
  'crimson',
  'hotpink',
  'slategray',
] as const;

/** How many events a list holds when it is not told, and at most. */
export const eventPage = { default: 500, max: 1000 } as const;

const notAColor = 'must be a lower-case CSS colour name such as teal, or #rrggbb';

export const color = z
  .union([z.enum(Object.keys(colorNames)), z.string().regex(/^#[0-9a-fA-F]{6}$/, notAColor)], notAColor)
  .meta({ id: 'Color', description: 'A CSS colour name in lower case, or #rrggbb', examples: ['purple', '#8b5cf6'] });

const timeZone = z
  .string('must be a string')
  .max(100, 'must be an IANA time zone such as Europe/Berlin')
  .meta({ description: 'IANA time zone', examples: ['Europe/Berlin'] });

export const Event = z
  .object({
    id,
    title: z.string(),
    description: z.string().nullable(),
    location: z.string().nullable(),
    color,
    isAllDay: z.boolean().meta({ description: 'Lasts whole days: from midnight to midnight in `timeZone`' }),
    startTime: instant,
    endTime: instant.meta({ description: 'Exclusive: the first instant after the event' }),
    timeZone,
    calendarId: id.meta({ description: 'The calendar that it is in' }),
    reminders: z.array(Reminder).meta({ description: 'When to remind of it, by minutes before it begins' }),
    isCancelled: z.boolean().meta({ description: 'It does not take place (STATUS:CANCELLED): it does not ring, and its time is free' }),
    isFree: z.boolean().meta({ description: 'Its time is free all the same (TRANSP:TRANSPARENT)' }),
    recurrence: Recurrence.nullable().meta({ description: 'How it repeats; null for a single event' }),
    occurrenceId: z.string().meta({
      description:
        'Of an occurrence of a series the id of that, with its original start (`…_20260301T083000Z`, all-day `…_20260301`); else `id`',
    }),
    seriesStart: instant.nullable().meta({ description: 'When the series starts; null for a single event' }),
    followsId: id.nullable().meta({ description: 'The series that this one was split off, which may be gone' }),
    version,
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'Event', description: 'A calendar event' });

export type Event = z.infer<typeof Event>;

/** Every field that can be written, each of them optional. */
const writable = {
  title,
  startTime: dateTimeOrPartText.optional().meta({
    description:
      'A full date-time, read in `timeZone` if it has no offset; with `startDate` a time of day; for an all-day event also a date',
  }),
  endTime: dateTimeOrPartText.optional().meta({ description: 'As `startTime`, and after it' }),
  startDate: dateSchema.optional().meta({ description: 'The day of `startTime`; alone for an all-day event' }),
  endDate: dateSchema
    .optional()
    .meta({ description: 'The day of `endTime`, `startDate` when absent; for an all-day event the first day after it' }),
  date: dateSchema.optional().meta({
    description:
      'The day of `start` and `end`; alone for an event of that whole day, which a change of one with times confirms by `isAllDay: true`',
  }),
  start: timeOfDayText.optional(),
  end: timeOfDayText.optional(),
  timeZone: timeZone.optional().meta({ description: 'IANA time zone; a new event takes the one of the machine when absent' }),
  isAllDay: z
    .boolean('must be true or false')
    .optional()
    .meta({ description: 'Widens the event to whole days; when absent, a new event is one of whole days if it tells `date` alone' }),
  description: text(textLimits.eventDescription).nullable().optional().meta({ description: 'Notes or agenda' }),
  location: text(textLimits.location).nullable().optional().meta({ description: 'A place, or the address of a call' }),
  color: color
    .nullable()
    .optional()
    .meta({
      description:
        `A CSS colour name in lower case, or #rrggbb; ${defaultColor} when absent or null, which the page shows in the colour of the ` +
        `calendar. ${ownPurple} is that colour for the event itself`,
    }),
  calendarId: z
    .string('must be a string')
    .optional()
    .meta({ description: 'The calendar that it is in; a new event is in the default calendar when absent' }),
  reminders: writeReminders.meta({
    description: 'When to remind of it, up to 5 times; null or empty: never. Occurrences follow their series unless they were changed',
  }),
  isCancelled: z
    .boolean('must be true or false')
    .optional()
    .meta({ description: 'true: it does not take place, and is kept all the same; false: it does' }),
  isFree: z.boolean('must be true or false').optional().meta({ description: 'true: its time counts as free; false: as busy' }),
  recurrence: WriteRecurrence.nullable().optional().meta({ description: 'How it repeats, on the clocks of `timeZone`; null: it does not' }),
};

export const CreateEvent = z.strictObject(writable).meta({
  id: 'CreateEvent',
  description:
    'A new event. When it takes place is told in one of three forms: `startTime` + `endTime`, `startDate` + `startTime` [+ `endDate`] ' +
    '+ `endTime`, or ' +
    '`date` + `start` + `end`; `date` alone is that whole day. A local time that the clocks skip moves forward by the length of the ' +
    'gap, and takes an end ' +
    'along that it would pass; of one that occurs twice the first is meant, for an end the second where the first would not be after ' +
    'the start.',
  examples: [
    { title: 'Review', startTime: '2026-03-01T09:30:00Z', endTime: '2026-03-01T10:00:00Z' },
    { title: 'Review', startDate: '2026-03-01', startTime: '09:30', endTime: '10:00', timeZone: 'Europe/Berlin' },
    { title: 'Review', date: '2026-03-01', start: '09:30', end: '10:00', color: 'teal' },
    { title: 'Birthday', date: '2026-03-01' },
    { title: 'Holiday', startDate: '2026-07-06', endDate: '2026-07-18', isAllDay: true },
    { title: 'Stand-up', date: '2026-03-02', start: '09:30', end: '09:45', recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=MO,WE' } },
  ],
});

export type CreateEvent = z.infer<typeof CreateEvent>;

export const UpdateEvent = z.strictObject({ ...writable, title: title.optional() }).meta({
  id: 'UpdateEvent',
  description:
    'What shall change. An absent field is kept, `null` clears it. Start and end can each be given alone, in any form that is complete ' +
    'for it. What `recurrence` says of a series as it stands (its rule, its added or its left out dates) moves along with its times.',
  examples: [{ endTime: '2026-03-01T10:30:00Z' }, { startDate: '2026-03-02', startTime: '09:30' }, { color: null }],
});

export type UpdateEvent = z.infer<typeof UpdateEvent>;

export const EventQuery = z.strictObject({
  startDate: queryTime.meta({ description: 'Only events that end after this date or date-time; a date is its midnight on this machine' }),
  endDate: queryTime.meta({ description: 'Only events that start before this date or date-time; must be after `startDate`' }),
  calendarId: z.string().max(200, 'must be at most 200 characters').optional().meta({ description: 'Only events of this calendar' }),
  visible: z
    .enum(['true', 'false'], 'must be true or false')
    .optional()
    .meta({ description: 'true: only events of calendars that are shown (`isVisible`)' }),
  ...paging(eventPage),
});

export type EventQuery = z.infer<typeof EventQuery>;

export const ListEventsQuery = EventQuery.extend({
  q: text(textLimits.query)
    .optional()
    .meta({ description: 'Only events that hold all of these words in title, place or notes. Case and diacritics do not count' }),
});

export type ListEventsQuery = z.infer<typeof ListEventsQuery>;

/** What a change of a series is about. */
export const ScopeQuery = z.strictObject({ scope: seriesScope });

export type ScopeQuery = z.infer<typeof ScopeQuery>;

/** What of a series is read. */
const ReadEventQuery = z.strictObject({
  occurrence: z
    .enum(['next'])
    .optional()
    .meta({ description: 'Of a series the occurrence that is not over yet, or the last one, in place of the series itself' }),
});

type ReadEventQuery = z.infer<typeof ReadEventQuery>;

export const EventList = listOf(Event).meta({ id: 'EventList' });

export type EventList = z.infer<typeof EventList>;

export const CombinedData = z
  .object({
    data: z.object({ events: z.array(Event) }),
    totals: z
      .object({
        events: z.int().min(0).meta({ description: 'In the whole range' }),
        returned: z.int().min(0).meta({ description: 'In this answer' }),
        allDay: z.int().min(0).meta({ description: 'All-day events in the whole range' }),
        byColor: z.record(z.string(), z.int().min(1)).meta({ description: 'Events of each colour in the whole range' }),
      })
      .meta({ description: 'All but `returned` count the whole range, not the page' }),
    limit: z.int().min(0),
    offset: z.int().min(0),
  })
  .meta({ id: 'CombinedData' });

export type CombinedData = z.infer<typeof CombinedData>;

const common = { access: 'user', tag: 'Events' } as const;

/** Room for the longest description, of which JSON may write each character in twelve bytes. */
const bodyLimit = 2 * 1024 * 1024;

export const eventsApi = {
  listEvents: route('listEvents', {
    ...common,
    scope: 'calendar:read',
    summary: 'List events',
    description:
      'Events that overlap the range from `startDate` (inclusive) to `endDate` (exclusive), by start time. Without either, the range ' +
      'is open on that side. Series are listed by their occurrences; without a range, once, as themselves. Where there are series a ' +
      'range is at most 5 years wide, and of one that is open on a side 5 years count for them. With `q` those that are not over come ' +
      'first, by start time, then the others, the latest first; of a series the occurrence that comes next is listed, or else the last ' +
      'one, and a range can be as wide as you like.',
    query: ListEventsQuery,
    status: 200,
    reply: EventList,
  }),
  // Before the routes with :id, which would take its name for one.
  combinedEvents: route('combinedEvents', {
    ...common,
    scope: 'calendar:read',
    summary: 'List events together with totals',
    description:
      'It takes no `q`: a search finds one occurrence of each series, the next one, while the totals here count all that takes place in ' +
      'the range. `GET /api/events?q=` searches, and tells how many it has found.',
    query: EventQuery,
    status: 200,
    reply: CombinedData,
  }),
  createEvent: route('createEvent', {
    ...common,
    scope: 'calendar:write',
    summary: 'Create an event',
    body: CreateEvent,
    bodyLimit,
    status: 201,
    reply: Event,
    versioned: true,
    creates: true,
    location: (event) => `/api/events/${event.id}`,
  }),
  readEvent: route('readEvent', {
    ...common,
    scope: 'calendar:read',
    summary: 'Read an event',
    description:
      'Of a series the id gives the series itself, with `occurrence=next` the one that comes next; the id of an occurrence that one.',
    query: ReadEventQuery,
    status: 200,
    reply: Event,
    versioned: true,
  }),
  readInvitation: route('readInvitation', {
    ...common,
    scope: 'calendar:read',
    summary: 'Read who is invited to an event, and where its call is',
    description:
      'As it came in by a file or CalDAV; nothing changes it here, and it goes out again as it came. Of a series that of the series, ' +
      'of an occurrence its own where it has one.',
    status: 200,
    reply: Invitation,
  }),
  updateEvent: route('updateEvent', {
    ...common,
    scope: 'calendar:write',
    summary: 'Change an event',
    description:
      'A new `timeZone` alone keeps the instants; an all-day event keeps its dates. A local time that occurs twice is the first, ' +
      'unless the event stands at the second already. An update that changes nothing keeps the version. Of a series `scope` tells which ' +
      'occurrences change: `one` becomes different from the others, with `following` a new series begins, `all` moves the whole series ' +
      'by the span by which its occurrence moves. What was changed of single occurrences stays as long as they fit.',
    body: UpdateEvent,
    bodyLimit,
    query: ScopeQuery,
    status: 200,
    reply: Event,
    versioned: true,
  }),
  deleteEvent: route('deleteEvent', {
    ...common,
    scope: 'calendar:delete',
    summary: 'Delete an event',
    description: 'For good. Of a series `scope` tells which occurrences; with the last one that is left the series goes too.',
    query: ScopeQuery,
    status: 204,
    versioned: true,
  }),
} as const;
