// Which events of a column of hours stand there alone, and what the list shows of each day.

import { afterAll, describe, expect, test, vi } from 'vitest';
import { listDays, markAlone } from '../../../renderer/features/calendar/grid/inputs.ts';

vi.stubEnv('TZ', 'UTC');
afterAll(() => {
  vi.unstubAllEnvs();
});

const at = (start: string, end: string): { readonly id: string; readonly start: string; readonly end: string } => ({
  id: start,
  start: `2026-11-20T${start}:00Z`,
  end: `2026-11-20T${end}:00Z`,
});

const alone = (...events: ReturnType<typeof at>[]): unknown[] =>
  markAlone(events)
    .filter(({ extendedProps }) => extendedProps?.['isAlone'] === true)
    .map(({ id }) => id);

describe('an event is alone', () => {
  test.each<[string, ReturnType<typeof at>[], string[]]>([
    ['where there is no other', [at('09:00', '10:00')], ['09:00']],
    ['beside one that ends as it begins', [at('09:00', '10:00'), at('10:00', '11:00')], ['09:00', '10:00']],
    ['but not where they overlap', [at('09:00', '10:30'), at('10:00', '11:00'), at('12:00', '13:00')], ['12:00']],
    ['but not within a longer one, after a shorter one', [at('09:00', '13:00'), at('09:30', '10:00'), at('12:00', '12:30')], []],
    ['but not below one that is too short for its height', [at('09:00', '09:10'), at('09:20', '10:00')], []],
    ['in whatever order they come', [at('12:00', '13:00'), at('10:00', '11:00'), at('09:00', '10:30')], ['12:00']],
  ])('%s', (_, events, expected) => {
    expect(alone(...events)).toEqual(expected);
  });

  test('and one of whole days is none of a column', () => {
    const [allDay, timed] = markAlone([{ start: '2026-11-20', allDay: true }, at('09:00', '10:00')]);
    expect([allDay?.extendedProps, timed?.extendedProps]).toEqual([undefined, { isAlone: true }]);
  });
});

describe('the list', () => {
  const timed = (title: string, start: string, end: string) => ({ title, start: `2026-11-${start}Z`, end: `2026-11-${end}Z` });
  const whole = (title: string, start: string, end: string) => ({ title, start, end, allDay: true });

  test('has each day on which there is something, in order: what is being made first, then by beginning, the longer before the shorter', () => {
    const days = listDays(
      [
        timed('late', '22T15:00', '22T16:00'),
        timed('b', '20T09:00', '20T10:00'),
        timed('a', '20T09:00', '20T10:00'),
        timed('longer', '20T09:00', '20T11:00'),
        { title: 'due', start: '2026-11-20', allDay: true },
        whole('all day', '2026-11-20', '2026-11-21'),
        { ...timed('new', '20T18:00', '20T19:00'), extendedProps: { rank: 1 } },
      ],
      '2026-11-01',
      '2026-11-30',
    );
    expect(days.map(({ day, items }) => [day, ...items.map(({ input }) => input.title)])).toEqual([
      ['2026-11-20', 'new', 'all day', 'due', 'longer', 'a', 'b'],
      ['2026-11-22', 'late'],
    ]);
  });

  test('has what lasts on each of its days within the list, with its ends, and not where it ends at midnight', () => {
    const days = listDays(
      [
        timed('night', '20T22:00', '22T00:00'),
        timed('moment', '21T12:00', '21T12:00'),
        whole('trip', '2026-11-18', '2026-11-21'),
        whole('last', '9999-12-31', '9999-12-31'),
      ],
      '2026-11-20',
      '9999-12-31',
    );
    expect(
      days.map(({ day, items }) => [day, ...items.map(({ input, isStart, isEnd }) => `${input.title} ${Number(isStart)}${Number(isEnd)}`)]),
    ).toEqual([
      ['2026-11-20', 'trip 01', 'night 10'],
      ['2026-11-21', 'night 01', 'moment 11'],
      ['9999-12-31', 'last 11'],
    ]);
  });
});
