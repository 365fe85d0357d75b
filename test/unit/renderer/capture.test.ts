import { describe, expect, it } from 'vitest';
import { gapAfter } from '../../../renderer/features/capture/captures.ts';
import { endDay, usualTime, whenWithStart } from '../../../renderer/features/capture/moment.ts';

describe('gapAfter', () => {
  it.each([
    ['', ''],
    ['One\n', '\n'],
    ['One', '\n\n'],
    ['One\n\n', ''],
    ['One\r\n\r\n', ''],
    ['One\r\n', '\n'],
  ])('%j is followed by %j', (content, gap) => {
    expect(gapAfter(content)).toBe(gap);
  });
});

describe('when an event takes place', () => {
  it('is the next full hour, also when that is tomorrow', () => {
    expect(usualTime(new Date(2026, 10, 20, 14, 10))).toEqual({ date: '2026-11-20', start: '15:00', end: '16:00' });
    expect(usualTime(new Date(2026, 11, 31, 23, 30))).toEqual({ date: '2027-01-01', start: '00:00', end: '01:00' });
  });

  it.each([
    ['10:00', '11:30', '14:00', '15:30'],
    ['10:00', '11:00', '23:30', '00:30'],
    ['23:30', '00:30', '09:15', '10:15'],
    ['', '11:00', '09:15', '11:00'],
  ])('from %s to %s keeps its length when it begins at %s', (start, end, next, until) => {
    expect(whenWithStart({ date: '2026-11-20', start, end }, next)).toEqual({ date: '2026-11-20', start: next, end: until });
  });

  it('ends on the next day when the clock has gone round', () => {
    expect(endDay({ date: '2026-11-30', start: '23:30', end: '00:30' })).toBe('2026-12-01');
    expect(endDay({ date: '2026-11-30', start: '09:00', end: '10:00' })).toBe('2026-11-30');
  });
});
