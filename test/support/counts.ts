// What a run of tests comes to, and how it is told.

import { stripVTControlCharacters } from 'node:util';

export interface Counts {
  passed: number;
  failed: number;
  /** Of each that failed: its file and titles, or what went wrong outside of any test. */
  readonly failures: string[];
  /** Titles of tests that passed only when they were tried again. */
  readonly unsteady: string[];
  readonly skipped: { readonly title: string; readonly reason: string }[];
  /** How many were left to `npm run test:full`: they count neither as passed nor as skipped. */
  left: number;
}

interface PlaywrightSuite {
  /** Of the outermost suites, the path of the file. */
  readonly title: string;
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs?: readonly {
    readonly title: string;
    readonly tests: readonly {
      readonly status: string;
      readonly annotations: readonly { readonly type: string; readonly description?: string }[];
    }[];
  }[];
}

export interface PlaywrightReport {
  readonly suites?: readonly PlaywrightSuite[];
  /** What went wrong outside of any test. */
  readonly errors?: readonly { readonly message?: string }[];
}

const none: Counts = { passed: 0, failed: 0, failures: [], unsteady: [], skipped: [], left: 0 };

/** Counts from the document that Playwright's JSON reporter writes. A test that passed only when it was tried again is unsteady. */
export function playwrightCounts(report: PlaywrightReport): Counts {
  const failures = report.errors?.map(({ message }) => firstLine(message)) ?? [];
  const counts: Counts = { passed: 0, failed: failures.length, failures, unsteady: [], skipped: [], left: 0 };
  const visit = (suite: PlaywrightSuite, above: readonly string[]): void => {
    const titles = [...above, suite.title];
    for (const spec of suite.specs ?? []) {
      for (const test of spec.tests) {
        if (test.status === 'expected') counts.passed += 1;
        else if (test.status === 'flaky') {
          counts.passed += 1;
          counts.unsteady.push(spec.title);
        } else if (test.status === 'skipped')
          counts.skipped.push({ title: spec.title, reason: test.annotations.find(({ type }) => type === 'skip')?.description ?? '' });
        else {
          counts.failed += 1;
          failures.push([...titles, spec.title].join(' › '));
        }
      }
    }
    for (const inner of suite.suites ?? []) visit(inner, titles);
  };
  for (const suite of report.suites ?? []) visit(suite, []);
  return counts;
}

/** What an error says, without where, and without the colours of a terminal. */
export function firstLine(message: string | undefined): string {
  const [line = ''] = stripVTControlCharacters(message ?? '').split('\n');
  return line === '' ? 'no message' : line;
}

export interface StepResult {
  readonly name: string;
  /** The exit code; null when a signal ended it. */
  readonly code: number | null;
  /** Null for a step that runs no tests, or whose tests left no report. */
  readonly counts: Counts | null;
  /** Whether this step exists to run tests. */
  readonly tests: boolean;
}

/**
 * How many tests of a run may pass only when tried again. The aim is none; but of 6,000 tests, a quarter of them in a browser, one that a
 * busy machine upsets is not a reason to refuse a change that has nothing to do with it.
 */
const maxUnsteady = 2;

/** How many failures of one step are named: with more of them, something is wrong that they share. */
const maxNamed = 40;

/**
 * The end of the run: what was skipped and why, which steps failed and which of their tests, how many tests passed only when tried again,
 * how many were left to the full run, and last the one line of counts. Not `ok` if any failed, or if more than `maxUnsteady` passed only
 * when tried again. A step that failed without a failed test to show for it counts as one failure, so that the line never reads as success.
 */
export function summary(results: readonly StepResult[]): { readonly lines: readonly string[]; readonly ok: boolean } {
  const lines: string[] = [];
  const total = { passed: 0, failed: 0, skipped: 0, left: 0 };
  const unsteady: string[] = [];
  for (const result of results) {
    const { passed, failed, skipped, left, failures, unsteady: again } = result.counts ?? none;
    for (const { title, reason } of skipped) lines.push(`skipped: ${title}: ${reason === '' ? 'no reason given' : reason}`);
    const trouble = troubleOf(result);
    if (trouble !== null) lines.push(`failed: ${result.name}: ${trouble}`, ...named(failures));
    total.passed += passed;
    total.failed += trouble !== null && failed === 0 ? 1 : failed;
    total.skipped += skipped.length;
    total.left += left;
    unsteady.push(...again);
  }
  if (total.passed + total.failed === 0) {
    lines.push('failed: nothing ran');
    total.failed = 1;
  }
  lines.push(...unsteady.map((title) => `unsteady, to be mended: ${title}`), `unsteady: ${unsteady.length}`);
  if (total.left > 0) lines.push(`left to npm run test:full: ${total.left} tests`);
  lines.push(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
  return { lines, ok: total.failed === 0 && unsteady.length <= maxUnsteady };
}

function named(failures: readonly string[]): readonly string[] {
  const lines = failures.slice(0, maxNamed).map((title) => `  ✗ ${title}`);
  return failures.length > maxNamed ? [...lines, `  and ${failures.length - maxNamed} more`] : lines;
}

function troubleOf({ code, counts, tests }: StepResult): string | null {
  if (counts !== null && counts.failed > 0) return `${counts.failed} failed`;
  if (code !== 0) return code === null ? 'ended by a signal' : `exit code ${code}`;
  if (tests && counts === null) return 'it left no report';
  if (tests && counts !== null && counts.passed + counts.skipped.length === 0) return 'it ran no test';
  return null;
}
