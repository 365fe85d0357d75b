// `npm run test:long`: the tests that try random things, far more often than for a push and from a random seed, which is printed.
// `DAYBOOK_SEED=123 npm run test:long` repeats a run; arguments name files, as for vitest.

import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const seed = process.env['DAYBOOK_SEED'] ?? String(randomInt(2 ** 31));
const given = process.argv.slice(2);
const files =
  given.length > 0
    ? given
    : globSync('test/{unit,http}/**/*.test.ts').filter((file) => readFileSync(file, 'utf8').includes('support/property.ts'));
const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');

process.stdout.write(`DAYBOOK_SEED=${seed}\n`);
const { status } = spawnSync(process.execPath, [vitest, 'run', ...files], {
  stdio: 'inherit',
  env: { ...process.env, DAYBOOK_LONG_SEED: seed },
});
process.stdout.write(`To repeat this run: DAYBOOK_SEED=${seed} npm run test:long\n`);
process.exitCode = status ?? 1;
