import { z } from 'zod';
import { dateOrDateTimeText } from '../contract/date-time.ts';
import { eventsApi, type Event } from '../contract/events.ts';
import type { Reminder } from '../contract/reminders.ts';
import { scopes } from '../contract/recurrence.ts';
import { invalid } from '../lib/app-error.ts';
import { segment } from './address.ts';
import { inOwnWords, tool, type ToolContext } from './tool.ts';
import { writtenAnswer } from './written.ts';

/** The argument by which tools write reminders. */
export const minutesBefore = z.array(z.int()).optional().meta({ description: 'Minutes before' });

/** What the interface takes for it; nothing where it is absent. */
export function remindersIn(minutes: unknown): { readonly reminders?: Reminder[] } {
  return Array.isArray(minutes) ? { reminders: minutes.map((each) => ({ minutesBefore: Number(each) })) } : {};
}

/** A text about a reminder, whose minutes are all that tools take of it. */
export const ownReminder = (text: string): string => text.replace(/\b(reminders\.\d+)\.minutesBefore\b/g, '$1');

const input = z.strictObject({
  id: z.string().optional(),
  version: z.int().min(0).optional().meta({ description: 'As read' }),
  title: z.string().optional(),
  start: z.string().optional().meta({ description: 'Date-time; a date for whole days' }),
  end: z.string().optional().meta({ description: 'Exclusive' }),
  timeZone: z.string().optional().meta({ description: 'IANA' }),
  isAllDay: z.boolean().optional(),
  isCancelled: z.boolean().optional(),
  isFree: z.boolean().optional(),
  location: z.string().optional(),
  calendarId: z.string().optional(),
  reminders: minutesBefore,
  description: z.string().optional(),
  recurrence: z
    .strictObject({ rrule: z.string(), rdates: z.array(z.string()).optional(), exdates: z.array(z.string()).optional() })
    .nullable()
    .optional()
    .meta({ description: 'RFC 5545; rrule "": no repeat' }),
  scope: z.enum(scopes).optional().meta({ description: 'Of a series; one with an occurrence id unless told' }),
});

export const saveEvent = tool({
  name: 'save_event',
  title: 'Save event',
  description: 'Create an event (title, start, end), or change the given fields of the one with this id.',
  input,
  hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
  scopes: ['calendar:write'],
  run: async ({ id, version, scope, ...fields }, context) => {
    const recurrence = await keptRecurrence(id, endedRule(fields.recurrence), context);
    const body = bodyOf({ ...fields, ...(recurrence === undefined ? {} : { recurrence }) }, id === undefined);
    if (id === undefined && version !== undefined)
      throw invalid({ path: 'version', message: 'is of an event that there is: id is missing' });
    if (id === undefined && scope !== undefined) throw invalid({ path: 'scope', message: 'is of an event that there is: id is missing' });
    if (id !== undefined && Object.keys(body).length === 0) throw invalid({ path: '', message: 'There is nothing to change in the event' });
    try {
      const write =
        id === undefined
          ? ({ method: 'POST', path: '/api/events', body } as const)
          : ({
              method: 'PUT',
              path: `/api/events/${segment('event', id)}${scope === undefined ? '' : `?scope=${scope}`}`,
              body,
            } as const);
      return writtenAnswer('event', await context.write(version === undefined ? write : { ...write, ifMatch: version }), context);
    } catch (error) {
      throw inOwnWords(error, ownWords);
    }
  },
});

type RecurrenceArgument = z.output<typeof input>['recurrence'];

/** The rule as the interface takes it: null for an empty one. */
export const endedRule = (recurrence: RecurrenceArgument): RecurrenceArgument => (recurrence?.rrule === '' ? null : recurrence);

/**
 * The rule with the dates beside the one that stands, as far as it names none: what was deleted stays deleted, also where the event moves.
 * Of a caller that may not read the event, as it is.
 */
async function keptRecurrence(
  id: string | undefined,
  recurrence: RecurrenceArgument,
  { caller, ask }: ToolContext,
): Promise<RecurrenceArgument> {
  if (id === undefined || !lacksDates(recurrence) || !caller.scopes.has('calendar:read')) return recurrence;
  return withStandingDates(recurrence, await ask(eventsApi.readEvent, { params: { id } }));
}

export type GivenRecurrence = NonNullable<RecurrenceArgument>;

const lacksDates = (recurrence: RecurrenceArgument): recurrence is GivenRecurrence =>
  recurrence !== undefined && recurrence !== null && (recurrence.rdates === undefined || recurrence.exdates === undefined);

interface WithDates {
  readonly rrule: string;
  readonly rdates: string[];
  readonly exdates: string[];
}

/** The rule with the dates beside that of the event, as far as it names none; they move with its times, and start where it starts anew. */
export function withStandingDates({ rrule, rdates, exdates }: GivenRecurrence, { recurrence }: Event): WithDates {
  return { rrule, rdates: rdates ?? recurrence?.rdates ?? [], exdates: exdates ?? recurrence?.exdates ?? [] };
}

const isDate = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text);

/** Whether they make an event of whole days one with times: nothing else is said of it, and one of them is a time of day. */
export function makesTimed({ start, end, isAllDay }: Pick<z.output<typeof input>, 'start' | 'end' | 'isAllDay'>): boolean {
  return isAllDay === undefined && [start, end].some((time) => time !== undefined && !isDate(time));
}

/** The interface takes times of day beside dates as well, a tool either a date or a date-time. */
function checkMoment(path: string, text: string | undefined): void {
  const { error } = dateOrDateTimeText.optional().safeParse(text);
  if (error !== undefined) throw invalid({ path, message: error.issues[0]?.message ?? 'must be a date' });
}

/** What the interface calls it. A new event that starts on a date is one of whole days; with times of day none is. */
function bodyOf(
  { start, end, reminders, ...fields }: Omit<z.output<typeof input>, 'id' | 'version' | 'scope'>,
  isNew: boolean,
): Record<string, unknown> {
  for (const [path, text] of Object.entries({ start, end })) checkMoment(path, text);
  const wholeDays = isNew && fields.isAllDay === undefined && start !== undefined && isDate(start);
  const timed = !isNew && makesTimed({ start, end, isAllDay: fields.isAllDay });
  return {
    ...fields,
    ...remindersIn(reminders),
    ...(wholeDays ? { isAllDay: true } : {}),
    ...(timed ? { isAllDay: false } : {}),
    ...(start === undefined ? {} : { [isDate(start) ? 'startDate' : 'startTime']: start }),
    ...(end === undefined ? {} : { [isDate(end) ? 'endDate' : 'endTime']: end }),
  };
}

/** The names of the tool's arguments in a refusal, instead of the interface's fields. */
function ownWords(text: string): string {
  // Of the forms that the interface takes a tool has one.
  return (
    ownReminder(text)
      .replace(/: give startTime and endTime, or .*/s, ': give start and end')
      // A date has come where a date-time is needed.
      .replace(/is missing: startDate and startTime go together, .*/s, 'needs a time of day, unless isAllDay is true')
      .replace(/cannot be combined with a full date-time in (start|end)Time/, 'must be a date-time such as 2026-03-01T09:30:00Z, as $1 is')
      .replace(/\b(start|end)(?:Time|Date)\b/g, '$1')
  );
}
