import { describe, expect, test } from 'vitest';
import { CalendarFileError, readCalendar } from '../../main/desktop/calendar-file.ts';

const zone = 'America/New_York';
const read = (...lines: string[]): ReturnType<typeof readCalendar> =>
  readCalendar(['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:x', ...lines, 'END:VCALENDAR', ''].join('\r\n'), zone);
const event = (...lines: string[]): string[] => ['BEGIN:VEVENT', 'UID:1', 'DTSTAMP:20260101T000000Z', ...lines, 'END:VEVENT'];

describe('times', () => {
  test.each([
    [
      'of a zone',
      ['DTSTART;TZID=Europe/Berlin:20260701T093000', 'DTEND;TZID=Europe/Berlin:20260701T100000'],
      { startTime: '2026-07-01T07:30:00.000Z', endTime: '2026-07-01T08:00:00.000Z', timeZone: 'Europe/Berlin' },
    ],
    [
      'of a zone in quotes',
      ['DTSTART;TZID="Europe/Berlin":20260701T093000', 'DURATION:PT30M'],
      { startTime: '2026-07-01T07:30:00.000Z', endTime: '2026-07-01T08:00:00.000Z', timeZone: 'Europe/Berlin' },
    ],
    [
      'in UTC',
      ['DTSTART:20260701T093000Z', 'DTEND:20260701T100000Z'],
      { startTime: '2026-07-01T09:30:00.000Z', endTime: '2026-07-01T10:00:00.000Z', timeZone: zone },
    ],
    [
      'without a zone: those of this machine',
      ['DTSTART:20260701T093000', 'DTEND;VALUE=DATE-TIME:20260701T100000'],
      { startTime: '2026-07-01T13:30:00.000Z', endTime: '2026-07-01T14:00:00.000Z', timeZone: zone },
    ],
    [
      'with a duration',
      ['DTSTART:20260701T093000Z', 'DURATION:P1DT2H'],
      { startTime: '2026-07-01T09:30:00.000Z', endTime: '2026-07-02T11:30:00.000Z', timeZone: zone },
    ],
    [
      'without an end',
      ['DTSTART:20260701T093000Z'],
      { startTime: '2026-07-01T09:30:00.000Z', endTime: '2026-07-01T09:31:00.000Z', timeZone: zone },
    ],
    [
      'of whole days',
      ['DTSTART;VALUE=DATE:20260706', 'DTEND;VALUE=DATE:20260718'],
      { startDate: '2026-07-06', endDate: '2026-07-18', isAllDay: true },
    ],
    ['of one whole day', ['DTSTART;VALUE=DATE:20261231'], { startDate: '2026-12-31', endDate: '2027-01-01', isAllDay: true }],
  ])('%s', (_case, lines, expected) => {
    expect(read(...event('SUMMARY:A', ...lines))).toEqual({ events: [{ title: 'A', ...expected }], losses: [] });
  });

  test('of a zone that the file defines itself are right, and kept in the machine’s zone', () => {
    const own = [
      'BEGIN:VTIMEZONE',
      'TZID:W. Europe',
      'BEGIN:STANDARD',
      'DTSTART:19701025T030000',
      'TZOFFSETFROM:+0200',
      'TZOFFSETTO:+0100',
      'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
      'END:STANDARD',
      'BEGIN:DAYLIGHT',
      'DTSTART:19700329T020000',
      'TZOFFSETFROM:+0100',
      'TZOFFSETTO:+0200',
      'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
      'END:DAYLIGHT',
      'END:VTIMEZONE',
    ];
    expect(read(...own, ...event('SUMMARY:A', 'DTSTART;TZID=W. Europe:20260701T093000', 'DTEND;TZID=W. Europe:20260701T103000'))).toEqual({
      events: [{ title: 'A', startTime: '2026-07-01T07:30:00.000Z', endTime: '2026-07-01T08:30:00.000Z', timeZone: zone }],
      losses: [],
    });
  });
});

test('texts are taken over whole: folded lines, escapes, place, description, address', () => {
  const { events } = read(
    ...event(
      'SUMMARY;LANGUAGE=de:Team\\, mee',
      ' ting',
      'DTSTART:20260701T093000Z',
      'DURATION:PT1H',
      'LOCATION:Room 1\\; left',
      'DESCRIPTION:a\\nb \\\\ c',
      'URL:https://example.com/call',
    ),
  );
  expect(events).toMatchObject([
    { title: 'Team, meeting', location: 'Room 1; left', description: 'a\nb \\ c\n\nhttps://example.com/call' },
  ]);
});

describe('what cannot be taken over is told', () => {
  test.each([
    ['repeats', ['DTSTART:20260701T093000Z', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY'], 1, '“A”: repeats; only its first time is taken over'],
    ['has no time', [], 0, '“A”: left out, it has no time that can be read'],
    ['has a time that is none', ['DTSTART:2026garbage'], 0, '“A”: left out, it has no time that can be read'],
    [
      'has a zone that nobody knows',
      ['DTSTART;TZID=Mars/Base:20260701T093000', 'DURATION:PT1H'],
      0,
      '“A”: left out, its time zone Mars/Base is not known',
    ],
    ['ends before it begins', ['DTSTART:20260701T093000Z', 'DTEND:20260701T083000Z'], 0, '“A”: left out, its end is not after its start'],
    ['is cancelled', ['DTSTART:20260701T093000Z', 'DURATION:PT1H', 'STATUS:CANCELLED'], 0, '“A”: left out, it is cancelled'],
    [
      'has a place that is too long',
      ['DTSTART:20260701T093000Z', 'DURATION:PT1H', `LOCATION:${'x'.repeat(1001)}`],
      0,
      '“A”: left out, its location must be at most 1000 characters',
    ],
  ])('an event that %s', (_case, lines, count, loss) => {
    const { events, losses } = read(...event('SUMMARY:A', ...lines));
    expect(losses).toEqual([loss]);
    expect(events).toHaveLength(count);
  });

  test('to-dos, journals and alarms', () => {
    const { events, losses } = read(
      'BEGIN:VTODO',
      'UID:2',
      'SUMMARY:B',
      'END:VTODO',
      'BEGIN:VJOURNAL',
      'UID:3',
      'END:VJOURNAL',
      ...event(
        'SUMMARY:A',
        'DTSTART:20260701T093000Z',
        'DURATION:PT1H',
        'BEGIN:VALARM',
        'ACTION:DISPLAY',
        'DESCRIPTION:x',
        'TRIGGER:-PT15M',
        'END:VALARM',
      ),
    );
    expect(events).toHaveLength(1);
    expect(losses).toEqual(['1 × to-do: not taken over', '1 × journal entry: not taken over', 'Alarms: not taken over']);
  });

  test('an event without a title gets one', () => {
    expect(read(...event('DTSTART:20260701T093000Z', 'DURATION:PT1H')).events).toMatchObject([{ title: 'Untitled event' }]);
  });
});

test.each(['', 'hello', '<html></html>', 'BEGIN:VCARD\nEND:VCARD\n'])('%j is no calendar', (text) => {
  expect(() => readCalendar(text, zone)).toThrow(CalendarFileError);
});

test('an empty calendar has no events', () => {
  expect(read()).toEqual({ events: [], losses: [] });
});
