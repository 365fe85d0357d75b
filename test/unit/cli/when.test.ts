import { describe, expect, test } from 'vitest';
import { UsageError } from '../../../main/cli/command.ts';
import { daysAfter, spanCells, dayStartInZone, today, understandDay, understandTime } from '../../../main/cli/when.ts';
import { understand } from '../../../main/contract/phrases/phrase.ts';

const timeZone = 'Europe/Vienna';
/** Monday, 03:40 in Vienna. */
const now = Date.parse('2026-11-23T02:40:00Z');
const said = async (text: string, at = now, zone = timeZone): Promise<unknown> => {
  const { title, when } = await understand(text, { now: at, timeZone: zone });
  return when === null ? [title] : [title, when.start, when.end];
};

describe('a text that names a time of day', () => {
  test.each([
    ['lunch with Eva tomorrow 12:30', 'lunch with Eva', '2026-11-24T11:30:00.000Z', '2026-11-24T12:30:00.000Z'],
    ['dentist on friday at 9', 'dentist', '2026-11-27T08:00:00.000Z', '2026-11-27T09:00:00.000Z'],
    ['standup monday 9:00-9:15', 'standup', '2026-11-23T08:00:00.000Z', '2026-11-23T08:15:00.000Z'],
    ['breakfast at 8', 'breakfast', '2026-11-23T07:00:00.000Z', '2026-11-23T08:00:00.000Z'],
    ['at 8 breakfast, with jam', 'breakfast, with jam', '2026-11-23T07:00:00.000Z', '2026-11-23T08:00:00.000Z'],
    ['meeting tomorrow 10:00 for 2 hours', 'meeting', '2026-11-24T09:00:00.000Z', '2026-11-24T11:00:00.000Z'],
    ['meeting tomorrow for half an hour at 10', 'meeting', '2026-11-24T09:00:00.000Z', '2026-11-24T09:30:00.000Z'],
    ['midnight tea on friday 23:30', 'midnight tea', '2026-11-27T22:30:00.000Z', '2026-11-27T23:30:00.000Z'],
    ['dinner this evening', 'dinner', '2026-11-23T19:00:00.000Z', '2026-11-23T20:00:00.000Z'],
    ['party tomorrow night 22:00 - 1:00', 'party', '2026-11-24T21:00:00.000Z', '2026-11-25T00:00:00.000Z'],
    ['call Bob in 2 hours', 'call Bob', '2026-11-23T04:40:00.000Z', '2026-11-23T05:40:00.000Z'],
    ['flight tomorrow 3pm PST', 'flight', '2026-11-24T23:00:00.000Z', '2026-11-25T00:00:00.000Z'],
    ['review 2026-12-24 14:00', 'review', '2026-12-24T13:00:00.000Z', '2026-12-24T14:00:00.000Z'],
    ['tomorrow 12:30', 'tomorrow 12:30', '2026-11-24T11:30:00.000Z', '2026-11-24T12:30:00.000Z'],
  ])('%s', async (text, ...expected) => {
    expect(await said(text)).toEqual(expected);
  });
});

describe('a text that names a day', () => {
  test.each([
    ['pay rent 2026-12-01', 'pay rent', '2026-12-01', '2026-12-02'],
    ['team offsite 5 May', 'team offsite', '2027-05-05', '2027-05-06'],
    ['holiday from 6 July to 10 July', 'holiday', '2027-07-06', '2027-07-11'],
    ['holiday 6 July for 5 days', 'holiday', '2027-07-06', '2027-07-11'],
    ['pay taxes in 3 days', 'pay taxes', '2026-11-26', '2026-11-27'],
  ])('%s', async (text, ...expected) => {
    expect(await said(text)).toEqual(expected);
  });

  test('reads it in the zone: there it can be another day already', async () => {
    const evening = Date.parse('2026-11-23T23:30:00Z');
    expect(await said('bread tomorrow', evening)).toEqual(['bread', '2026-11-25', '2026-11-26']);
    expect(await said('bread tomorrow', evening, 'America/New_York')).toEqual(['bread', '2026-11-24', '2026-11-25']);
  });
});

describe('a text that names none', () => {
  test.each([
    'buy 12 eggs',
    'ask Eva whether she may come',
    'what now',
    'read chapter 3',
    'march on',
    'sun cream',
    '5 minutes of plank',
    'run for 20 minutes',
    'second draft',
    'morning run',
  ])('%s', async (text) => {
    expect(await said(text)).toEqual([text]);
  });
});

describe('where the clocks change', () => {
  // In Vienna they skip 02:00–03:00 on 29 March and repeat it on 25 October.
  const march = Date.parse('2026-03-28T11:00:00Z');
  const october = Date.parse('2026-10-24T10:00:00Z');

  test.each([
    ['train tomorrow 2:30', march, '2026-03-29T01:30:00.000Z', '2026-03-29T02:30:00.000Z'],
    ['train tomorrow 1:30', march, '2026-03-29T00:30:00.000Z', '2026-03-29T01:30:00.000Z'],
    ['lunch tomorrow 12:30', march, '2026-03-29T10:30:00.000Z', '2026-03-29T11:30:00.000Z'],
    ['train tomorrow 2:30', october, '2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z'],
    ['lunch tomorrow 12:30', october, '2026-10-25T11:30:00.000Z', '2026-10-25T12:30:00.000Z'],
    ['call in 24 hours', march, '2026-03-29T11:00:00.000Z', '2026-03-29T12:00:00.000Z'],
  ])('%s', async (text, at, ...expected) => {
    expect((await said(text, at)) as string[]).toEqual([text.split(' ')[0], ...expected]);
  });
});

test('a value of an option is a time and nothing else', async () => {
  expect(await understandDay('--from', 'friday', { now, timeZone })).toBe('2026-11-27');
  expect(await understandDay('--from', '2026-02-03', { now, timeZone })).toBe('2026-02-03');
  expect(await understandTime('--due', 'tomorrow 17:00', { now, timeZone })).toMatchObject({ kind: 'timed', local: '2026-11-24T17:00' });
  await expect(understandTime('--due', 'the cake tomorrow', { now, timeZone })).rejects.toThrow(UsageError);
  await expect(understandTime('--due', 'soon', { now, timeZone })).rejects.toThrow('--due must be a day or a time');
  expect(() => daysAfter('2026-02-30', 1)).toThrow(UsageError);
});

test('days and times are shown in the zone of the reader, whole days in their own', () => {
  expect(today({ now: Date.parse('2026-11-23T23:30:00Z'), timeZone })).toBe('2026-11-24');
  expect(dayStartInZone('2026-03-30', timeZone)).toBe('2026-03-29T22:00:00.000Z');
  const timed = { isAllDay: false, startTime: '2026-11-24T11:30:00.000Z', endTime: '2026-11-24T12:30:00.000Z', timeZone: 'Asia/Tokyo' };
  expect(spanCells(timed, timeZone)).toEqual(['Tue 2026-11-24', '12:30–13:30']);
  expect(spanCells({ ...timed, endTime: '2026-11-25T00:00:00.000Z' }, timeZone)).toEqual(['Tue 2026-11-24', '12:30–2026-11-25 01:00']);
  const days = { isAllDay: true, startTime: '2026-07-05T15:00:00.000Z', endTime: '2026-07-07T15:00:00.000Z', timeZone: 'Asia/Tokyo' };
  expect(spanCells(days, timeZone)).toEqual(['Mon 2026-07-06', 'to 2026-07-07']);
});
