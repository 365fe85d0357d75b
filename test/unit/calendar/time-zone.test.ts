import { describe, expect, test } from 'vitest';
import { queriedRange } from '../../../main/features/calendar/times.ts';
import { machineTimeZone, readTimeZone } from '../../../main/features/calendar/time-zone.ts';

describe('names of zones', () => {
  test.each([
    ['Europe/Berlin', 'Europe/Berlin'],
    ['europe/berlin', 'Europe/Berlin'],
    ['AMERICA/PORT-AU-PRINCE', 'America/Port-au-Prince'],
    ['antarctica/dumontdurville', 'Antarctica/DumontDUrville'],
    ['asia/calcutta', 'Asia/Calcutta'],
    ['etc/gmt+5', 'Etc/GMT+5'],
    ['utc', 'UTC'],
  ])('%s is %s', (name, expected) => {
    expect(readTimeZone(name)).toBe(expected);
  });

  test.each([
    '',
    ' ',
    '+02:00',
    '-05',
    'Z',
    'Mars/Olympus',
    'Europe/Berlin ',
    'Europe',
    'SystemV/EST5',
    'PST',
    'Europe/Berlin[u-ca=iso8601]',
    '2026-03-01T00:00[UTC]',
    '../etc/passwd',
    'a\0b',
  ])('%j is none', (name) => {
    expect(() => readTimeZone(name)).toThrow('timeZone must be an IANA time zone');
  });

  test('every zone that the system lists is taken as it is written there', () => {
    for (const name of Intl.supportedValuesOf('timeZone')) expect(readTimeZone(name)).toBe(name);
  });
});

test('the zone of the machine is looked up anew after a second', () => {
  const before = process.env['TZ'];
  let now = 1_000_000;
  const zone = machineTimeZone(() => now);
  try {
    process.env['TZ'] = 'Asia/Tokyo';
    expect(zone()).toBe('Asia/Tokyo');
    process.env['TZ'] = 'America/New_York';
    expect(zone()).toBe('Asia/Tokyo');
    now += 1000;
    expect(zone()).toBe('America/New_York');
  } finally {
    if (before === undefined) delete process.env['TZ'];
    else process.env['TZ'] = before;
  }
});

describe('the range of a query', () => {
  const range = (startDate?: string, endDate?: string): unknown => queriedRange({ startDate, endDate }, () => 'Europe/Berlin');

  test('a date is its midnight on this machine', () => {
    expect(range('2026-03-29', '2026-03-30')).toEqual({ from: Date.parse('2026-03-28T23:00Z'), until: Date.parse('2026-03-29T22:00Z') });
  });

  test('a date-time is an instant, or a time on this machine', () => {
    expect(range('2026-03-01T00:00:00Z', '2026-03-01T12:00')).toEqual({
      from: Date.parse('2026-03-01T00:00Z'),
      until: Date.parse('2026-03-01T11:00Z'),
    });
  });

  test('either side may be open', () => {
    expect(range()).toEqual({ from: null, until: null });
    expect(range('2026-03-01')).toEqual({ from: Date.parse('2026-02-28T23:00Z'), until: null });
    expect(range(undefined, '2026-03-01')).toEqual({ from: null, until: Date.parse('2026-02-28T23:00Z') });
  });

  test.each([
    ['an empty range', '2026-03-01', '2026-03-01', 'endDate must be after startDate'],
    ['a start that does not exist', '2026-02-30', '2026-03-01', 'startDate names a day that does not exist'],
    ['an end that does not exist', '2026-02-01', '2026-04-31T00:00Z', 'endDate names a day that does not exist'],
  ])('refuses %s', (_, startDate, endDate, message) => {
    expect(() => range(startDate, endDate)).toThrow(message);
  });
});
