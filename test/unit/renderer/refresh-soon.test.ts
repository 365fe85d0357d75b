import type { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ChangeEntry } from '../../../main/contract/changes.ts';
import { refreshSoon } from '../../../renderer/api/refresh-soon.ts';

const queryKey = ['tags'];
const soon = { queryKey, types: ['note'], debounceMs: 800, maxWaitMs: 5_000 } as const;

let listeners: ((change: ChangeEntry | null) => void)[];
const invalidateQueries = vi.fn<QueryClient['invalidateQueries']>(() => Promise.resolve());
const service = {
  connection: {
    onChange: (listener: (change: ChangeEntry | null) => void) => {
      listeners.push(listener);
      return () => {
        listeners = listeners.filter((each) => each !== listener);
      };
    },
  },
  queries: { invalidateQueries },
};
const tell = (type: ChangeEntry['type'] | null): void => {
  for (const listener of listeners) listener(type === null ? null : ({ type } as ChangeEntry));
};

beforeEach(() => {
  listeners = [];
  invalidateQueries.mockClear();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('queries are read anew once, when nothing has changed for a while', () => {
  refreshSoon(service, soon);
  for (let count = 0; count < 3; count += 1) {
    tell('note');
    vi.advanceTimersByTime(799);
  }
  expect(invalidateQueries).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(invalidateQueries.mock.calls).toEqual([[{ queryKey }]]);
  vi.advanceTimersByTime(10_000);
  expect(invalidateQueries).toHaveBeenCalledOnce();
});

test('while changes go on they are read anew some time after the first', () => {
  refreshSoon(service, soon);
  const readings: number[] = [];
  for (let ms = 0; ms < 12_000; ms += 500) {
    tell('note');
    vi.advanceTimersByTime(500);
    if (invalidateQueries.mock.calls.length > readings.length) readings.push(ms + 500);
  }
  expect(readings).toEqual([5_000, 10_000]);
});

test('changes of other records, and those that may have been missed, leave it to others', () => {
  refreshSoon(service, soon);
  tell('card');
  tell(null);
  vi.advanceTimersByTime(10_000);
  expect(invalidateQueries).not.toHaveBeenCalled();
});

test('at the end what was told just now counts when they are shown again; nothing else does, unless it is told by nothing else', () => {
  const later = [{ queryKey, refetchType: 'none' }];
  refreshSoon(service, soon)();
  expect(invalidateQueries).not.toHaveBeenCalled();
  const end = refreshSoon(service, soon);
  tell('note');
  end();
  expect(invalidateQueries.mock.calls).toEqual([later]);
  refreshSoon(service, { ...soon, isAlone: true })();
  expect(invalidateQueries.mock.calls).toEqual([later, later]);
  expect(listeners).toEqual([]);
  vi.advanceTimersByTime(10_000);
  expect(invalidateQueries).toHaveBeenCalledTimes(2);
});

test('out of sight nothing is read anew, and once when the page comes into sight', async () => {
  const page = Object.assign(new EventTarget(), { hidden: true });
  vi.stubGlobal('document', page);
  const end = refreshSoon(service, soon);
  for (let times = 0; times < 3; times += 1) {
    tell('note');
    vi.advanceTimersByTime(10_000);
  }
  expect(invalidateQueries).not.toHaveBeenCalled();
  page.hidden = false;
  page.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(0);
  expect(invalidateQueries.mock.calls).toEqual([[{ queryKey }]]);
  end();
  vi.unstubAllGlobals();
});
