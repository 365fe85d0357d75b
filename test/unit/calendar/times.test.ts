import { describe, expect, test } from 'vitest';
import { changedTimes, newTimes, type TimeFields, type Times } from '../../../main/features/calendar/times.ts';
import { AppError, type FieldError } from '../../../main/lib/app-error.ts';

const inBerlin = (): string => 'Europe/Berlin';

/** [start, end, zone, all-day], as the answer writes them. */
function shown({ startAt, endAt, timeZone, isAllDay }: Times): string {
  const instant = (at: number): string => new Date(at).toISOString().replace(':00.000Z', 'Z');
  return `${instant(startAt)} ${instant(endAt)} ${timeZone}${isAllDay ? ' all-day' : ''}`;
}

function created(fields: TimeFields): string {
  return shown(newTimes(fields, inBerlin));
}

function refusal(work: () => unknown): readonly FieldError[] {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError && error.code === 'validation_failed') return error.errors;
    throw error;
  }
  throw new Error('nothing was refused');
}

const paths = (errors: readonly FieldError[]): string[] => errors.map((error) => error.path);

describe('the three forms of a new event', () => {
  test.each<[string, TimeFields, string]>([
    [
      'date-times in UTC',
      { startTime: '2026-03-01T09:30:00Z', endTime: '2026-03-01T10:00:00Z' },
      '2026-03-01T09:30Z 2026-03-01T10:00Z Europe/Berlin',
    ],
    [
      'date-times with offsets',
      { startTime: '2026-03-01T09:30+02:00', endTime: '2026-03-01T10:00:00-0500' },
      '2026-03-01T07:30Z 2026-03-01T15:00Z Europe/Berlin',
    ],
    [
      'date-times without, of this machine',
      { startTime: '2026-03-01T09:30', endTime: '2026-03-01T10:00' },
      '2026-03-01T08:30Z 2026-03-01T09:00Z Europe/Berlin',
    ],
    [
      'date-times without, of a zone',
      { startTime: '2026-03-01T09:30', endTime: '2026-03-01T10:00', timeZone: 'Asia/Tokyo' },
      '2026-03-01T00:30Z 2026-03-01T01:00Z Asia/Tokyo',
    ],
    [
      'one with an offset, one without',
      { startTime: '2026-03-01T09:30', endTime: '2026-03-01T10:00Z' },
      '2026-03-01T08:30Z 2026-03-01T10:00Z Europe/Berlin',
    ],
    [
      'the name of a zone in another case',
      { startTime: '2026-03-01T09:30', endTime: '2026-03-01T10:00', timeZone: 'america/NEW_york' },
      '2026-03-01T14:30Z 2026-03-01T15:00Z America/New_York',
    ],
    [
      'a date and times of day',
      { startDate: '2026-03-01', startTime: '09:30', endTime: '10:00' },
      '2026-03-01T08:30Z 2026-03-01T09:00Z Europe/Berlin',
    ],
    [
      'two dates and times of day',
      { startDate: '2026-03-01', startTime: '22:00', endDate: '2026-03-02', endTime: '01:30:00' },
      '2026-03-01T21:00Z 2026-03-02T00:30Z Europe/Berlin',
    ],
    ['date, start and end', { date: '2026-07-01', start: '09:30', end: '10:00' }, '2026-07-01T07:30Z 2026-07-01T08:00Z Europe/Berlin'],
    ['leap day', { date: '2028-02-29', start: '09:30', end: '10:00' }, '2028-02-29T08:30Z 2028-02-29T09:00Z Europe/Berlin'],
    [
      'the first year',
      { startTime: '0001-01-01T00:00Z', endTime: '0001-01-01T01:00Z' },
      '0001-01-01T00:00Z 0001-01-01T01:00Z Europe/Berlin',
    ],
    ['a date alone, which makes it all-day', { date: '2026-03-29' }, '2026-03-28T23:00Z 2026-03-29T22:00Z Europe/Berlin all-day'],
    [
      'the last year',
      { startTime: '9999-12-31T22:00Z', endTime: '9999-12-31T23:00Z' },
      '9999-12-31T22:00Z 9999-12-31T23:00Z Europe/Berlin',
    ],
  ])('%s', (_, fields, expected) => {
    expect(created(fields)).toBe(expected);
  });
});

