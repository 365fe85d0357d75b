// `npm test`: every check and the tests of a push, two cores kept busy, what each step writes in one piece, and one line of counts at the
// end. `npm run test:full`: every test.

import { spawn } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { full, push } from './tiers.ts';
import { playwrightCounts, summary, type Counts, type StepResult } from './counts.ts';
import { runSteps, type Step as Scheduled } from './schedule.ts';

interface Step extends Scheduled {
  readonly script: string;
  readonly kind: 'check' | 'vitest' | 'playwright';
  /** Test files without which there is nothing to run yet. */
  readonly files?: string;
  /** More arguments for the script. */
  readonly args?: readonly string[];
  /** Whether a push leaves it to the full run. */
  readonly full?: true;
}

const isFull = process.argv.includes('--full');

const built = ['build'];

/** Twice as many as there are cores: what waits for a page, a clock, a disk or a program leaves room for another, and most steps do. */
const workers = 4;
/** As of `nice`: a third of the time of a worker of usual priority where both want it. With much less, tests would run into their limits. */
const lowerPriority = 5;

/**
 * A step of which the parts fill what others leave of the workers until the end. In one piece the last step would wait for the one before,
 * and go on alone: both kept a core idle for some time.
 */
function inParts(count: number, step: Step): Step[] {
  const parts = Array.from({ length: count }, (_, index) => `${index + 1}/${count}`);
  return parts.map((part) => ({ ...step, name: `${step.name} ${part}`, args: [...(step.args ?? []), `--shard=${part}`] }));
}

/** What waits for most of its time, as for a client to be cut off: beside others it costs nothing, at the end of all it would hold them up. */
const waiting = ['test/http/hostile.test.ts', 'test/http/slow-readers.test.ts'];
const withoutWaiting = waiting.map((file) => `--exclude=${file}`);

/**
 * The longest first, with several workers. The steps of one worker fill what it leaves of the cores, with a lower priority, so that
 * nothing that is measured in seconds waits for them.
 */
const steps: readonly Step[] = [
  { name: 'build', script: 'build:fresh', kind: 'check', workers: 2 },
  // It reports what TypeScript does as well: both read all types, which is most of the work.
  { name: 'lint and types', script: 'lint', kind: 'check', workers: 1 },
  { name: 'browser tests', script: 'test:e2e', kind: 'playwright', files: 'test/e2e/**/*.spec.ts', workers: 2, after: built },
  // Beside all others, without a worker of theirs.
  { name: 'HTTP tests that wait', script: 'test:http', kind: 'vitest', workers: 0, after: [...built, 'lint and types'], args: waiting },
  { name: 'packages', script: 'test:packaging', kind: 'vitest', workers: 1, after: built, full: true },
  { name: 'exported documents', script: 'test:documents', kind: 'vitest', workers: 1, after: built, full: true },
  { name: 'desktop tests', script: 'test:window', kind: 'vitest', files: 'test/desktop/**/*.test.ts', workers: 1, after: built },
  { name: 'documents', script: 'test:docs', kind: 'vitest', workers: 1, after: built },
  { name: 'imports', script: 'imports', kind: 'check', workers: 1, after: built },
  ...inParts(2, { name: 'unit tests', script: 'test:unit', kind: 'vitest', workers: 1, after: built }),
  // Last, as many of them wait for what is slow on purpose: the first part beside the last tests of the page, the others side by side.
  ...inParts(3, { name: 'HTTP tests', script: 'test:http', kind: 'vitest', workers: 2, after: built, args: withoutWaiting }),
];

function options({ kind, workers: wanted, args = [] }: Step): readonly string[] {
  if (kind === 'check') return args;
  if (kind === 'playwright') return ['--reporter=list,json', ...(isFull ? [] : [`--grep=${push.tag}`]), ...args];
  const filter = isFull ? [] : [`--tags-filter=!${full.tags}`];
  return [...filter, `--maxWorkers=${Math.max(wanted, 1)}`, '--reporter=default', '--reporter=./test/support/count-reporter.ts', ...args];
}

/**
 * Node loads the browser tests by itself, as it does all others: on a machine that has not run them before, Playwright would compile each
 * file of them. That is four seconds of processor time.
 */
const browserTests = { PW_DISABLE_TS_ESM: '1' };

/** For those written in Go: garbage is collected when there are three gigabytes, not before. It took a sixth of their processor time. */
const checkers = { GOGC: 'off', GOMEMLIMIT: '3GiB' };
const color = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};

async function run(step: Step, report: string): Promise<StepResult> {
  process.stdout.write(`… ${step.name}\n`);
  const begin = performance.now();
  const output: Buffer[] = [];
  const code = await new Promise<number | null>((resolve, reject) => {
    // As `npm run` does, for a fifth of a second of processor time less.
    const child = spawn(process.execPath, ['--run', step.script, '--', ...options(step)], {
      stdio: ['ignore', 'pipe', 'pipe'],
      // The page and the program are there: steps that need them need not build them again.
      env: {
        ...process.env,
        ...color,
        ...checkers,
        ...browserTests,
        DAYBOOK_BUILT: '1',
        DAYBOOK_TEST_COUNTS: report,
        PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      },
    });
    if (step.workers <= 1 && child.pid !== undefined) setPriority(child.pid, lowerPriority);
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output.push(chunk);
      });
    child.on('error', reject);
    child.on('close', resolve);
  });
  const seconds = Math.round((performance.now() - begin) / 1000);
  process.stdout.write(`\n— ${step.name} (npm run ${step.script}), ${seconds} s\n${Buffer.concat(output).toString()}\n`);
  return { name: step.name, code, counts: step.kind === 'check' ? null : readCounts(step, report), tests: step.kind !== 'check' };
}

function readCounts(step: Step, report: string): Counts | null {
  if (!existsSync(report)) return null;
  const document: unknown = JSON.parse(readFileSync(report, 'utf8'));
  return step.kind === 'playwright' ? playwrightCounts(document as Parameters<typeof playwrightCounts>[0]) : (document as Counts);
}

/** What the cores have done since the machine started, in milliseconds: those of other programs too, and all that `time` leaves out. */
function coreTimes(): { readonly idle: number; readonly all: number } {
  const times = cpus().map((core) => core.times);
  return {
    idle: times.reduce((sum, { idle }) => sum + idle, 0),
    all: times.reduce((sum, { user, nice, sys, idle, irq }) => sum + user + nice + sys + idle + irq, 0),
  };
}

const folder = mkdtempSync(join(tmpdir(), 'daybook-test-'));
const [begin, before] = [performance.now(), coreTimes()];
try {
  const present = steps.filter(({ files, full: left }) => (isFull || left !== true) && (files === undefined || globSync(files).length > 0));
  const results = await runSteps(present, workers, (step) => run(step, join(folder, `${present.indexOf(step)}.json`)));
  const { lines, ok } = summary(results);
  const left = steps.filter((step) => !present.includes(step)).map(({ name }) => name);
  const after = coreTimes();
  const busy = Math.round(100 * (1 - (after.idle - before.idle) / (after.all - before.all)));
  process.stdout.write(`\n${Math.round((performance.now() - begin) / 1000)} s, the cores ${busy} % busy\n`);
  if (!isFull) process.stdout.write(`\nleft to npm run test:full: ${left.join(', ')}, and the browser tests that are not tagged @push\n`);
  process.stdout.write(`\n${lines.join('\n')}\n`);
  process.exitCode = ok ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
