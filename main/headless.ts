// The service without a window: what `npm run serve` does.

import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readCommandLine, usage } from './features/config/command-line.ts';
import { StartError } from './lib/app-error.ts';
import { boundHeapGrowth, boundYoungGeneration } from './lib/heap-bounds.ts';
import { reduceHeapWhenQuiet } from './lib/quiet-heap.ts';
import { startService, type Service } from './service.ts';
import { chooseDataDir } from './storage/data-dir.ts';

/** The project's folder, seen from its sources as from `dist/main`. */
const root = fileURLToPath(new URL(import.meta.url.endsWith('.ts') ? '..' : '../..', import.meta.url));

interface HeadlessOptions {
  readonly argv: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly output: NodeJS.WriteStream;
  readonly errors: NodeJS.WriteStream;
}

/** Runs the service until a signal ends it. Gives the exit code if there is nothing (more) to run, else undefined. */
export async function runHeadless({ argv, environment, output, errors }: HeadlessOptions): Promise<number | undefined> {
  // What cannot be written, as to a terminal that is gone or a file on a full disk, ends no service: the log has it too.
  for (const stream of [output, errors]) stream.on('error', () => undefined);
  try {
    const commandLine = readCommandLine(argv);
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    if (commandLine.help || commandLine.version) {
      output.write(commandLine.help ? usage : `${version}\n`);
      return 0;
    }
    boundYoungGeneration();
    boundHeapGrowth();
    reduceHeapWhenQuiet();
    const dataDir = chooseDataDir(commandLine.dataDir, { platform: process.platform, environment, home: homedir() });
    const starting = startService({
      dataDir,
      frontendDir: join(root, 'dist', 'renderer'),
      version,
      environment,
      flags: commandLine.flags,
      onDisplaced: (line) => errors.write(`${line}\n`),
      checkReplies: environment['DAYBOOK_CHECK_REPLIES'] === '1',
    });
    // Before the start is over: a script that sees service.json may send a signal at once.
    stopOnSignals(starting, errors);
    const service = await starting;
    if (service.loss !== null) errors.write(`${service.loss.line}\n`);
    output.write(greeting(service, version, dataDir, commandLine.link || output.isTTY));
    return undefined;
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    errors.write(`${error.message}\n`);
    return 1;
  }
}

/** The token goes to a terminal, where its owner looks, but not into the log of whatever else started the service. */
function greeting(service: Service, version: string, dataDir: string, withToken: boolean): string {
  const link = withToken
    ? `Open ${service.frontendUrl}/#token=${service.token()}`
    : `Open ${service.frontendUrl} with the token that \`npm run token\` prints`;
  return `Daybook ${version} serves ${service.baseUrl} from ${dataDir}\n${link}\n`;
}

function stopOnSignals(starting: Promise<Service>, errors: NodeJS.WriteStream): void {
  let asked = false;
  // SIGHUP comes of a terminal that is closed, from the system and from the shell.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // A user who asks twice does not want to wait: what was answered is on the disk anyway.
      if (asked && signal !== 'SIGHUP') process.exit(1);
      if (asked) return;
      asked = true;
      starting
        .then((service) => service.stop())
        .then(
          () => process.exit(0),
          (error: unknown) => {
            errors.write(`Daybook could not stop cleanly: ${(error as Error).message}\n`);
            process.exit(1);
          },
        );
    });
  }
}