describe('clocks that change', () => {
  test.each<[string, string, string, string, string]>([
    [
      'a skipped time moves forward by the gap',
      'Europe/Berlin',
      '2026-03-29T02:30',
      '2026-03-29T04:00',
      '2026-03-29T01:30Z 2026-03-29T02:00Z',
    ],
    [
      'of a time that occurs twice the first is meant',
      'Europe/Berlin',
      '2026-10-25T02:30',
      '2026-10-25T03:00',
      '2026-10-25T00:30Z 2026-10-25T02:00Z',
    ],
    ['a skipped time in New York', 'America/New_York', '2026-03-08T02:30', '2026-03-08T03:45', '2026-03-08T07:30Z 2026-03-08T07:45Z'],
    ['a repeated time in New York', 'America/New_York', '2026-11-01T01:30', '2026-11-01T02:00', '2026-11-01T05:30Z 2026-11-01T07:00Z'],
    ['a gap of half an hour', 'Australia/Lord_Howe', '2026-10-04T02:15', '2026-10-04T03:00', '2026-10-03T15:45Z 2026-10-03T16:00Z'],
    ['half an hour twice', 'Australia/Lord_Howe', '2026-04-05T01:45', '2026-04-05T02:00', '2026-04-04T14:45Z 2026-04-04T15:30Z'],
    ['a skipped day', 'Pacific/Apia', '2011-12-30T10:00', '2011-12-31T12:00', '2011-12-30T20:00Z 2011-12-30T22:00Z'],
  ])('%s', (_, timeZone, startTime, endTime, expected) => {
    expect(created({ startTime, endTime, timeZone })).toBe(`${expected} ${timeZone}`);
  });

  test.each<[string, TimeFields, string]>([
    ['as far as the start', { date: '2026-03-08', start: '02:30', end: '03:30' }, '2026-03-08T07:30Z 2026-03-08T08:30Z'],
    ['with dates and times', { startDate: '2026-03-08', startTime: '02:30', endTime: '03:15' }, '2026-03-08T07:30Z 2026-03-08T08:15Z'],
    ['with date-times', { startTime: '2026-03-08T02:15', endTime: '2026-03-08T03:00' }, '2026-03-08T07:15Z 2026-03-08T08:00Z'],
    ['when both are skipped', { date: '2026-03-08', start: '02:00', end: '02:45' }, '2026-03-08T07:00Z 2026-03-08T07:45Z'],
    ['when it alone is skipped', { date: '2026-03-08', start: '01:30', end: '02:30' }, '2026-03-08T06:30Z 2026-03-08T07:30Z'],
    [
      'over a skipped day',
      { startTime: '2011-12-30T10:00', endTime: '2011-12-31T09:00', timeZone: 'Pacific/Apia' },
      '2011-12-30T20:00Z 2011-12-31T19:00Z',
    ],
  ])('an end that a skipped start would pass moves on too: %s', (_, fields, expected) => {
    expect(created({ timeZone: 'America/New_York', ...fields })).toBe(`${expected} ${fields.timeZone ?? 'America/New_York'}`);
  });

  test.each<[string, TimeFields]>([
    ['stands before the start', { date: '2026-03-29', start: '02:30', end: '02:15' }],
    ['is the start', { date: '2026-03-29', start: '02:30', end: '02:30' }],
    ['stands before the start in the hour that comes twice', { date: '2026-10-25', start: '02:45', end: '02:15' }],
  ])('an end that %s is refused', (_, fields) => {
    expect(paths(refusal(() => created(fields)))).toEqual(['end']);
  });

  test('an exact end does not move', () => {
    expect(
      paths(refusal(() => created({ startTime: '2026-03-08T02:30', endTime: '2026-03-08T07:15Z', timeZone: 'America/New_York' }))),
    ).toEqual(['endTime']);
  });
});

