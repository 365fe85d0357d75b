import { afterAll, describe, expect, it, vi } from 'vitest';
import { readAddress } from '../../../renderer/features/calendar/address.ts';
import { utcMidnight, plusDays, plusMonths } from '../../../renderer/features/calendar/days.ts';
import { whenOf } from '../../../renderer/features/calendar/format.ts';
import type { CalendarEvent } from '../../../renderer/features/calendar/events.ts';
import { periodName, shownBy, views } from '../../../renderer/features/calendar/period.ts';
import { placeInMonth } from '../../../renderer/features/calendar/repeat.ts';

// Its clocks went from 29 December 2011 to the 31st.
vi.stubEnv('TZ', 'Pacific/Apia');
afterAll(() => {
  vi.unstubAllEnvs();
});

const monday = 1;

describe('a day that the clocks of the reader skip', () => {
  it('is a day of the calendar like any other', () => {
    expect(utcMidnight('2011-12-30')).not.toBeNull();
    expect([1, 2, 3].map((days) => plusDays('2011-12-28', days))).toEqual(['2011-12-29', '2011-12-30', '2011-12-31']);
    expect(plusDays('2011-12-31', -1)).toBe('2011-12-30');
    expect(plusMonths('2011-11-30', 1)).toBe('2011-12-30');
    expect(placeInMonth('2011-12-30')).toEqual({ nth: 5, isLast: true });
  });

  it('is shown by name', () => {
    expect(periodName('day', '2011-12-30', monday)).toContain('December 30');
    expect(shownBy('week', '2011-12-30', monday)).toEqual({ start: '2011-12-26', end: '2012-01-02' });
    const event = {
      isAllDay: true,
      startTime: '2011-12-30T00:00:00.000Z',
      endTime: '2011-12-31T00:00:00.000Z',
      timeZone: 'UTC',
    } as CalendarEvent;
    expect(whenOf(event)).toBe('Fri, Dec 30');
  });
});

describe('at the ends of what can be written', () => {
  it('days and months go no further', () => {
    expect([plusDays('9999-12-30', 1), plusDays('9999-12-31', 1), plusMonths('9999-11-30', 2)]).toEqual(Array(3).fill('9999-12-31'));
    expect([plusDays('0000-01-02', -1), plusDays('0000-01-01', -1), plusMonths('0000-01-05', -1)]).toEqual(Array(3).fill('0000-01-01'));
  });

  it.each(['9999-12-01', '9999-12-31', '0001-01-01'])('each view shows %s', (day) => {
    for (const view of views) {
      expect(periodName(view, day, monday)).not.toBe('');
      const { start, end } = shownBy(view, day, monday);
      expect(start <= day && end >= day).toBe(true);
    }
  });

  it('an address of the year 0 names no day', () => {
    const dayIn = (day: string): string | null => readAddress(new URLSearchParams({ date: day })).day;
    expect(['0000-01-01', '0001-01-01', '9999-12-31'].map(dayIn)).toEqual([null, '0001-01-01', '9999-12-31']);
  });
});
