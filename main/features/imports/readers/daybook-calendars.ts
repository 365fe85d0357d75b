// Calendars and their events, as `calendar.json` tells of them.

import { z } from 'zod';
import { textLimits } from '../../../contract/limits.ts';
import type { PlanSink } from '../plan.ts';
import { nameFrom } from './note-reading.ts';
import { tellUnknown, unknownFields } from './daybook-unknown.ts';
import { dated, instant } from './times.ts';

const span = { startTime: instant, endTime: instant };

const Event = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  location: z.string().nullable(),
  color: z.string(),
  isAllDay: z.boolean(),
  ...span,
  timeZone: z.string(),
  recurrence: z.object({ rrule: z.string(), rdates: z.array(z.string()), exdates: z.array(z.string()) }).nullable(),
  reminders: z.array(z.object({ minutesBefore: z.number() })),
  isCancelled: z.boolean().optional(),
  isFree: z.boolean().optional(),
  followsId: z.string().nullable(),
  overrides: z.array(z.object({ originalStart: instant, ...span, fields: z.record(z.string(), z.unknown()) })),
  source: z.record(z.string(), z.unknown()).nullable(),
  version: z.number(),
  ...dated,
});

export const DaybookCalendars = z.object({
  calendars: z.array(
    z.object({
      id: z.string(),
      path: z.string(),
      name: z.string(),
      color: z.string(),
      isVisible: z.boolean(),
      isDefault: z.boolean(),
      url: z.string().nullable(),
      refreshedAt: instant.nullish(),
      error: z.string().nullish(),
      // Each is read by itself: one that is not as it should be keeps none of the others out.
      events: z.array(z.unknown()),
      ...dated,
    }),
  ),
});

/** What is told of why a calendar could not be read, in characters. */
const maxErrorLength = 1_000;

export async function addCalendars(found: z.output<typeof DaybookCalendars> | null, sink: PlanSink): Promise<void> {
  const calendars = found?.calendars ?? [];
  for (const { id, name, url, refreshedAt = null, error = null, events: _events, path: _path, ...fields } of calendars) {
    const subscription = url === null ? null : { url, refreshedAt, error: error?.slice(0, maxErrorLength) ?? null };
    const called = name.length > textLimits.name ? nameFrom(name, sink, { path: 'calendar.json', maxLength: textLimits.name }) : name;
    await sink.add({ type: 'calendar', source: id, id, name: called, ...fields, subscription, file: null });
  }
  const unknown = new Set<string>();
  for (const { id, path, events } of calendars)
    for (const event of events) {
      await addEvent(event, { id, path }, sink);
      for (const field of unknownFields('calendar.json', Event, event, 'calendars.events')) unknown.add(field);
    }
  tellUnknown('calendar.json', unknown, sink);
}

async function addEvent(told: unknown, calendar: { readonly id: string; readonly path: string }, sink: PlanSink): Promise<void> {
  const { success, data } = Event.safeParse(told);
  if (!success) {
    sink.warn({ path: calendar.path, kind: 'skipped', message: 'An event in it is not as Daybook writes it' });
    return;
  }
  const { id, startTime, endTime, overrides, source, ...fields } = data;
  await sink.add({
    type: 'event',
    source: id,
    id,
    calendar: calendar.id,
    ...fields,
    startAt: startTime,
    endAt: endTime,
    overrides: overrides.map(({ originalStart, fields: differing, ...times }) => ({
      originalAt: originalStart,
      startAt: times.startTime,
      endAt: times.endTime,
      fields: differing,
    })),
    eventSource: source,
  });
}