describe('an update of an event at the second of two times', () => {
  // The second 1:30 to 2:00 in New York.
  const current: Times = {
    startAt: Date.parse('2026-11-01T06:30Z'),
    endAt: Date.parse('2026-11-01T07:00Z'),
    timeZone: 'America/New_York',
    isAllDay: false,
  };

  test.each<[string, TimeFields, string]>([
    ['the same date-times', { startTime: '2026-11-01T01:30', endTime: '2026-11-01T02:00' }, '2026-11-01T06:30Z 2026-11-01T07:00Z'],
    ['another end', { date: '2026-11-01', start: '01:30', end: '03:00' }, '2026-11-01T06:30Z 2026-11-01T08:00Z'],
    [
      'another end that comes twice',
      { startDate: '2026-11-01', startTime: '01:30', endTime: '01:45' },
      '2026-11-01T06:30Z 2026-11-01T06:45Z',
    ],
    ['such an end alone', { endTime: '2026-11-01T01:45' }, '2026-11-01T06:30Z 2026-11-01T06:45Z'],
    ['another start that comes twice: the first', { startTime: '2026-11-01T01:15' }, '2026-11-01T05:15Z 2026-11-01T07:00Z'],
    ['the start in another zone', { timeZone: 'America/Chicago', startTime: '2026-11-01T00:30' }, '2026-11-01T05:30Z 2026-11-01T07:00Z'],
    [
      'the same clock of another zone: the first',
      { timeZone: 'America/Toronto', startTime: '2026-11-01T01:30' },
      '2026-11-01T05:30Z 2026-11-01T07:00Z',
    ],
  ])('%s', (_, fields, expected) => {
    expect(shown(changedTimes(current, fields))).toBe(`${expected} ${fields.timeZone ?? current.timeZone}`);
  });
});

describe('a new all-day event', () => {
  test.each<[string, TimeFields, string]>([
    ['date', { date: '2026-03-01' }, '2026-02-28T23:00Z 2026-03-01T23:00Z'],
    ['startDate', { startDate: '2026-03-01' }, '2026-02-28T23:00Z 2026-03-01T23:00Z'],
    ['startTime that is a date', { startTime: '2026-03-01' }, '2026-02-28T23:00Z 2026-03-01T23:00Z'],
    ['startDate and endDate', { startDate: '2026-03-01', endDate: '2026-03-04' }, '2026-02-28T23:00Z 2026-03-03T23:00Z'],
    ['startTime and endTime that are dates', { startTime: '2026-03-01', endTime: '2026-03-04' }, '2026-02-28T23:00Z 2026-03-03T23:00Z'],
    ['times are widened', { startTime: '2026-03-01T09:30', endTime: '2026-03-01T10:00' }, '2026-02-28T23:00Z 2026-03-01T23:00Z'],
    ['midnights stay', { startTime: '2026-03-01T00:00', endTime: '2026-03-02T00:00' }, '2026-02-28T23:00Z 2026-03-01T23:00Z'],
    ['date, start and end are widened', { date: '2026-03-01', start: '09:30', end: '10:00' }, '2026-02-28T23:00Z 2026-03-01T23:00Z'],
    ['23 hours', { date: '2026-03-29' }, '2026-03-28T23:00Z 2026-03-29T22:00Z'],
    ['25 hours', { date: '2026-10-25' }, '2026-10-24T22:00Z 2026-10-25T23:00Z'],
    ['leap day', { date: '2028-02-29' }, '2028-02-28T23:00Z 2028-02-29T23:00Z'],
  ])('%s', (_, fields, expected) => {
    expect(created({ ...fields, isAllDay: true })).toBe(`${expected} Europe/Berlin all-day`);
  });

  test.each<[string, TimeFields, string]>([
    ['half an hour less', { date: '2026-10-04', timeZone: 'Australia/Lord_Howe' }, '2026-10-03T13:30Z 2026-10-04T13:00Z'],
    ['a day that starts at one', { date: '2018-11-04', timeZone: 'America/Sao_Paulo' }, '2018-11-04T03:00Z 2018-11-05T02:00Z'],
    ['a day that the zone skips is the next', { date: '2011-12-30', timeZone: 'Pacific/Apia' }, '2011-12-30T10:00Z 2011-12-31T10:00Z'],
    [
      'over a day that the zone skips',
      { startDate: '2011-12-29', endDate: '2012-01-01', timeZone: 'Pacific/Apia' },
      '2011-12-29T10:00Z 2011-12-31T10:00Z',
    ],
  ])('%s', (_, fields, expected) => {
    expect(created({ ...fields, isAllDay: true })).toBe(`${expected} ${fields.timeZone} all-day`);
  });
});

