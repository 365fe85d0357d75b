// Tells run-all.ts what vitest ran: its own JSON reporter leaves out why a test was skipped.

import { writeFileSync } from 'node:fs';
import type { SerializedError } from 'vitest';
import type { Reporter, TestModule } from 'vitest/node';
import { firstLine, type Counts } from './counts.ts';
import { full } from './tiers.ts';

export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const file = process.env['DAYBOOK_TEST_COUNTS'];
    if (file !== undefined) writeFileSync(file, JSON.stringify(vitestCounts(modules, errors)));
  }
}

/** Errors are those of no test: they fail the run, though no test failed. */
export function vitestCounts(modules: readonly TestModule[], errors: readonly Pick<SerializedError, 'message'>[] = []): Counts {
  const failures = errors.map(({ message }) => firstLine(message));
  const counts: Counts = { passed: 0, failed: 0, failures, unsteady: [], skipped: [], left: 0 };
  for (const module of modules) {
    let failed = false;
    for (const test of module.children.allTests()) {
      const result = test.result();
      if (result.state === 'passed') {
        counts.passed += 1;
        if (test.diagnostic()?.flaky === true) counts.unsteady.push(test.fullName);
      } else if (result.state === 'skipped') {
        const { note = '' } = result;
        // What is skipped by itself says why.
        if (note === '' && test.tags.includes(full.tags)) counts.left += 1;
        else counts.skipped.push({ title: test.fullName, reason: note });
      }
      // A test without a verdict did not come to its end.
      else {
        counts.failed += 1;
        failures.push(`${module.relativeModuleId} › ${test.fullName}`);
      }
      failed ||= result.state === 'failed';
    }
    // The file itself failed: an import, a hook, a lost worker.
    if (!failed && module.state() === 'failed') {
      counts.failed += 1;
      failures.push(`${module.relativeModuleId}: ${firstLine(module.errors()[0]?.message)}`);
    }
  }
  return counts;
}
