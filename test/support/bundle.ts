// The bundle for tests that are about it.

import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { bundledModule } from '../../main/bundle.ts';

const root = resolve(import.meta.dirname, '../..');

/** Builds the bundle unless there is a fresh one, as there is in `npm test`. */
export function ensureBundle(): void {
  if (bundledModule(root, 'service') !== null) return;
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'test/support/write-bundle.ts')], { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`The bundle could not be built: ${stderr}`);
}
