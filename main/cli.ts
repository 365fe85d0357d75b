#!/usr/bin/env node
// `npx daybook …`: the running service from a shell. It loads nothing of the service, and writes nothing into the data directory.

import { readFileSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { bundledModule } from './bundle.ts';
import type * as Cli from './cli/run-cli.ts';
import { StartError } from './lib/app-error.ts';
import { readServiceInfo } from './service-file.ts';
import { chooseDataDir } from './storage/data-dir.ts';

const root = join(import.meta.dirname, '..');
enableCompileCache(join(root, 'node_modules/.cache/daybook'));

const bundled = bundledModule(root, 'run-cli');
const { runCli, CommandRefusal } = bundled === null ? await import('./cli/run-cli.ts') : ((await import(bundled.href)) as typeof Cli);

function findService(dataDir: string | undefined): { readonly baseUrl: string; readonly token: string } {
  try {
    const directory = chooseDataDir(dataDir, { platform: process.platform, environment: process.env, home: homedir() });
    const info = readServiceInfo(directory);
    if (info !== null) return info;
    throw new CommandRefusal(
      `No Daybook is running on ${directory}; start it with npm start or npm run serve, or name its folder with --data-dir`,
    );
  } catch (error) {
    if (error instanceof StartError) throw new CommandRefusal(error.message);
    throw error;
  }
}

// Such as `daybook list notes | head -1`: what reads has read enough.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

process.exitCode = await runCli({
  argv: process.argv.slice(2),
  environment: process.env,
  output: process.stdout,
  errors: process.stderr,
  readInput: async () => (process.stdin.isTTY ? null : buffer(process.stdin)),
  input: process.stdin,
  findService,
  onInterrupt: (listener) => {
    process.once('SIGINT', listener);
    return () => process.off('SIGINT', listener);
  },
  now: Date.now,
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  version: (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version,
});
