// Calendars as files of iCalendar (RFC 5545): out, in, from an address, and at an address for others.

import { z } from 'zod';
import { Calendar } from './calendars.ts';
import { route } from './route.ts';
import { id } from './text.ts';

/** The largest file that can be imported, or that a subscription may lead to, in bytes. */
export const maxCalendarBytes = 20 * 1024 * 1024;

const count = z.int().min(0);

export const ImportReport = z
  .object({
    created: count,
    updated: count,
    unchanged: count.meta({ description: 'As they are already, changed here alone, or older in the file than what came in' }),
    kept: count.meta({ description: 'Changed here and in the file since they came in: ours stays, and theirs comes in as a second event' }),
    conflicts: z
      .array(z.object({ uid: z.string(), title: z.string(), second: z.string() }))
      .meta({ description: 'Which these are, and what the second one of each is called; the first 1,000' }),
    silentAlarms: count.meta({
      description:
        'Alarms that are kept and go out again, but do not ring here: at a fixed time, by the end, after the beginning, by e-mail',
    }),
    skipped: z
      .array(z.object({ uid: z.string(), title: z.string().optional(), reason: z.string() }))
      .meta({ description: 'Events that cannot be used, with their titles where they have one, and why; the first 1,000' }),
    lost: z.array(z.object({ uid: z.string().nullable(), property: z.string() })).meta({
      description:
        'What of the events has no room here, as a rule by the clocks of a time zone that the file alone knows (it goes on by UTC), and ' +
        'kinds of records that are no events; the first 1,000',
    }),
    batchId: id.nullable().meta({ description: 'What undoes it, as one; null for a dry run, and if nothing changed' }),
  })
  .meta({ id: 'ImportReport', description: 'What has come of an import, or would' });

export type ImportReport = z.infer<typeof ImportReport>;

const ImportQuery = z.strictObject({
  dryRun: z
    .enum(['true', 'false'], 'must be true or false')
    .optional()
    .meta({ description: '`true`: tell what would come of it, and change nothing' }),
});

const common = { access: 'user', tag: 'Calendars' } as const;

export const calendarFilesApi = {
  exportCalendar: route('exportCalendar', {
    ...common,
    scope: 'calendar:read',
    summary: 'Export a calendar',
    description: 'As iCalendar (RFC 5545), with its time zones. What came in with an event and has no place here comes out again.',
    status: 200,
    file: true,
    made: true,
  }),
  exportEvent: route('exportEvent', {
    ...common,
    tag: 'Events',
    scope: 'calendar:read',
    summary: 'Export an event',
    description: 'As iCalendar (RFC 5545). Of an occurrence the whole series.',
    status: 200,
    file: true,
    made: true,
  }),
  importCalendar: route('importCalendar', {
    ...common,
    scope: 'calendar:write',
    summary: 'Import a calendar file',
    description:
      'Events are told apart by their UID within the calendar: a second import of the same file changes nothing, nor does an event whose ' +
      'SEQUENCE is older than that which came in. One that was changed here since stays, and where the file says something else of it ' +
      'as well, theirs comes in as a second event, once for each thing that it says; a colour counts where the file names one. An event ' +
      'without a UID gets one that is made of what it says, so that it is another event once the file says something else of it. Of ' +
      'several events of one UID that begin at different times all but one get UIDs of their own; those that a newer SEQUENCE ' +
      'replaces, or that begin when another one of their UID does, are left out and told. One that ends as it begins lasts a minute ' +
      'here, and goes out as it came in. An event that cannot be used, such as one whose time zone nothing tells, is left out and ' +
      'told, and the others come in. Properties that Daybook does not know are kept. A large file is written in several steps; to ' +
      'send it again completes what was interrupted.',
    query: ImportQuery,
    body: z.custom<Uint8Array>((value) => value instanceof Uint8Array, 'must be a calendar, sent as text/calendar'),
    rawBody: 'text/calendar',
    bodyLimit: maxCalendarBytes,
    status: 200,
    reply: ImportReport,
  }),
  refreshCalendar: route('refreshCalendar', {
    ...common,
    scope: 'calendar:write',
    summary: 'Read a subscription now',
    description:
      'Every subscription is read once an hour besides. If it cannot be read it keeps what it held, as does an event ' +
      'of it that cannot, and `error` tells why.',
    status: 200,
    reply: Calendar,
    versioned: true,
    errors: ['upstream_failed', 'conflict'],
  }),
  makeFeed: route('makeFeed', {
    ...common,
    scope: 'calendar:write',
    summary: 'Give a calendar a secret address',
    description:
      'All who know the address can read the calendar as iCalendar, without a token: a token that makes one needs `calendar:read` as ' +
      'well. It is told this once; a new one ends the one before. `Idempotency-Key` does not count here, because a repeated answer would ' +
      'have to keep the address: where an answer is lost, ask for a new one.',
    status: 201,
    reply: z.object({ url: z.string() }).meta({ id: 'CalendarFeed' }),
    location: ({ url }) => url,
  }),
  removeFeed: route('removeFeed', { ...common, scope: 'calendar:delete', summary: 'End the secret address of a calendar', status: 204 }),
  readFeed: route('readFeed', {
    access: 'public',
    scope: null,
    tag: 'Calendars',
    summary: 'Read a calendar at its secret address',
    status: 200,
    file: true,
    made: true,
    errors: ['rate_limited'],
  }),
} as const;
