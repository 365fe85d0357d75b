// `npm run token`: prints the owner's token of the running service.

import { homedir } from 'node:os';
import { readCommandLine } from './features/config/command-line.ts';
import { StartError } from './lib/app-error.ts';
import { readServiceInfo } from './service-file.ts';
import { chooseDataDir } from './storage/data-dir.ts';

try {
  const { dataDir } = readCommandLine(process.argv.slice(2));
  const directory = chooseDataDir(dataDir, { platform: process.platform, environment: process.env, home: homedir() });
  const info = readServiceInfo(directory);
  if (info === null)
    throw new StartError(`No Daybook is running on ${directory}; start it with npm start, or name its folder with --data-dir`);
  process.stdout.write(`${info.token}\n`);
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
