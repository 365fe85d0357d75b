// Plain Node: the service without a window.

import { runHeadless } from './headless.ts';

const code = await runHeadless({ argv: process.argv.slice(2), environment: process.env, output: process.stdout, errors: process.stderr });
if (code !== undefined) process.exitCode = code;
