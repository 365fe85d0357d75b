import { afterAll, describe, expect, it, vi } from 'vitest';
import { cursorByKey, spanOfCursor, type Cursor, type Slot } from '../../../renderer/features/calendar/grid/slots.ts';
import type { View } from '../../../renderer/features/calendar/period.ts';

vi.stubEnv('TZ', 'Europe/Vienna');
afterAll(() => {
  vi.unstubAllEnvs();
});

const monday = 1;
const slot = (text: string): Slot => {
  const [day = '', minute] = text.split(' ');
  return { day, minute: minute === undefined ? null : Number(minute) };
};
const text = ({ day, minute }: Slot): string => (minute === null ? day : `${day} ${minute}`);
const press = (keys: string): Parameters<typeof cursorByKey>[0] => {
  const parts = keys.split('+');
  return {
    key: parts.at(-1) ?? '',
    shiftKey: parts.includes('Shift'),
    altKey: parts.includes('Alt'),
    ctrlKey: parts.includes('Control'),
    metaKey: false,
  };
};
const single = (at: Slot): Cursor => ({ at, anchor: at });

describe('a key moves the cursor over the slots', () => {
  it.each<[View, string, string, string | null]>([
    ['week', '2026-11-20 540', 'ArrowDown', '2026-11-20 570'],
    ['week', '2026-11-20 540', 'ArrowUp', '2026-11-20 510'],
    ['week', '2026-11-20 0', 'ArrowUp', '2026-11-20'],
    ['week', '2026-11-20', 'ArrowUp', '2026-11-20'],
    ['week', '2026-11-20', 'ArrowDown', '2026-11-20 0'],
    ['week', '2026-11-20 1410', 'ArrowDown', '2026-11-20 1410'],
    ['week', '2026-11-22 540', 'ArrowRight', '2026-11-23 540'],
    ['week', '2026-11-20 540', 'Home', '2026-11-16 540'],
    ['week', '2026-11-20 540', 'End', '2026-11-22 540'],
    ['week', '2026-11-20 540', 'PageDown', '2026-11-27 540'],
    ['days', '2026-11-20 540', 'PageUp', '2026-11-17 540'],
    ['day', '2026-11-20 540', 'PageDown', '2026-11-21 540'],
    ['day', '2026-11-20 540', 'Control+Home', '2026-11-20 0'],
    ['day', '2026-11-20 540', 'Control+End', '2026-11-20 1410'],
    ['day', '2026-11-20 540', 'Control+ArrowDown', null],
    ['month', '2026-11-20', 'ArrowUp', '2026-11-13'],
    ['month', '2026-11-27', 'ArrowDown', '2026-12-04'],
    ['month', '2027-01-31', 'PageDown', '2027-02-28'],
    ['month', '2026-11-20', 'Control+Home', null],
    ['month', '2026-11-20', 'Alt+ArrowLeft', null],
    ['month', '2026-11-20', 'a', null],
    // Over a change of the clocks.
    ['day', '2026-03-29 90', 'ArrowDown', '2026-03-29 120'],
    ['week', '2026-10-25 540', 'ArrowRight', '2026-10-26 540'],
  ])('in a %s from %s by %s', (view, from, keys, to) => {
    const next = cursorByKey(press(keys), single(slot(from)), view, monday);
    expect(next === null ? null : text(next.at)).toBe(to);
    if (next !== null) expect(next.anchor).toEqual(next.at);
  });

  it.each<[View, string, string, string, string]>([
    ['week', '2026-11-20 540', 'Shift+ArrowDown', '2026-11-20 570', 'grows'],
    ['week', '2026-11-20 540', 'Shift+ArrowRight', '2026-11-20 540', 'stays within its day'],
    ['week', '2026-11-20 0', 'Shift+ArrowUp', '2026-11-20 0', 'stays among hours'],
    ['week', '2026-11-20', 'Shift+ArrowDown', '2026-11-20', 'stays among whole days'],
    ['month', '2026-11-20', 'Shift+ArrowDown', '2026-11-27', 'grows by a week'],
  ])('what is chosen in a %s from %s by %s ends at %s: it %s', (view, from, keys, to) => {
    const next = cursorByKey(press(keys), single(slot(from)), view, monday);
    expect(next).toEqual({ at: slot(to), anchor: slot(from) });
  });
});

describe('a new event in what is chosen', () => {
  it.each([
    ['2026-11-20 540', '2026-11-20 540', '2026-11-20T09:00/2026-11-20T10:00'],
    ['2026-11-20 1410', '2026-11-20 1410', '2026-11-20T23:30/2026-11-21T00:30'],
    ['2026-11-20 540', '2026-11-20 630', '2026-11-20T09:00/2026-11-20T11:00'],
    ['2026-11-20 630', '2026-11-20 540', '2026-11-20T09:00/2026-11-20T11:00'],
    ['2026-11-20', '2026-11-20', '2026-11-20/2026-11-21'],
    ['2026-11-22', '2026-11-20', '2026-11-20/2026-11-23'],
  ])('from %s to %s is at %s', (anchor, at, span) => {
    const { start, end, isAllDay } = spanOfCursor({ anchor: slot(anchor), at: slot(at) });
    expect(`${start}/${end}`).toBe(span);
    expect(isAllDay).toBe(slot(at).minute === null);
  });
});
