// `npm test`: every check and every test, one after the other, and one line of counts at the end.

import { spawn } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { playwrightCounts, summary, type Counts, type StepResult } from './counts.ts';

interface Step {
  readonly name: string;
  readonly script: string;
  readonly args?: readonly string[];
  readonly kind: 'check' | 'vitest' | 'playwright';
  /** Test files without which there is nothing to run yet. */
  readonly files?: string;
}

const steps: readonly Step[] = [
  { name: 'build', script: 'build', kind: 'check' },
  { name: 'types', script: 'typecheck', kind: 'check' },
  { name: 'lint', script: 'lint', kind: 'check' },
  { name: 'imports', script: 'imports', kind: 'check' },
  { name: 'unit tests', script: 'test:unit', kind: 'vitest' },
  { name: 'HTTP tests', script: 'test:http', kind: 'vitest' },
  { name: 'documents', script: 'test:docs', kind: 'vitest' },
  { name: 'exported documents', script: 'test:documents', kind: 'vitest' },
  { name: 'desktop tests', script: 'test:desktop', kind: 'vitest', files: 'test/desktop/**/*.test.ts' },
  { name: 'browser tests', script: 'test:e2e', kind: 'playwright', files: 'test/e2e/**/*.spec.ts' },
];

const reporters: Record<Step['kind'], readonly string[]> = {
  check: [],
  vitest: ['--reporter=default', '--reporter=./test/support/count-reporter.ts'],
  playwright: ['--reporter=list,json'],
};

async function run(step: Step, report: string): Promise<StepResult> {
  process.stdout.write(`\n— ${step.name} (npm run ${step.script})\n`);
  const code = await new Promise<number | null>((resolve, reject) => {
    const child = spawn('npm', ['run', '--silent', step.script, '--', ...reporters[step.kind]], {
      stdio: 'inherit',
      shell: process.platform === 'win32',
      env: { ...process.env, DAYBOOK_TEST_COUNTS: report, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    });
    child.on('error', reject);
    child.on('exit', resolve);
  });
  return { name: step.name, code, counts: step.kind === 'check' ? null : readCounts(step, report), tests: step.kind !== 'check' };
}

function readCounts(step: Step, report: string): Counts | null {
  if (!existsSync(report)) return null;
  const document: unknown = JSON.parse(readFileSync(report, 'utf8'));
  return step.kind === 'playwright' ? playwrightCounts(document as Parameters<typeof playwrightCounts>[0]) : (document as Counts);
}

const folder = mkdtempSync(join(tmpdir(), 'daybook-test-'));
const results: StepResult[] = [];
try {
  for (const step of steps) {
    if (step.files !== undefined && globSync(step.files).length === 0) continue;
    results.push(await run(step, join(folder, `${results.length}.json`)));
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const { lines, ok } = summary(results);
process.stdout.write(`\n${lines.join('\n')}\n`);
process.exitCode = ok ? 0 : 1;