describe('what is refused of a new event', () => {
  const full = '2026-03-01T09:30:00Z';
  test.each<[string, TimeFields, string[]]>([
    ['nothing', {}, ['startTime', 'endTime']],
    ['startTime alone', { startTime: full }, ['endTime']],
    ['endTime alone', { endTime: full }, ['startTime']],
    ['times of day without a date', { startTime: '09:30', endTime: '10:00' }, ['startDate']],
    ['startDate alone', { startDate: '2026-03-01' }, ['startTime', 'endTime']],
    ['no endTime', { startDate: '2026-03-01', startTime: '09:30' }, ['endTime']],
    ['no endTime with endDate', { startDate: '2026-03-01', startTime: '09:30', endDate: '2026-03-02' }, ['endTime']],
    ['no startTime', { startDate: '2026-03-01', endTime: '10:00' }, ['startTime']],
    ['date alone, not all-day', { date: '2026-03-01', isAllDay: false }, ['start', 'end']],
    ['date and startTime', { date: '2026-03-01', startTime: '2026-03-01T09:30' }, ['startTime']],
    ['no end', { date: '2026-03-01', start: '09:30' }, ['end']],
    ['no end, all-day', { date: '2026-03-01', start: '09:30', isAllDay: true }, ['end']],
    ['no start', { date: '2026-03-01', end: '09:30' }, ['start']],
    ['no date', { start: '09:30', end: '10:00' }, ['date']],
    ['endDate alone, all-day', { endDate: '2026-03-01', isAllDay: true }, ['startDate']],
    ['a full startTime beside startDate', { startDate: '2026-03-01', startTime: full, endTime: full }, ['startDate']],
    ['a full endTime beside startDate', { startDate: '2026-03-01', startTime: '09:30', endTime: full }, ['startDate']],
    ['a full startTime, a time of day to end', { startTime: full, endTime: '10:00' }, ['endTime']],
    ['a time of day to start, a full endTime', { startTime: '09:30', endTime: full }, ['startTime']],
    ['date with startTime', { date: '2026-03-01', startTime: '09:30', endTime: '10:00' }, ['startTime', 'endTime']],
    ['date with startDate', { date: '2026-03-01', startDate: '2026-03-01', start: '09:30', end: '10:00' }, ['startDate']],
    ['dates for times', { startTime: '2026-03-01', endTime: '2026-03-02' }, ['startTime', 'endTime']],
    ['a day that does not exist', { startTime: '2026-02-30T09:30', endTime: full }, ['startTime']],
    ['an end on a day that does not exist', { startDate: '2026-02-28', endDate: '2026-02-29', isAllDay: true }, ['endDate']],
    ['leap day of a common year', { date: '2027-02-29', start: '09:30', end: '10:00' }, ['date']],
    ['an end before the start', { startTime: full, endTime: '2026-03-01T09:00:00Z' }, ['endTime']],
    ['an end at the start', { startTime: full, endTime: full }, ['endTime']],
    ['an end less than a millisecond after the start', { startTime: full, endTime: '2026-03-01T09:30:00.0009Z' }, ['endTime']],
    ['an end before the start of a day', { date: '2026-03-01', start: '09:30', end: '09:00' }, ['end']],
    ['an endDate that is the startDate, all-day', { startDate: '2026-03-01', endDate: '2026-03-01', isAllDay: true }, ['endDate']],
    ['a start before the first year in UTC', { startTime: '0001-01-01T00:00+02:00', endTime: full }, ['startTime']],
    ['an end after the last year in UTC', { startTime: full, endTime: '9999-12-31T23:00-02:00' }, ['endTime']],
    ['an unknown zone', { startTime: full, endTime: full, timeZone: 'Mars/Olympus' }, ['timeZone']],
    ['an offset for a zone', { startTime: full, endTime: full, timeZone: '+02:00' }, ['timeZone']],
  ])('%s', (_, fields, expected) => {
    const errors = refusal(() => created(fields));
    expect(paths(errors)).toEqual(expected);
    for (const { message } of errors) expect(message.length).toBeGreaterThan(5);
  });

  test('an end that is not after the start is refused in the words of the interface', () => {
    expect(refusal(() => created({ startTime: full, endTime: full }))).toEqual([{ path: 'endTime', message: 'must be after startTime' }]);
  });
});

