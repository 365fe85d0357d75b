import fc from 'fast-check';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { agendaOf, dayOf, phaseOf, timesOn, type CalendarEvent } from '../../../renderer/features/today/agenda.ts';
import { runs } from '../../support/property.ts';

const hour = 3_600_000;

function event(title: string, startTime: string, endTime: string, rest: Partial<CalendarEvent> = {}): CalendarEvent {
  return {
    id: title,
    title,
    description: null,
    location: null,
    color: 'purple',
    isAllDay: false,
    timeZone: 'Europe/Berlin',
    calendarId: 'calendar',
    reminders: [],
    isCancelled: false,
    isFree: false,
    recurrence: null,
    occurrenceId: title,
    seriesStart: null,
    followsId: null,
    version: 0,
    startTime: new Date(startTime).toISOString(),
    endTime: new Date(endTime).toISOString(),
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    ...rest,
  };
}

const titles = (events: readonly CalendarEvent[]): string[] => events.map(({ title }) => title);

vi.stubEnv('TZ', 'Europe/Berlin');
afterAll(() => {
  vi.unstubAllEnvs();
});

describe('dayOf', () => {
  it.each([
    ['2026-11-20T14:10:00+01:00', '2026-11-20', '2026-11-19T23:00:00.000Z', 24],
    ['2026-11-20T00:00:00+01:00', '2026-11-20', '2026-11-19T23:00:00.000Z', 24],
    ['2026-11-20T23:59:59.999+01:00', '2026-11-20', '2026-11-19T23:00:00.000Z', 24],
    ['2026-03-29T12:00:00+02:00', '2026-03-29', '2026-03-28T23:00:00.000Z', 23],
    ['2026-10-25T12:00:00+01:00', '2026-10-25', '2026-10-24T22:00:00.000Z', 25],
  ])('%s lies on %s', (moment, date, start, hours) => {
    const day = dayOf(new Date(moment));
    expect(day).toMatchObject({ date, start: new Date(start) });
    expect(day.end.getTime() - day.start.getTime()).toBe(hours * hour);
  });

  it('holds its own moment, whatever the moment', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date('1990-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }), (moment) => {
        const { start, end } = dayOf(moment);
        return start <= moment && moment < end;
      }),
      runs(100, 60),
    );
  });
});

describe('agendaOf', () => {
  const day = dayOf(new Date('2026-11-20T14:00:00+01:00'));

  it('puts all-day events first, then goes by start, end and title', () => {
    const events = [
      event('late', '2026-11-20T18:00:00+01:00', '2026-11-20T19:00:00+01:00'),
      event('b', '2026-11-20T09:00:00+01:00', '2026-11-20T10:00:00+01:00'),
      event('long', '2026-11-20T09:00:00+01:00', '2026-11-20T11:00:00+01:00'),
      event('a', '2026-11-20T09:00:00+01:00', '2026-11-20T10:00:00+01:00'),
      event('night', '2026-11-19T22:00:00+01:00', '2026-11-20T02:00:00+01:00'),
      event('birthday', '2026-11-20T00:00:00+01:00', '2026-11-21T00:00:00+01:00', { isAllDay: true }),
    ];
    expect(titles(agendaOf(events, day))).toEqual(['birthday', 'night', 'a', 'b', 'long', 'late']);
  });

  it('is the same in whatever order the events come', () => {
    const events = Array.from({ length: 6 }, (_, index) =>
      event('same', '2026-11-20T09:00:00+01:00', '2026-11-20T10:00:00+01:00', { id: String(index) }),
    );
    fc.assert(
      fc.property(fc.shuffledSubarray(events, { minLength: 6 }), (shuffled) => {
        expect(agendaOf(shuffled, day)).toEqual(events);
      }),
      runs(100, 61),
    );
  });

  it('leaves out what only touches the day', () => {
    const events = [
      event('ended at midnight', '2026-11-19T22:00:00+01:00', '2026-11-20T00:00:00+01:00'),
      event('begins at midnight', '2026-11-21T00:00:00+01:00', '2026-11-21T01:00:00+01:00'),
    ];
    expect(agendaOf(events, day)).toEqual([]);
  });

  it.each([
    ['today in Tokyo', '2026-11-20T00:00:00+09:00', '2026-11-21T00:00:00+09:00', 'Asia/Tokyo', 1],
    ['tomorrow in Tokyo', '2026-11-21T00:00:00+09:00', '2026-11-22T00:00:00+09:00', 'Asia/Tokyo', 0],
    ['yesterday in Los Angeles', '2026-11-19T00:00:00-08:00', '2026-11-20T00:00:00-08:00', 'America/Los_Angeles', 0],
    ['three days around today', '2026-11-19T00:00:00+01:00', '2026-11-22T00:00:00+01:00', 'Europe/Berlin', 1],
    ['in a zone that the browser does not know', '2026-11-20T00:00:00+01:00', '2026-11-21T00:00:00+01:00', 'Mars/Olympus', 1],
  ])('takes an all-day event by its date: %s', (title, start, end, timeZone, count) => {
    expect(agendaOf([event(title, start, end, { isAllDay: true, timeZone })], day)).toHaveLength(count);
  });
});

describe('phaseOf', () => {
  const meeting = event('meeting', '2026-11-20T14:00:00+01:00', '2026-11-20T15:00:00+01:00');

  it.each([
    ['13:59:59', 'ahead'],
    ['14:00:00', 'now'],
    ['14:59:59', 'now'],
    ['15:00:00', 'past'],
  ])('at %s it is %s', (time, phase) => {
    expect(phaseOf(meeting, new Date(`2026-11-20T${time}+01:00`))).toBe(phase);
  });

  it('does not let an all-day event pass before its day', () => {
    expect(phaseOf({ ...meeting, isAllDay: true }, new Date('2026-11-20T23:59:00+01:00'))).toBe('ahead');
  });
});

describe('timesOn', () => {
  const day = dayOf(new Date('2026-11-20T14:00:00+01:00'));

  it.each([
    ['2026-11-20T09:00:00+01:00', '2026-11-20T10:00:00+01:00', true, true],
    ['2026-11-20T09:00:00+01:00', '2026-11-21T00:00:00+01:00', true, true],
    ['2026-11-19T22:00:00+01:00', '2026-11-20T02:00:00+01:00', false, true],
    ['2026-11-20T22:00:00+01:00', '2026-11-21T06:00:00+01:00', true, false],
  ])('%s to %s', (start, end, hasStart, hasEnd) => {
    const times = timesOn(event('x', start, end), day);
    expect(times).toEqual({ start: hasStart ? new Date(start) : null, end: hasEnd ? new Date(end) : null });
  });

  it('has no times for what lasts the whole day', () => {
    expect(timesOn(event('x', '2026-11-18T09:00:00+01:00', '2026-11-25T09:00:00+01:00'), day)).toBeNull();
    expect(timesOn(event('x', '2026-11-20T00:00:00+01:00', '2026-11-21T00:00:00+01:00', { isAllDay: true }), day)).toBeNull();
  });
});
