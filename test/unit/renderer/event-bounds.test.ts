import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changedTimes, newTimes } from '../../../main/features/calendar/times.ts';
import { momentsOf, fieldsWithStart, type FormTimes } from '../../../renderer/features/calendar/event-bounds.ts';
import {
  changedBody,
  eventFaults,
  fieldsForNew,
  fieldsOf,
  newBody,
  type EventFields,
} from '../../../renderer/features/calendar/event-fields.ts';
import type { CalendarEvent } from '../../../renderer/features/calendar/events.ts';
import { runs } from '../../support/property.ts';
import { full } from '../../support/tiers.ts';

function fields(start: string, end: string, timeZone: string, isAllDay = false): EventFields {
  const [startDay = '', startClock = ''] = start.split(' ');
  const [endDay = '', endClock = ''] = end.split(' ');
  return { title: 'x', color: 'teal', location: '', description: '', isAllDay, startDay, startClock, endDay, endClock, timeZone };
}

const ends = ({ endDay, endClock }: FormTimes): string => `${endDay} ${endClock}`;

describe('the end after another start', () => {
  const vienna = 'Europe/Vienna';
  test.each<[string, EventFields, Partial<EventFields>, string]>([
    ['lasts as long as before', fields('2026-11-20 10:00', '2026-11-20 11:00', vienna), { startClock: '23:30' }, '2026-11-21 00:30'],
    ['moves by days', fields('2026-11-20 10:00', '2026-11-21 11:00', vienna), { startDay: '2026-12-31' }, '2027-01-01 11:00'],
    [
      'keeps its clock over a change of clocks',
      fields('2026-03-27 09:00', '2026-03-28 09:00', vienna),
      { startDay: '2026-03-28' },
      '2026-03-29 09:00',
    ],
    [
      'counts from where a skipped start is in truth',
      fields('2026-03-29 01:00', '2026-03-29 02:00', vienna),
      { startClock: '02:30' },
      '2026-03-29 04:30',
    ],
    ['and goes back from there', fields('2026-03-29 02:30', '2026-03-29 04:30', vienna), { startClock: '05:00' }, '2026-03-29 06:00'],
    [
      'is on the next day when it was before its start',
      fields('2026-11-20 10:00', '2026-11-20 00:05', vienna),
      { startClock: '15:00' },
      '2026-11-21 00:05',
    ],
    [
      'stays on the day when the new start is before it',
      fields('2026-11-20 10:00', '2026-11-20 09:30', vienna),
      { startClock: '08:00' },
      '2026-11-20 09:30',
    ],
    [
      'is a day later when it would be the start',
      fields('2026-11-20 10:00', '2026-11-20 09:30', vienna),
      { startClock: '09:30' },
      '2026-11-21 09:30',
    ],
    ['stays while no day is chosen', fields(' 10:00', '2026-11-20 11:00', vienna), { startClock: '12:00' }, '2026-11-20 11:00'],
    [
      'of whole days lasts as many',
      fields('2026-11-20 09:00', '2026-11-22 10:00', vienna, true),
      { startDay: '2026-11-25' },
      '2026-11-27 10:00',
    ],
    [
      'of whole days that were before is that day',
      fields('2026-11-20 09:00', '2026-11-18 10:00', vienna, true),
      { startDay: '2026-11-25' },
      '2026-11-25 10:00',
    ],
  ])('%s', (_, before, start, expected) => {
    expect(ends(fieldsWithStart(before, start))).toBe(expected);
  });
});