describe('an update of an event with times', () => {
  // 10:00 to 11:00 in New York.
  const current: Times = {
    startAt: Date.parse('2026-03-02T15:00Z'),
    endAt: Date.parse('2026-03-02T16:00Z'),
    timeZone: 'America/New_York',
    isAllDay: false,
  };
  const allDayZone = 'America/New_York all-day';

  test.each<[string, TimeFields, string]>([
    ['nothing', {}, '2026-03-02T15:00Z 2026-03-02T16:00Z America/New_York'],
    ['startTime', { startTime: '2026-03-02T15:30Z' }, '2026-03-02T15:30Z 2026-03-02T16:00Z America/New_York'],
    ['startTime in the zone of the event', { startTime: '2026-03-02T09:00' }, '2026-03-02T14:00Z 2026-03-02T16:00Z America/New_York'],
    ['endTime', { endTime: '2026-03-02T12:00' }, '2026-03-02T15:00Z 2026-03-02T17:00Z America/New_York'],
    ['startDate and startTime', { startDate: '2026-03-01', startTime: '09:00' }, '2026-03-01T14:00Z 2026-03-02T16:00Z America/New_York'],
    ['endDate and endTime', { endDate: '2026-03-03', endTime: '09:00' }, '2026-03-02T15:00Z 2026-03-03T14:00Z America/New_York'],
    [
      'a date and two times of day',
      { startDate: '2026-03-03', startTime: '09:00', endTime: '10:00' },
      '2026-03-03T14:00Z 2026-03-03T15:00Z America/New_York',
    ],
    ['date, start and end', { date: '2026-03-03', start: '09:00', end: '10:00' }, '2026-03-03T14:00Z 2026-03-03T15:00Z America/New_York'],
    ['timeZone keeps the instants', { timeZone: 'asia/tokyo' }, '2026-03-02T15:00Z 2026-03-02T16:00Z Asia/Tokyo'],
    ['timeZone and startTime', { timeZone: 'Asia/Tokyo', startTime: '2026-03-02T09:00' }, '2026-03-02T00:00Z 2026-03-02T16:00Z Asia/Tokyo'],
    ['isAllDay widens', { isAllDay: true }, `2026-03-02T05:00Z 2026-03-03T05:00Z ${allDayZone}`],
    ['isAllDay in another zone', { isAllDay: true, timeZone: 'Asia/Tokyo' }, '2026-03-02T15:00Z 2026-03-03T15:00Z Asia/Tokyo all-day'],
    ['isAllDay and date', { isAllDay: true, date: '2026-03-05' }, `2026-03-05T05:00Z 2026-03-06T05:00Z ${allDayZone}`],
    ['isAllDay and startDate', { isAllDay: true, startDate: '2026-03-01' }, `2026-03-01T05:00Z 2026-03-03T05:00Z ${allDayZone}`],
    ['isAllDay: false', { isAllDay: false }, '2026-03-02T15:00Z 2026-03-02T16:00Z America/New_York'],
  ])('%s', (_, fields, expected) => {
    expect(shown(changedTimes(current, fields))).toBe(expected);
  });

  test.each<[string, TimeFields, string[]]>([
    ['a start after the end', { startTime: '2026-03-02T16:00Z' }, ['endTime']],
    ['an end before the start', { endTime: '2026-03-02T15:00Z' }, ['endTime']],
    ['startTime without a date', { startTime: '09:00' }, ['startDate']],
    ['endTime without a date', { endTime: '09:00' }, ['endDate']],
    ['both without a date', { startTime: '09:00', endTime: '10:00' }, ['startDate']],
    ['startDate alone', { startDate: '2026-03-01' }, ['startTime']],
    ['endDate alone', { endDate: '2026-03-03' }, ['endTime']],
    ['endDate with startTime', { endDate: '2026-03-03', startTime: '09:00' }, ['startDate', 'endTime']],
    ['date alone', { date: '2026-03-01' }, ['start', 'end']],
    ['start and end without date', { start: '09:00', end: '10:00' }, ['date']],
    ['start without date and end', { start: '09:00' }, ['date', 'end']],
    ['no end', { date: '2026-03-03', start: '09:00' }, ['end']],
    ['full startTime with endDate', { startTime: '2026-03-02T15:30Z', endDate: '2026-03-03', endTime: '10:00' }, ['endDate']],
    ['an unknown zone', { timeZone: 'Europe/Atlantis' }, ['timeZone']],
  ])('refuses %s', (_, fields, expected) => {
    expect(paths(refusal(() => changedTimes(current, fields)))).toEqual(expected);
  });
});

