// Plain Node: the service without a window, from the bundle where that is fresh, else from the sources.

import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { bundledModule } from './bundle.ts';
import type * as Headless from './headless.ts';

const root = join(import.meta.dirname, '..');
// For users who run this file itself; npm's scripts do it earlier and better, see compile-cache.mjs.
enableCompileCache(join(root, 'node_modules/.cache/daybook'));

const bundled = bundledModule(root, 'headless');
const { runHeadless } = bundled === null ? await import('./headless.ts') : ((await import(bundled.href)) as typeof Headless);
const code = await runHeadless({ argv: process.argv.slice(2), environment: process.env, output: process.stdout, errors: process.stderr });
if (code !== undefined) process.exitCode = code;
