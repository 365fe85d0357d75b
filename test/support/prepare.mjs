// After `npm ci`: leaves the built service and the built page behind. Plain JavaScript, because an installation without the
// development dependencies may run it on a Node that cannot read TypeScript; there it has nothing to do. Nor has it where a build follows.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const builds = [['test/support/write-bundle.ts'], ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn']];
const needed = ['node_modules/vite', 'node_modules/rolldown', 'vite.config.ts', 'renderer/index.html', 'test/support/write-bundle.ts'];
const canBuild = process.features.typescript && needed.every((file) => existsSync(file));
if (canBuild && process.env['DAYBOOK_NO_BUILD'] === undefined) {
  for (const args of builds) {
    const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
    process.exitCode ||= status ?? 1;
  }
}
