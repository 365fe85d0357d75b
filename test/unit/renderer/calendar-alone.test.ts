// Which events of a column of hours stand there alone.

import { describe, expect, test } from 'vitest';
import { markAlone } from '../../../renderer/features/calendar/grid/inputs.ts';

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