// The service is the judge of what the page foretells.
const zone = fc.constantFrom('Europe/Vienna', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Apia', 'UTC');
const moment = fc
  .tuple(
    fc.constantFrom('2026-03-29', '2026-10-25', '2026-03-08', '2026-11-01', '2026-04-05', '2026-10-04', '2026-07-01'),
    fc.integer({ min: -120, max: 600 }),
  )
  .map(([day, minutes]) => Date.parse(day) + minutes * 60_000);
const clock = fc.integer({ min: 0, max: 299 }).map((minute) => new Date(minute * 60_000).toISOString().slice(11, 16));

/** What the user fills in anew. */
const filling = fc.record({
  startClock: fc.option(clock, { nil: undefined }),
  endClock: fc.option(clock, { nil: undefined }),
  nextZone: fc.option(zone, { nil: undefined }),
});

function eventOf(start: number, minutes: number, timeZone: string): CalendarEvent {
  const instant = (at: number): string => new Date(at).toISOString();
  return {
    id: 'x',
    title: 'x',
    description: null,
    location: null,
    color: 'teal',
    isAllDay: false,
    timeZone,
    calendarId: 'calendar',
    reminders: [],
    isCancelled: false,
    isFree: false,
    recurrence: null,
    occurrenceId: 'x',
    seriesStart: null,
    followsId: null,
    version: 1,
    startTime: instant(start + 42_000),
    endTime: instant(start + minutes * 60_000 + 42_000),
    createdAt: instant(0),
    updatedAt: instant(0),
  };
}

test('what the page expects of a change is what the service makes of it', full, () => {
  fc.assert(
    fc.property(moment, fc.integer({ min: 1, max: 300 }), zone, filling, (start, minutes, timeZone, { startClock, endClock, nextZone }) => {
      const event = eventOf(start, minutes, timeZone);
      const shown = fieldsOf(event);
      const filled: EventFields = {
        ...shown,
        startClock: startClock ?? shown.startClock,
        endClock: endClock ?? shown.endClock,
        timeZone: nextZone ?? timeZone,
      };
      const body = changedBody(event, filled);
      const current = { startAt: Date.parse(event.startTime), endAt: Date.parse(event.endTime), timeZone, isAllDay: false };
      const isRefused = Object.keys(eventFaults(filled, event)).length > 0;
      if (isRefused) {
        expect(() => changedTimes(current, body ?? {})).toThrow();
        return;
      }
      const { startAt, endAt } = changedTimes(current, body ?? {});
      const expected = momentsOf(filled, event);
      expect([startAt, endAt]).toEqual([expected.start.getTime(), expected.end.getTime()]);
    }),
    runs(1000, 71),
  );
});

describe('what an event has and its form does not show', () => {
  test.each<{ what: string; event: [string, string]; filled: Partial<EventFields>; after: [string, string]; told: string[] }>([
    {
      what: 'the second of two equal times, when its end is changed',
      event: ['2026-11-01T06:30:00.000Z', '2026-11-01T07:30:00.000Z'],
      filled: { endClock: '03:00' },
      after: ['2026-11-01T06:30:00.000Z', '2026-11-01T08:00:00.000Z'],
      told: ['endDate', 'endTime'],
    },
    {
      what: 'the first and the second of two equal hours, when it is renamed',
      event: ['2026-11-01T05:50:00.000Z', '2026-11-01T06:10:00.000Z'],
      filled: { title: 'Late shift' },
      after: ['2026-11-01T05:50:00.000Z', '2026-11-01T06:10:00.000Z'],
      told: [],
    },
    {
      what: 'its seconds, when its title and its colour are changed',
      event: ['2026-11-20T09:00:42.000Z', '2026-11-20T10:00:00.000Z'],
      filled: { title: 'Lift-off', color: 'crimson' },
      after: ['2026-11-20T09:00:42.000Z', '2026-11-20T10:00:00.000Z'],
      told: [],
    },
  ])('stays: $what', ({ event: [startTime, endTime], filled, after, told }) => {
    const event = { ...eventOf(0, 1, 'America/New_York'), startTime, endTime };
    const change = changedBody(event, { ...fieldsOf(event), ...filled }) ?? {};
    const current = { startAt: Date.parse(startTime), endAt: Date.parse(endTime), timeZone: event.timeZone, isAllDay: false };
    const { startAt, endAt } = changedTimes(current, change);
    expect([startAt, endAt].map((at) => new Date(at).toISOString())).toEqual(after);
    expect(Object.keys(change).filter((name) => /^(?:start|end)/.test(name))).toEqual(told);
  });
});

test('an event that is not changed has no faults and sends nothing', () => {
  fc.assert(
    fc.property(moment, fc.integer({ min: 1, max: 300 }), zone, (start, minutes, timeZone) => {
      const event = eventOf(start, minutes, timeZone);
      expect([eventFaults(fieldsOf(event), event), changedBody(event, fieldsOf(event))]).toEqual([{}, null]);
    }),
    runs(100, 73),
  );
});

test('what the page proposes for a new event after any start is taken by the service, as the page expects', () => {
  fc.assert(
    fc.property(moment, clock, zone, (start, startClock, timeZone) => {
      const day = new Date(start).toISOString().slice(0, 10);
      const proposed = fieldsWithStart(fieldsForNew({ start: `${day}T10:00`, end: `${day}T11:00`, isAllDay: false }, timeZone), {
        startClock,
      });
      const { startAt, endAt } = newTimes(newBody(proposed), () => 'UTC');
      const expected = momentsOf(proposed, null);
      expect([startAt, endAt]).toEqual([expected.start.getTime(), expected.end.getTime()]);
      expect(endAt - startAt).toBeGreaterThan(0);
    }),
    runs(500, 72),
  );
});
