import { describe, expect, test } from 'vitest';
import type { TestModule } from 'vitest/node';
import { vitestCounts } from '../../support/count-reporter.ts';
import { playwrightCounts, summary, type Counts, type StepResult } from '../../support/counts.ts';

const counts = (passed: number, failed = 0, ...skipped: Counts['skipped']): Counts => ({
  passed,
  failed,
  failures: Array.from({ length: failed }, (_, index) => `a.test.ts › test ${index}`),
  unsteady: [],
  skipped,
  left: 0,
});
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

  test('tells how many tests were left to the full run, which are neither passed nor skipped', () => {
    const some = (left: number): StepResult => step({ counts: { ...counts(2), left } });
    expect(summary([some(3), some(4), step({})]).lines).toEqual([
      'unsteady: 0',
      'left to npm run test:full: 7 tests',
      '5 passed, 0 failed, 0 skipped',
    ]);
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

test('names each test that failed under its step, forty of them at most', () => {
  const lines = (failed: number): readonly string[] => summary([step({ name: 'HTTP tests', code: 1, counts: counts(1, failed) })]).lines;
  expect(lines(2)).toEqual([
    'failed: HTTP tests: 2 failed',
    '  ✗ a.test.ts › test 0',
    '  ✗ a.test.ts › test 1',
    'unsteady: 0',
    '1 passed, 2 failed, 0 skipped',
  ]);
  expect(lines(40)).toHaveLength(43);
  expect(lines(50).slice(39)).toEqual([
    '  ✗ a.test.ts › test 38',
    '  ✗ a.test.ts › test 39',
    '  and 10 more',
    'unsteady: 0',
    '1 passed, 50 failed, 0 skipped',
  ]);
});

test('what Vitest ran is told by file and title, and what went wrong outside of tests by its message', () => {
  const ran = (fullName: string, state: string, more: object = {}, ...tags: readonly string[]) => ({
    fullName,
    tags,
    result: () => ({ state, ...more }),
    diagnostic: () => ({ flaky: false }),
  });
  const file = (relativeModuleId: string, state: string, errors: readonly object[], ...tests: readonly object[]) =>
    ({ relativeModuleId, state: () => state, errors: () => errors, children: { allTests: () => tests } }) as unknown as TestModule;
  const modules = [
    file('a.test.ts', 'failed', [], ran('group > good', 'passed'), ran('group > bad', 'failed'), ran('never ended', 'pending')),
    file('b.test.ts', 'failed', [{ message: '\u001B[31mcannot be loaded\u001B[39m\nat all' }]),
    file('c.test.ts', 'passed', [], ran('left out', 'skipped', { note: 'for a reason' }, 'full'), ran('later', 'skipped', {}, 'full')),
  ];
  expect(vitestCounts(modules, [{ message: 'thrown by a timer' }])).toEqual({
    ...counts(1, 3, { title: 'left out', reason: 'for a reason' }),
    left: 1,
    failures: ['thrown by a timer', 'a.test.ts › group > bad', 'a.test.ts › never ended', 'b.test.ts: cannot be loaded'],
  });
  const end = summary([step({ code: 1, counts: { ...counts(5), failures: ['thrown by a timer'] } })]);
  expect(end.lines.slice(0, 2)).toEqual(['failed: unit tests: exit code 1', '  ✗ thrown by a timer']);
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
        title: 'notes.spec.ts',
        specs: [spec('a', 'expected')],
        suites: [
          {
            title: 'a list',
            specs: [spec('b', 'unexpected'), spec('c', 'flaky'), spec('d', 'skipped', { type: 'skip', description: 'no Electron here' })],
          },
        ],
      },
    ],
  };
  expect(playwrightCounts(report)).toEqual({
    ...counts(2, 1, { title: 'd', reason: 'no Electron here' }),
    failures: ['notes.spec.ts › a list › b'],
    unsteady: ['c'],
  });
  expect(summary([step({ counts: { ...counts(1, 0), unsteady: ['c'] } })])).toEqual({
    lines: ['unsteady, to be mended: c', 'unsteady: 1', '1 passed, 0 failed, 0 skipped'],
    ok: true,
  });
  expect(summary([step({ counts: { ...counts(3, 0), unsteady: ['c', 'd', 'e'] } })]).ok).toBe(false);
  expect(playwrightCounts({ errors: [{ message: 'Error: no browser\nat all' }], suites: [] })).toEqual({
    ...counts(0, 1),
    failures: ['Error: no browser'],
  });
});
