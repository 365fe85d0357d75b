// What the headless service is told when it is started.

import { parseArgs } from 'node:util';
import { StartError } from '../../lib/app-error.ts';

interface CommandLine {
  readonly help: boolean;
  readonly version: boolean;
  /** From `--data-dir`. */
  readonly dataDir: string | undefined;
  /** Print the link with the token also where the output may be no terminal. */
  readonly link: boolean;
  /** Configuration keys that options set: they win over everything. */
  readonly flags: Readonly<Record<string, string>>;
}

export const usage = `Usage: npm run serve -- [options]

Runs Daybook without a window, on localhost.

  --data-dir DIR        where everything is kept       (DAYBOOK_DATA_DIR)
  --port N              port of the service, 8716      (PORT)
  --frontend-port N     port of the frontend, 8717     (FRONTEND_PORT)
  --link                print the link with the token also when the output is no terminal
  --help                show this
  --version             show the version

An option wins over the environment, the environment over the .env file in the data directory.
Port 0 takes a free one; service.json in the data directory says which.
`;

/** Reads arguments. Throws a `StartError` for one that is unknown or whose value is not of its kind. */
export function readCommandLine(argv: readonly string[]): CommandLine {
  const values = parse(argv);
  const flags: Record<string, string> = {};
  if (values.port !== undefined) flags['PORT'] = portOf('--port', values.port);
  if (values['frontend-port'] !== undefined) flags['FRONTEND_PORT'] = portOf('--frontend-port', values['frontend-port']);
  return { help: values.help, version: values.version, link: values.link, dataDir: values['data-dir'], flags };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: {
        'data-dir': { type: 'string' },
        port: { type: 'string' },
        'frontend-port': { type: 'string' },
        link: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
        version: { type: 'boolean', default: false },
      },
    }).values;
  } catch (cause) {
    throw new StartError(`${(cause as Error).message.split('\n')[0] ?? 'The arguments cannot be read'}; see --help`, { cause });
  }
}

function portOf(option: string, value: string): string {
  if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535) throw new StartError(`${option} must be a port, 0 to 65535; see --help`);
  return String(Number(value));
}
