// Calendars and their events, as `calendar.json` tells of them.

import type { z } from 'zod';
import { ArchivedEvent, type ArchivedCalendars } from '../../../contract/archive.ts';
import { textLimits } from '../../../contract/limits.ts';
import type { PlanSink } from '../plan.ts';
import { nameFrom } from './note-reading.ts';
import { tellUnknown, unknownFields } from './daybook-unknown.ts';

/** What is told of why a calendar could not be read, in characters. */
const maxErrorLength = 1_000;

export async function addCalendars(found: z.output<typeof ArchivedCalendars> | null, sink: PlanSink): Promise<void> {
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
      for (const field of unknownFields('calendar.json', ArchivedEvent, event, 'calendars.events')) unknown.add(field);
    }
  tellUnknown('calendar.json', unknown, sink);
}

async function addEvent(told: unknown, calendar: { readonly id: string; readonly path: string }, sink: PlanSink): Promise<void> {
  const { success, data } = ArchivedEvent.safeParse(told);
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
