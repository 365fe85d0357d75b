import { describe, expect, test } from 'vitest';
import { changedBody, fieldsForNew, fieldsOf, newBody } from '../../../renderer/features/calendar/event-fields.ts';
import type { CalendarEvent } from '../../../renderer/features/calendar/events.ts';
import { customFrom, repeatOf, ruleOf, waysFor, type Repeat } from '../../../renderer/features/calendar/repeat.ts';
import { wayName } from '../../../renderer/features/calendar/repeat-names.ts';

const until = (day: string): string => day.replaceAll('-', '');
const lastDay = (text: string): string => text.replace(/^(....)(..)(..).*/, '$1-$2-$3');
/** The third Thursday of its month. */
const day = '2026-11-19';

describe('the usual ways', () => {
  test.each<[string, string | null, string]>([
    ['none', null, 'Does not repeat'],
    ['daily', 'FREQ=DAILY', 'Daily'],
    ['weekdays', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', 'Every weekday (Monday to Friday)'],
    ['weekly', 'FREQ=WEEKLY;BYDAY=TH', 'Weekly on Thursday'],
    ['monthlyOnDate', 'FREQ=MONTHLY;BYMONTHDAY=19', 'Monthly on day 19'],
    ['monthlyOnNth', 'FREQ=MONTHLY;BYDAY=3TH', 'Monthly on the third Thursday'],
    ['yearly', 'FREQ=YEARLY', 'Annually on November 19'],
  ])('%s is %s', (kind, rrule, name) => {
    const repeat = { kind } as Repeat;
    expect(ruleOf(repeat, day, until)).toBe(rrule);
    expect(repeatOf(rrule, day, lastDay)).toEqual(repeat);
    expect(wayName(kind as 'none', day)).toBe(name);
  });

  test('a day in the last week can be the last of its weekday, and a fifth one only that', () => {
    expect(waysFor('2026-11-26')).toContain('monthlyOnNth');
    expect(waysFor('2026-11-26')).toContain('monthlyOnLast');
    expect(waysFor('2026-11-30')).not.toContain('monthlyOnNth');
    expect(waysFor(day)).not.toContain('monthlyOnLast');
    expect(ruleOf({ kind: 'monthlyOnLast' }, '2026-11-30', until)).toBe('FREQ=MONTHLY;BYDAY=-1MO');
  });

  test('rules that say the same in other words are the same way', () => {
    expect(repeatOf('FREQ=WEEKLY', day, lastDay)).toEqual({ kind: 'weekly' });
    expect(repeatOf('FREQ=MONTHLY;INTERVAL=1', day, lastDay)).toEqual({ kind: 'monthlyOnDate' });
  });
});

describe('custom ways', () => {
  test.each([
    'FREQ=DAILY;INTERVAL=3',
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH;UNTIL=20270101',
    'FREQ=MONTHLY;INTERVAL=2;BYDAY=3TH;COUNT=10',
    'FREQ=MONTHLY;BYMONTHDAY=19;COUNT=4',
    'FREQ=YEARLY;INTERVAL=4',
  ])('%s comes back as it was', (rrule) => {
    const repeat = repeatOf(rrule, day, lastDay);
    expect(repeat.kind).toBe('custom');
    expect(ruleOf(repeat, day, until)).toBe(rrule);
    expect(customFrom(repeat, day)).toEqual(repeat);
  });

  test.each(['FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1', 'FREQ=MONTHLY;BYMONTHDAY=3', 'FREQ=HOURLY', 'FREQ=YEARLY;BYDAY=20MO'])(
    '%s stays as it is',
    (rrule) => {
      expect(repeatOf(rrule, day, lastDay)).toEqual({ kind: 'other', rrule });
      expect(ruleOf({ kind: 'other', rrule }, day, until)).toBe(rrule);
    },
  );
});

describe('what the service is told', () => {
  const fields = fieldsForNew({ start: `${day}T09:00`, end: `${day}T10:00`, isAllDay: false }, 'Europe/Vienna');
  const weekly: Repeat = { ...customFrom({ kind: 'weekly' }, day), end: { kind: 'on', day: '2026-12-31' } };

  test('a new event has a recurrence only if it repeats; the last day counts to its end where the event is', () => {
    expect(newBody(fields)).not.toHaveProperty('recurrence');
    expect(newBody({ ...fields, repeat: weekly }).recurrence?.rrule).toBe('FREQ=WEEKLY;BYDAY=TH;UNTIL=20261231T225900Z');
    expect(newBody({ ...fields, isAllDay: true, repeat: weekly }).recurrence?.rrule).toBe('FREQ=WEEKLY;BYDAY=TH;UNTIL=20261231');
  });

  test('a change of the day alone leaves the way to the service; another way tells the days that are left out as they stand', () => {
    const event: CalendarEvent = {
      id: 'x_20261119T080000Z',
      title: 'x',
      description: null,
      location: null,
      color: 'teal',
      isAllDay: false,
      startTime: '2026-11-19T08:00:00.000Z',
      endTime: '2026-11-19T09:00:00.000Z',
      timeZone: 'Europe/Vienna',
      calendarId: 'c',
      reminders: [],
      isCancelled: false,
      isFree: false,
      recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=TH', rdates: [], exdates: ['2026-11-26T08:00:00.000Z'] },
      occurrenceId: 'x_20261119T080000Z',
      seriesStart: '2026-11-05T08:00:00.000Z',
      followsId: null,
      version: 1,
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt: '2026-01-01T00:00:00.000Z',
    };
    const own = fieldsOf(event);
    expect(own.repeat).toEqual({ kind: 'weekly' });
    expect(changedBody(event, { ...own, startDay: '2026-11-20', endDay: '2026-11-20' })).not.toHaveProperty('recurrence');
    expect(changedBody(event, { ...own, repeat: { kind: 'daily' } })?.recurrence).toEqual({
      rrule: 'FREQ=DAILY',
      rdates: [],
      exdates: ['2026-11-26T08:00:00.000Z'],
    });
    // The service makes dates of them.
    expect(changedBody(event, { ...own, isAllDay: true, repeat: { kind: 'daily' } })?.recurrence).toMatchObject({
      exdates: ['2026-11-26T08:00:00.000Z'],
    });
    expect(changedBody(event, { ...own, repeat: { kind: 'none' } })).toEqual({ recurrence: null });
  });
});
