import { describe, expect, test } from 'vitest';
import { createIds } from '../../../main/lib/ids.ts';

/** When an id was made, as it tells: milliseconds since the Unix epoch. */
const timeIn = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);

describe('an id', () => {
  test('is a UUID of version 7 and tells when it was made', () => {
    for (const time of [0, 1, Date.UTC(2026, 2, 1, 9, 30, 0, 123), 2 ** 48 - 1]) {
      const id = createIds(() => time)();
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      expect(timeIn(id)).toBe(time);
    }
  });

  test('comes after those made before it, also in one millisecond and when the clock is put back', () => {
    let time = 0;
    const newId = createIds(() => time);
    const ids: string[] = [];
    for (time of [5_000, 4_000, 5_001, 5_001, 6_000]) for (let count = 0; count < 1000; count += 1) ids.push(newId());
    expect(ids).toEqual([...new Set(ids)].toSorted());
    expect(timeIn(ids[1999] ?? '')).toBe(5_000);
    expect(timeIn(ids.at(-1) ?? '')).toBe(6_000);
  });

  test('has random bytes of its own', () => {
    const newId = createIds(() => 0);
    const tails = Array.from({ length: 2000 }, () => newId().slice(-10));
    expect(new Set(tails).size).toBe(tails.length);
  });
});