describe('an update of an all-day event', () => {
  // 2 and 3 March in Berlin.
  const current: Times = {
    startAt: Date.parse('2026-03-01T23:00Z'),
    endAt: Date.parse('2026-03-03T23:00Z'),
    timeZone: 'Europe/Berlin',
    isAllDay: true,
  };

  test.each<[string, TimeFields, string]>([
    ['nothing', {}, '2026-03-01T23:00Z 2026-03-03T23:00Z Europe/Berlin all-day'],
    ['date', { date: '2026-03-29' }, '2026-03-28T23:00Z 2026-03-29T22:00Z Europe/Berlin all-day'],
    ['startDate', { startDate: '2026-03-01' }, '2026-02-28T23:00Z 2026-03-03T23:00Z Europe/Berlin all-day'],
    ['endDate', { endDate: '2026-03-03' }, '2026-03-01T23:00Z 2026-03-02T23:00Z Europe/Berlin all-day'],
    ['endTime that is a date', { endTime: '2026-03-03' }, '2026-03-01T23:00Z 2026-03-02T23:00Z Europe/Berlin all-day'],
    ['startTime is widened', { startTime: '2026-03-01T12:00Z' }, '2026-02-28T23:00Z 2026-03-03T23:00Z Europe/Berlin all-day'],
    ['endTime is widened', { endTime: '2026-03-04T12:00Z' }, '2026-03-01T23:00Z 2026-03-04T23:00Z Europe/Berlin all-day'],
    ['timeZone keeps the dates', { timeZone: 'America/New_York' }, '2026-03-02T05:00Z 2026-03-04T05:00Z America/New_York all-day'],
    [
      'timeZone and endDate',
      { timeZone: 'America/New_York', endDate: '2026-03-05' },
      '2026-03-02T05:00Z 2026-03-05T05:00Z America/New_York all-day',
    ],
    ['isAllDay: false keeps the instants', { isAllDay: false }, '2026-03-01T23:00Z 2026-03-03T23:00Z Europe/Berlin'],
    ['isAllDay: false in another zone too', { isAllDay: false, timeZone: 'Asia/Tokyo' }, '2026-03-01T23:00Z 2026-03-03T23:00Z Asia/Tokyo'],
    [
      'isAllDay: false with a new end',
      { isAllDay: false, endDate: '2026-03-02', endTime: '09:00' },
      '2026-03-01T23:00Z 2026-03-02T08:00Z Europe/Berlin',
    ],
  ])('%s', (_, fields, expected) => {
    expect(shown(changedTimes(current, fields))).toBe(expected);
  });

  test.each<[string, TimeFields, string[]]>([
    ['an endDate that is the first day', { endDate: '2026-03-02' }, ['endDate']],
    ['a startDate that is the end', { startDate: '2026-03-04' }, ['endTime']],
    ['a time of day alone', { startTime: '09:00' }, ['startDate']],
    ['dates without times once it has times', { isAllDay: false, startDate: '2026-03-02' }, ['startTime']],
  ])('refuses %s', (_, fields, expected) => {
    expect(paths(refusal(() => changedTimes(current, fields)))).toEqual(expected);
  });
});
