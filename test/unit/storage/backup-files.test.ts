import fc from 'fast-check';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  expiredBackups,
  freeBackupPath,
  isDue,
  listBackups,
  listReplaced,
  newestBackup,
  restoreHint,
  timeInName,
} from '../../../main/storage/backup-files.ts';
import { stamp } from '../../../main/storage/files.ts';
import { newFolder } from './fixture.ts';
import { runs } from '../../support/property.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;
const now = Date.UTC(2026, 2, 1, 12);
const nameOf = (time: number): string => `daybook-${stamp(time)}.db`;
/** The ages in days, youngest first, of what is kept of backups of these ages. */
const kept = (ages: readonly number[], at = now): number[] => {
  const gone = new Set(
    expiredBackups(
      ages.map((age) => nameOf(at - age * day)),
      at,
    ),
  );
  return ages.filter((age) => !gone.has(nameOf(at - age * day)));
};

describe('names', () => {
  test.each([
    ['daybook-20260301-093000.db', Date.UTC(2026, 2, 1, 9, 30)],
    ['before-v12-20260301-093000.db', Date.UTC(2026, 2, 1, 9, 30)],
    ['daybook-20260301-093000.db.unfinished', null],
    ['daybook-20260301.db', null],
    ['my-daybook-20260301-093000.db', null],
    ['notes.db', null],
  ])('%s', (name, expected) => {
    expect(timeInName(name)).toBe(expected);
  });

  test('give back the time that they were made of', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: Date.UTC(9999, 11, 31) }), (time) => {
        expect(timeInName(nameOf(time))).toBe(Math.floor(time / 1000) * 1000);
      }),
      runs(100, 60),
    );
  });

  test('are not given twice', () => {
    const dir = newFolder();
    const first = freeBackupPath(dir, 'daybook', now);
    writeFileSync(first, '');
    expect([first, freeBackupPath(dir, 'daybook', now)].map((path) => path.slice(-10))).toEqual(['-120000.db', '-120001.db']);
  });
});

describe('isDue', () => {
  test.each([
    ['no backup', [], true],
    ['one of an hour ago', [now - hour], false],
    ['one of 23 hours ago', [now - 23 * hour], false],
    ['one of 24 hours ago', [now - day], true],
    ['old ones and a new one', [now - 9 * day, now - hour], false],
    ['a clock that went back an hour', [now + hour], false],
    ['a clock that went back by ten years', [now + 3650 * day], true],
    ['a clock that went back by ten years, and a backup since', [now + 3650 * day, now - hour], false],
  ])('%s', (_, times, expected) => {
    expect(isDue(times, now)).toBe(expected);
  });
});

describe('expiredBackups', () => {
  test('keeps all of a first week', () => {
    expect(kept([0, 1, 2, 3, 4, 5, 6])).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  test('keeps seven days and the newest of each of four weeks', () => {
    // 1 March 2026 is a Sunday; weeks of the Unix epoch begin on Thursday.
    expect(kept(Array.from({ length: 60 }, (_, age) => age))).toEqual([0, 1, 2, 3, 4, 5, 6, 11, 18]);
  });

  test('keeps all of the last 24 hours, and the newest of a day before', () => {
    expect(kept([0, 0.1, 0.2, 0.9, 1.6, 1.7, 1.8])).toEqual([0, 0.1, 0.2, 0.9, 1.6]);
  });

  test('deletes nothing because of time alone', () => {
    expect(kept([400, 401, 402, 800])).toEqual([400, 401, 402, 800]);
    expect(kept([3650])).toEqual([3650]);
  });

  test('a clock set back neither deletes what was there nor what is made now', () => {
    const ahead = Array.from({ length: 7 }, (_, index) => -3650 - index);
    expect(kept([...ahead, 0])).toEqual([...ahead, 0]);
  });

  test('leaves files alone that are no daily backups', () => {
    const names = ['before-v2-20200101-000000.db', 'before-v3-20200101-000000.db', 'mine.db', 'replaced-20200101-000000'];
    expect(expiredBackups([...names, ...Array.from({ length: 60 }, (_, age) => nameOf(now - age * day))], now)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/before|mine|replaced/)]),
    );
  });

  test('of any backups: at most 22 stay, and the newest, and at least seven days if there are as many', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: -5000, max: 5000 }), { minLength: 1, maxLength: 80 }), (ages) => {
        const left = kept(ages);
        expect(left.length).toBeLessThanOrEqual(22);
        expect(left.length).toBeGreaterThanOrEqual(Math.min(7, ages.length));
        const past = ages.filter((age) => age >= 0);
        if (past.length > 0) expect(left).toContain(Math.min(...past));
        expect(kept(left)).toEqual(left);
      }),
      runs(100, 61),
    );
  });

  test('made daily for years, there is always one of each of the last 3 weeks', () => {
    let names: string[] = [];
    for (let at = now; at < now + 200 * day; at += day) {
      names.push(nameOf(at));
      const gone = new Set(expiredBackups(names, at));
      names = names.filter((name) => !gone.has(name));
      const ages = names.map((name) => (at - (timeInName(name) ?? 0)) / day);
      for (let week = 0; week < 3 && at > now + 28 * day; week++)
        expect(ages.some((age) => age >= week * 7 && age < week * 7 + 7)).toBe(true);
    }
    expect(names.length).toBeLessThanOrEqual(11);
  });
});

describe('listing', () => {
  test('a folder without backups has none', () => {
    expect(listBackups(newFolder())).toEqual([]);
    expect(listReplaced(newFolder())).toEqual([]);
    expect(newestBackup(newFolder(), now)).toBe(null);
  });

  test('newest first, of both kinds, and nothing else', () => {
    const dir = newFolder();
    const folder = join(dir, 'backups');
    mkdirSync(join(folder, 'replaced-20260201-000000'), { recursive: true });
    writeFileSync(join(folder, 'replaced-20260201-000000', 'daybook.db'), '');
    for (const name of [
      'daybook-20260227-120000.db',
      'before-v2-20260228-120000.db',
      'daybook-20260226-120000.db',
      'daybook-20260225-120000.db.unfinished',
      'other',
    ])
      writeFileSync(join(folder, name), '12345');
    expect(listBackups(dir).map(({ name, kind, bytes }) => [name, kind, bytes])).toEqual([
      ['before-v2-20260228-120000.db', 'upgrade', 5],
      ['daybook-20260227-120000.db', 'daily', 5],
      ['daybook-20260226-120000.db', 'daily', 5],
    ]);
    expect(newestBackup(dir, now)).toBe(join(folder, 'before-v2-20260228-120000.db'));
    expect(newestBackup(dir, Date.UTC(2026, 1, 26))).toBe(join(folder, 'daybook-20260226-120000.db'));
    expect(newestBackup(dir, 0)).toBe(join(folder, 'before-v2-20260228-120000.db'));
    expect(listReplaced(dir)).toEqual([join(folder, 'replaced-20260201-000000', 'daybook.db')]);
  });

  test('a path with blanks is quoted in the command', () => {
    const dir = join(newFolder(), 'My Data');
    mkdirSync(join(dir, 'backups'), { recursive: true });
    writeFileSync(join(dir, 'backups', 'daybook-20260227-120000.db'), '');
    expect(restoreHint(dir, now)).toContain(
      `npm run restore -- "${join(dir, 'backups', 'daybook-20260227-120000.db')}" --data-dir "${dir}"`,
    );
  });
});
