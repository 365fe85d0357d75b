import { expect, test } from 'vitest';
import { seriesName } from '../../../main/features/imports/archive/series-name.ts';

test.each([
  ['takeout-20261101T100000Z-001', 'takeout'],
  ['takeout-20261129T100000Z-2-002 (1)', 'takeout'],
  ['calendars_2026-11-01_10-22', 'calendars'],
  ['calendars (1)', 'calendars'],
  ['calendars - Copy (2)', 'calendars'],
  ['calendars copy 2', 'calendars'],
  ['Bear Notes 2023-10-11 at 10.12', 'Bear Notes'],
  ['2026-11-01', ''],
  ['Trip (2019)', 'Trip (2019)'],
  ['12345678', '12345678'],
  ['Photocopy', 'Photocopy'],
])('an archive that is called "%s" is of those called "%s"', (name, series) => {
  expect(seriesName(name)).toBe(series);
});
