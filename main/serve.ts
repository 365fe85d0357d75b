// Plain Node: the service without a window.

import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// For users who run this file itself; npm's scripts do it earlier and better, see compile-cache.mjs.
if (import.meta.url.endsWith('.ts')) enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/daybook'));

const { runHeadless } = await import('./headless.ts');
const code = await runHeadless({ argv: process.argv.slice(2), environment: process.env, output: process.stdout, errors: process.stderr });
if (code !== undefined) process.exitCode = code;
