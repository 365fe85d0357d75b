import { describe, expect, test } from 'vitest';
import { playwrightCounts, summary, type Counts, type StepResult } from '../../support/counts.ts';

const counts = (passed: number, failed = 0, ...skipped: Counts['skipped']): Counts => ({ passed, failed, unsteady: [], skipped });
const step = (result: Partial<StepResult>): StepResult => ({ name: 'unit tests', code: 0, counts: counts(1), tests: true, ...result });

describe('the end of npm test', () => {
  const table: readonly (readonly [string, readonly StepResult[], string, boolean])[] = [
    ['adds up what ran', [step({ counts: counts(2) }), step({ counts: counts(3) })], '5 passed, 0 failed, 0 skipped', true],
    ['fails with a failed test', [step({ code: 1, counts: counts(2, 1) })], '2 passed, 1 failed, 0 skipped', false],
    ['fails with a failed check', [step({ code: 1, counts: null, tests: false }), step({})], '1 passed, 1 failed, 0 skipped', false],
    ['fails when tests pass but the run does not', [step({ code: 1 })], '1 passed, 1 failed, 0 skipped', false],
    ['fails when a run is killed', [step({ code: null, counts: null }), step({})], '1 passed, 1 failed, 0 skipped', false],
    ['fails when a run leaves no report', [step({ counts: null }), step({})], '1 passed, 1 failed, 0 skipped', false],
    ['fails when a run has no test', [step({ counts: counts(0) }), step({})], '1 passed, 1 failed, 0 skipped', false],
    ['fails when nothing ran', [step({ counts: null, tests: false })], '0 passed, 1 failed, 0 skipped', false],
    ['passes with skipped tests', [step({ counts: counts(1, 0, { title: 'a', reason: 'b' }) })], '1 passed, 0 failed, 1 skipped', true],
  ];

  test.each(table)('%s', (_title, results, line, ok) => {
    const end = summary(results);
    expect(end.lines.at(-1)).toBe(line);
    expect(end.ok).toBe(ok);
  });

  test('names each skipped test with its reason', () => {
    const end = summary([step({ counts: counts(1, 0, { title: 'fuses', reason: 'no Electron here' }, { title: 'tray', reason: '' }) })]);
    expect(end.lines).toEqual([
      'skipped: fuses: no Electron here',
      'skipped: tray: no reason given',
      'unsteady: 0',
      '1 passed, 0 failed, 2 skipped',
    ]);
  });
});

test('Playwright’s report is counted through all of its suites; a test that passes at the second try is named', () => {
  const spec = (title: string, status: string, ...annotations: { type: string; description?: string }[]) => ({
    title,
    tests: [{ status, annotations }],
  });
  const report = {
    errors: [],
    suites: [
      {
        specs: [spec('a', 'expected')],
        suites: [
          { specs: [spec('b', 'unexpected'), spec('c', 'flaky'), spec('d', 'skipped', { type: 'skip', description: 'no Electron here' })] },
        ],
      },
    ],
  };
  expect(playwrightCounts(report)).toEqual({ ...counts(2, 1, { title: 'd', reason: 'no Electron here' }), unsteady: ['c'] });
  expect(summary([step({ counts: { ...counts(1, 0), unsteady: ['c'] } })])).toEqual({
    lines: ['unsteady, to be mended: c', 'unsteady: 1', '1 passed, 0 failed, 0 skipped'],
    ok: true,
  });
  expect(summary([step({ counts: { ...counts(3, 0), unsteady: ['c', 'd', 'e'] } })]).ok).toBe(false);
  expect(playwrightCounts({ errors: [{}], suites: [] })).toEqual(counts(0, 1));
});
