import { afterAll, expect, it, vi } from 'vitest';
import type { Card } from '../../../main/contract/cards.ts';
import { cardInput } from '../../../renderer/features/calendar/grid/inputs.ts';
import { dueAt } from '../../../renderer/features/calendar/moves.ts';

vi.stubEnv('TZ', 'Europe/Berlin');
afterAll(() => {
  vi.unstubAllEnvs();
});

it.each<[string, string]>([
  ['2026-11-19', '2026-11-19'],
  ['2026-11-19T15:00:00', '2026-11-19'],
  ['2026-11-19T23:30:00Z', '2026-11-20'],
  ['2026-11-19T00:30:00+09:00', '2026-11-18'],
])('a card that is due %s is an entry of the whole day %s', (dueDate, start) => {
  expect(cardInput({ id: 'c', title: 'x', dueDate } as Card, '/c')).toMatchObject({ allDay: true, start });
  expect(cardInput({ id: 'c', title: 'x', dueDate: null } as Card, '/c')).toBeNull();
});

it.each<[string, string]>([
  ['2026-11-19', '2026-03-29'],
  ['2026-11-19T15:00:30', '2026-03-29T13:00:00.000Z'],
  ['2026-11-19T14:00:00Z', '2026-03-29T13:00:00.000Z'],
  ['2026-11-19T14:00:00-02:00', '2026-03-29T15:00:00.000Z'],
])('a card that is due %s and is put on the day of the change of clocks is due %s', (dueDate, expected) => {
  expect(dueAt({ dueDate }, { start: new Date(2026, 2, 29), isAllDay: true })).toBe(expected);
});

it('a card that is put at a time is due then', () => {
  expect(dueAt({ dueDate: '2026-11-19' }, { start: new Date(2026, 2, 29, 9), isAllDay: false })).toBe('2026-03-29T07:00:00.000Z');
});
