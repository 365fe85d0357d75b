// `npm run test:long`: the tests that try random things, far more often than for a push and from a random seed, which is printed.
// `DAYBOOK_SEED=123 npm run test:long` repeats a run; arguments name files, as for vitest.

import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const seed = process.env['DAYBOOK_SEED'] ?? String(randomInt(2 ** 31));
const given = process.argv.slice(2);
const files = (given.length > 0 ? given : globSync('test/{unit,http,e2e}/**/*.{test,spec}.ts')).filter(
  (file) => given.length > 0 || readFileSync(file, 'utf8').includes('support/property.ts'),
);
const isInBrowser = (file: string): boolean => file.endsWith('.spec.ts');
const commandOf = (name: string, file: string): string =>
  join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), file);

process.stdout.write(`DAYBOOK_SEED=${seed}\n`);
process.exitCode = 0;
for (const [command, verb, some] of [
  [commandOf('vitest', 'vitest.mjs'), 'run', files.filter((file) => !isInBrowser(file))],
  // What is measured by the clock has the machine to itself.
  [commandOf('@playwright/test', 'cli.js'), 'test', files.filter(isInBrowser)],
] as const) {
  if (some.length === 0) continue;
  const args = [command, verb, ...some, ...(verb === 'test' ? ['--workers', '1'] : [])];
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit', env: { ...process.env, DAYBOOK_LONG_SEED: seed } });
  if (status !== 0) process.exitCode = status ?? 1;
}
process.stdout.write(`To repeat this run: DAYBOOK_SEED=${seed} npm run test:long\n`);
