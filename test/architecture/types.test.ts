// `npm run lint` is what finds errors of types in `npm test`: an option of the linter that could go with one of its versions.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly scripts: Readonly<Record<string, string>> };
const [, options = ''] = /^oxlint ([^&]*)/.exec(scripts['lint'] ?? '') ?? [];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'daybook-types-'));
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: { strict: true, noEmit: true, types: [] } }));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

test.each([
  ['a text for a number', "export const count: number = 'one';\n", 1, 'TS2322'],
  ['a name that is nowhere', 'export const one = nowhere;\n', 1, 'TS2304'],
  ['nothing wrong', 'export const count: number = 1;\n', 0, null],
])('the script “lint” on %s', (_, code, status, told) => {
  writeFileSync(join(folder, 'code.ts'), code);
  const { status: actual, stdout } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/oxlint/bin/oxlint'), ...options.trim().split(' '), '--format', 'unix'],
    { cwd: folder, encoding: 'utf8', env: { ...process.env, OXLINT_TSGOLINT_PATH: join(root, 'node_modules/.bin/tsgolint') } },
  );
  expect([actual, told === null || stdout.includes(told)], stdout).toEqual([status, true]);
});
