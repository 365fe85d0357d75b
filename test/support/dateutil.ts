// Python's dateutil, which works recurrence rules out on its own: what ours are compared with.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

// It looks for the next occurrence up to the year 9999, so it is stopped; what it has found by then are the first ones.
const script = `
import sys, json, signal
from datetime import datetime, timedelta
from dateutil.rrule import rrulestr
epoch = datetime(1970, 1, 1)
class Late(Exception): pass
def late(*_): raise Late()
signal.signal(signal.SIGALRM, late)
for line in sys.stdin:
    rule, start, until, limit = json.loads(line)
    first = epoch + timedelta(seconds=start)
    found = []
    complete = True
    try:
        signal.setitimer(signal.ITIMER_REAL, float(sys.argv[1]))
        for time in rrulestr(rule, dtstart=first):
            seconds = int((time - epoch).total_seconds())
            if seconds >= until or len(found) >= limit: break
            found.append(seconds)
    except Late:
        complete = False
    except ValueError:
        pass
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    print(json.dumps({'found': found, 'complete': complete}))
`;

const hasDateutil = (): boolean => spawnSync('python3', ['-c', 'import dateutil'], { stdio: 'ignore' }).status === 0;

/** Throws an error that names what is missing and how to install it. */
export function ensureDateutil(): void {
  if (hasDateutil()) return;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const run = (...args: string[]): number | null =>
      spawnSync('apt-get', args, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, stdio: ['ignore', 2, 2], timeout: 300_000 })
        .status;
    if (run('update', '-qq') === 0) run('install', '-y', '-qq', '--no-install-recommends', 'python3-dateutil');
  }
  if (hasDateutil()) return;
  throw new Error(
    'The tests of recurrence rules need python3-dateutil, and could not fetch it. On Debian and Ubuntu: ' +
      'sudo apt-get install --no-install-recommends python3-dateutil',
  );
}

/** A rule, its start, an end (exclusive) and how many occurrences are wanted at most; times in seconds since the Unix epoch. */
export type Question = readonly [rule: string, start: number, until: number, limit: number];

export interface DateutilAnswer {
  /** In UTC, in seconds since the Unix epoch; empty for a rule that dateutil finds to be empty. */
  readonly found: number[];
  /** False: there may be more. */
  readonly complete: boolean;
}

/** `timeoutSeconds`: how long it looks for the occurrences of one rule, in seconds. */
export function askDateutil(questions: readonly Question[], timeoutSeconds: number): DateutilAnswer[] {
  const input = questions.map((question) => JSON.stringify(question)).join('\n');
  const { status, stdout, stderr } = spawnSync('python3', ['-c', script, String(timeoutSeconds)], {
    input,
    encoding: 'utf8',
    maxBuffer: 512 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`python3 failed: ${stderr}`);
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as DateutilAnswer);
}
