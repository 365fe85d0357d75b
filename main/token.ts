// `npm run token`: prints the owner's token of the running service.

import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { readCommandLine } from './features/config/command-line.ts';
import { StartError } from './lib/app-error.ts';
import { readServiceInfo } from './service-file.ts';
import { chooseDataDir } from './storage/data-dir.ts';

const usage = `Usage: npm run token -- [options]

Prints the owner's token of the running service.

  --data-dir DIR        where everything is kept       (DAYBOOK_DATA_DIR)
  --help                show this
  --version             show the version
`;

/** What to print, for these arguments. Throws a `StartError` if no service is running. */
function answerTo(argv: readonly string[]): string {
  const { dataDir, help, version } = readCommandLine(argv);
  if (help) return usage;
  if (version) return `${(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }).version}\n`;
  const directory = chooseDataDir(dataDir, { platform: process.platform, environment: process.env, home: homedir() });
  const info = readServiceInfo(directory);
  if (info === null)
    throw new StartError(`No Daybook is running on ${directory}; start it with npm start, or name its folder with --data-dir`);
  return `${info.token}\n`;
}

try {
  process.stdout.write(answerTo(process.argv.slice(2)));
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
