// After `npm ci`: leaves a built frontend behind. Plain JavaScript, because an installation without the
// development dependencies may run it on a Node that cannot read TypeScript; there it has nothing to do. Nor has it where a build follows.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const there = ['node_modules/vite/bin/vite.js', 'vite.config.ts', 'renderer/index.html'].every((file) => existsSync(file));
if (there && process.env['DAYBOOK_NO_BUILD'] === undefined) {
  const { status } = spawnSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
}
