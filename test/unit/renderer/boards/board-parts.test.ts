import { afterEach, describe, expect, it, vi } from 'vitest';
import { QueryClient } from '@tanstack/react-query';
import { keyed, moved, sendable } from '../../../../renderer/features/boards/card/checklist-items.ts';
import { dueFields, dueFromFields, dueOf, dueState, dueText } from '../../../../renderer/features/boards/due.ts';
import { filterBody, filtersIn, filtersOf, noFilters, withFilters } from '../../../../renderer/features/boards/filters.ts';
import { notesActions } from '../../../../renderer/features/notes/actions.ts';
import { dateOptions } from '../../../../renderer/features/notes/links/completions.ts';
import { chooseDates } from '../../../../renderer/ui/date-preferences.ts';

describe('due dates', () => {
  const now = new Date(2026, 10, 20, 14, 10);
  it.each([
    ['2026-11-19', 'overdue'],
    ['2026-11-20', 'today'],
    ['2026-11-20T14:09:00', 'overdue'],
    ['2026-11-20T23:59:00', 'today'],
    ['2026-11-21', 'soon'],
    ['2026-11-21T00:00:00', 'soon'],
    ['2026-11-27', 'soon'],
    ['2026-11-28', 'later'],
  ])('%s is %s', (dueDate, state) => {
    const due = dueOf(dueDate);
    expect(due && dueState(due, now)).toBe(state);
  });

  it.each([
    ['2026-12-01', { date: '2026-12-01', time: '' }],
    ['2026-12-01T17:30:00', { date: '2026-12-01', time: '17:30' }],
    [null, { date: '', time: '' }],
    ['nonsense', { date: '', time: '' }],
  ])('%s fills the fields', (dueDate, fields) => {
    expect(dueFields(dueDate)).toEqual(fields);
  });

  it('are what the fields say', () => {
    expect([dueFromFields('', '10:00'), dueFromFields('2026-12-01', ''), dueFromFields('2026-12-01', '17:30')]).toEqual([
      null,
      '2026-12-01',
      '2026-12-01T17:30:00',
    ]);
  });
});

describe('on the clocks that the user has chosen for the calendar', () => {
  afterEach(() => {
    chooseDates({ zone: null });
    vi.useRealTimers();
  });

  it.each(['Pacific/Kiritimati', 'Pacific/Honolulu'])('a card is due on the day that it is for Today, in %s', (zone) => {
    chooseDates({ zone });
    // At 10:30 of UTC the day there is the next one, or the one before.
    const now = new Date(zone === 'Pacific/Kiritimati' ? '2026-11-20T10:30:00Z' : '2026-11-20T09:30:00Z');
    const today = zone === 'Pacific/Kiritimati' ? '2026-11-21' : '2026-11-19';
    const late = dueOf(today);
    expect(late && [dueState(late, now), dueText(late, now)]).toEqual(['today', expect.stringMatching(/21|19/)]);
    const before = dueOf(zone === 'Pacific/Kiritimati' ? '2026-11-20' : '2026-11-18');
    expect(before && dueState(before, now)).toBe('overdue');
    const evening = dueOf(dueFromFields(today, '23:45'));
    expect(evening && [dueState(evening, now), dueText(evening, now)]).toEqual(['today', expect.stringMatching(/(21|19).*(23|11):45/)]);
    expect(dueFields(dueFromFields(today, '23:45'))).toEqual({ date: today, time: '23:45' });
    expect(dueOf('9999-12-31')?.at).toEqual(expect.any(Date));
  });

  it('is the day of the daily note, and of dates that are completed', async () => {
    vi.useFakeTimers({ now: new Date('2026-11-20T10:30:00Z') });
    chooseDates({ zone: 'Pacific/Kiritimati' });
    const asked = vi.fn<() => Promise<never>>(() => Promise.reject(new Error('away')));
    const daily = notesActions({ service: { client: { call: asked }, queries: new QueryClient() }, go: () => undefined } as never).find(
      ({ id }) => id === 'notes.daily',
    );
    daily?.perform();
    await vi.waitFor(() => {
      expect(asked).toHaveBeenCalledWith(expect.anything(), expect.objectContaining({ params: { date: '2026-11-21' } }));
    });
    expect((await dateOptions('')).map(({ text }) => text)).toEqual(['2026-11-21', '2026-11-22', '2026-11-20', '2026-11-28']);
  });
});

describe('filters', () => {
  it('stand in the address and come back from it, and leave the rest of it alone', () => {
    const filters = { text: 'a b&c', priorities: ['low', 'urgent'], due: 'week', label: null, isDone: false } as const;
    const query = withFilters(new URLSearchParams('x=1'), filters);
    expect(filtersIn(query)).toEqual(filters);
    expect(query.get('x')).toBe('1');
    expect(withFilters(query, noFilters).toString()).toBe('x=1');
    expect(filtersOf({ id: '', projectId: '', name: '', ...filterBody(filters) })).toEqual(filters);
  });

  it('are none where the address says what is not known', () => {
    expect(filtersIn(new URLSearchParams('priority=huge,&due=never&done=maybe'))).toEqual(noFilters);
  });
});

describe('checklists', () => {
  const counter = () => {
    let count = 0;
    return () => `new${(count += 1)}`;
  };

  it('keep the keys of the items that stay', () => {
    const before = keyed(
      [
        { id: 'i', text: 'a', completed: false, dueDate: null },
        { id: 'i', text: 'b', completed: false, dueDate: null },
        { id: 'i', text: 'a', completed: true, dueDate: null },
      ],
      [],
      counter(),
    );
    const after = keyed(
      [
        { id: 'i', text: 'b', completed: true, dueDate: null },
        { id: 'i', text: 'a', completed: false, dueDate: null },
        { id: 'i', text: 'c', completed: false, dueDate: null },
      ],
      before,
      () => 'other',
    );
    expect(after.map(({ key }) => key)).toEqual(['new2', 'new1', 'other']);
  });

  it('are sent without items that say nothing', () => {
    expect(
      sendable(
        keyed(
          [
            { id: 'i', text: ' ', completed: true, dueDate: null },
            { id: 'i', text: 'a', completed: true, dueDate: null },
          ],
          [],
          counter(),
        ),
      ),
    ).toEqual([{ id: 'i', text: 'a', completed: true, dueDate: null }]);
  });

  it('move an item, and stay as they are when there is no such place', () => {
    expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
    const items = ['a'];
    expect([moved(items, 0, 1), moved(items, 0, -1), moved(items, 3, 0)].every((list) => list === items)).toBe(true);
  });
});
