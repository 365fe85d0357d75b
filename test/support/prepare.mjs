// After `npm ci`: leaves the built service and the built page behind. Plain JavaScript, because an installation without the
// development dependencies may run it on a Node that cannot read TypeScript; there it has nothing to do. Nor has it where a build follows,
// or where what was built is of the sources as they are: `npx daybook` runs it as well, beside a service that shows the page.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const needed = ['node_modules/vite', 'node_modules/rolldown', 'vite.config.ts', 'renderer/index.html', 'test/support/write-bundle.ts'];
const canBuild = process.features.typescript && needed.every((file) => existsSync(file));

async function builds() {
  const [{ bundledModule }, { frontendSources, isStale }] = await Promise.all([
    import('../../main/bundle.ts'),
    import('../../main/desktop/rebuild.ts'),
  ]);
  const pageIsStale = isStale('dist/renderer/index.html', [...frontendSources, 'package-lock.json']);
  return [
    ...(bundledModule('.', 'service') === null ? [['test/support/write-bundle.ts']] : []),
    ...(pageIsStale ? [['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn']] : []),
  ];
}

if (canBuild && process.env['DAYBOOK_NO_BUILD'] === undefined) {
  for (const args of await builds()) {
    const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
    process.exitCode ||= status ?? 1;
  }
}
