import { afterAll, expect, it, vi } from 'vitest';
import type { Card } from '../../../main/contract/cards.ts';
import { dayOf } from '../../../renderer/features/today/agenda.ts';
import { dueCardsOf } from '../../../renderer/features/today/due-cards.ts';

vi.stubEnv('TZ', 'Europe/Berlin');
afterAll(() => {
  vi.unstubAllEnvs();
});

function card(dueDate: string | null, completedAt: string | null = null): Card {
  return {
    id: dueDate ?? 'none',
    columnId: 'c',
    projectId: 'p',
    title: 'x',
    description: null,
    priority: null,
    dueDate,
    reminders: [],
    progress: 100,
    completedAt,
    isArchived: false,
    isTemplate: false,
    labelIds: [],
    position: 0,
    checklist: [],
    attachments: [],
    version: 1,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
  };
}

const now = new Date('2026-11-20T14:10:00+01:00');

it.each<[string | null, 'overdue' | 'today' | 'neither']>([
  ['2026-11-19', 'overdue'],
  ['2026-11-20', 'today'],
  ['2026-11-21', 'neither'],
  ['2026-11-20T14:10:00', 'overdue'],
  ['2026-11-20T14:10:01', 'today'],
  ['2026-11-20T23:59:59', 'today'],
  ['2026-11-21T00:00:00', 'neither'],
  ['2026-11-20T22:59:59Z', 'today'],
  ['2026-11-20T23:00:00Z', 'neither'],
  ['0001-01-01', 'overdue'],
  [null, 'neither'],
])('a card that is due %s is %s', (dueDate, expected) => {
  const { overdue, today } = dueCardsOf([card(dueDate)], dayOf(now), now);
  expect(overdue.length === 1 ? 'overdue' : today.length === 1 ? 'today' : 'neither').toBe(expected);
});

it('leaves out what is done, and puts the longest overdue first', () => {
  const { overdue } = dueCardsOf(
    [card('2026-11-18T09:00:00'), card('2025-12-24'), card('2026-11-17', '2026-11-17T09:00:00.000Z'), card('2026-11-18')],
    dayOf(now),
    now,
  );
  expect(overdue.map(({ card: { id } }) => id)).toEqual(['2025-12-24', '2026-11-18', '2026-11-18T09:00:00']);
});
