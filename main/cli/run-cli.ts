// `daybook …`: finds the command, reads its arguments, runs it against the service, prints what comes of it.

import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openApi, type ServiceAccess, type Api } from './api.ts';
import {
  CommandRefusal,
  UsageError,
  type CommandAnswer,
  type CommandCall,
  type CliCommand,
  type CommandOption,
  type CommandContext,
} from './command.ts';
import { editText } from './editor.ts';
import { commandHelp, overview, synopsis } from './help.ts';
import { clean } from './layout.ts';
import { commands, globalOptions } from './table.ts';
import { utf8Text } from './utf8.ts';

export { CommandRefusal };

interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean;
}

/** What the process is to the command. */
interface CliHost {
  readonly argv: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly output: Output;
  readonly errors: Output;
  /** All of it; null for a terminal. */
  readonly readInput: () => Promise<Uint8Array | null>;
  /** Read line by line by `--mcp`. */
  readonly input?: NodeJS.ReadableStream;
  /** The running service of the data directory that `--data-dir` names, or the default; throws an error with one line otherwise. */
  readonly findService: (dataDir: string | undefined) => { readonly baseUrl: string; readonly token: string };
  readonly onInterrupt: CommandContext['onInterrupt'];
  readonly now: () => number;
  readonly timeZone: string;
  readonly version: string;
}

function readTextFile(path: string): string {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw new CommandRefusal(`${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? (error as Error).message})`);
  }
  return utf8Text(bytes, path);
}

/** The command that the arguments begin with, and the arguments after its name; undefined if they begin with none. */
function findCommand(argv: readonly string[]): { readonly command: CliCommand; readonly rest: readonly string[] } | undefined {
  for (const words of [2, 1]) {
    const command = commands.find(({ name }) => name === argv.slice(0, words).join(' ') && name.split(' ').length === words);
    if (command !== undefined) return { command, rest: argv.slice(words) };
  }
  return undefined;
}

/** Takes out `--replace OLD NEW`, which `parseArgs` does not know: its values can begin with a dash, as lines of markdown do. */
function takePairs(
  argv: readonly string[],
  options: Readonly<Record<string, CommandOption>>,
): { rest: string[]; pairs: Map<string, string[]> } {
  const rest = [...argv];
  const pairs = new Map<string, string[]>();
  for (const [name, { second, value }] of Object.entries(options)) {
    const index = second === undefined ? -1 : rest.indexOf(`--${name}`);
    if (index === -1) continue;
    const taken = rest.splice(index, 3).slice(1);
    if (taken.length < 2) throw new UsageError(`--${name} takes ${value} and ${second}`);
    pairs.set(name, taken);
  }
  return { rest, pairs };
}

function parse(
  argv: readonly string[],
  options: Readonly<Record<string, CommandOption>>,
): { call: CommandCall; values: ReadonlyMap<string, unknown> } {
  const { rest, pairs } = takePairs(argv, options);
  const config = Object.fromEntries(
    Object.entries(options).map(([name, { type, short, multiple }]) => [
      name,
      { type, ...(short === undefined ? {} : { short }), ...(multiple ? { multiple } : {}) },
    ]),
  );
  let parsed: { readonly values: object; readonly positionals: string[] };
  try {
    parsed = parseArgs({ args: rest, options: config, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message.split('\n')[0] ?? 'The arguments cannot be read');
  }
  const values = new Map<string, unknown>([...Object.entries(parsed.values), ...pairs]);
  const text = (option: string): string | undefined => {
    const value = values.get(option);
    return typeof value === 'string' ? value : undefined;
  };
  const list = (option: string): readonly string[] => {
    const value = values.get(option);
    return Array.isArray(value) ? (value as string[]) : [];
  };
  return { call: { args: parsed.positionals, has: (option) => values.has(option), text, list }, values };
}

/** Throws a `UsageError` unless the arguments are as many as the command takes, and values are of their lists. */
function check({ args, options, name }: CliCommand, call: CommandCall): void {
  const lacking = args[call.args.length];
  if (lacking !== undefined && !lacking.optional) throw new UsageError(`${lacking.name} is missing`);
  const extra = call.args[args.length];
  if (extra !== undefined && !args.at(-1)?.rest) throw new UsageError(`${name} takes no "${extra}"`);
  const oneOf = (what: string, value: string | undefined, values: readonly string[] | undefined): void => {
    if (value === undefined || values === undefined) return;
    if (!values.some((each) => each.toLowerCase() === value.toLowerCase()))
      throw new UsageError(`${what} must be one of ${values.join(', ')}`);
  };
  for (const [index, argument] of args.entries()) oneOf(argument.name, call.args[index], argument.values);
  for (const [option, { values }] of Object.entries(options))
    for (const value of [call.text(option), ...call.list(option)]) oneOf(`--${option}`, value, values);
}

function accessOf(call: CommandCall, { environment, findService }: CliHost): ServiceAccess {
  const { baseUrl, token } = findService(call.text('data-dir'));
  const file = call.text('token-file');
  const given = file === undefined ? environment['DAYBOOK_TOKEN'] : readTextFile(file);
  if (given === undefined) return { baseUrl, token, isOwners: true };
  const own = given.trim();
  // Also an empty one: a caller who meant a token of few scopes must not act with the owner's.
  if (!/^[\x21-\x7E]+$/.test(own)) throw new CommandRefusal(`${file ?? 'DAYBOOK_TOKEN'} holds no token`);
  return { baseUrl, token: own, isOwners: false };
}

/** The service is looked for when it is first asked: help and completion need none. */
function lazyApi(call: CommandCall, host: CliHost): Api {
  let opened: Api | undefined;
  const api = (): Api => (opened ??= openApi(accessOf(call, host)));
  return {
    call: async (name, options) => api().call(name, options),
    send: async (method, path, options) => api().send(method, path, options),
    open: async (method, path, upload) => api().open(method, path, upload),
    isOwn: (actor) => api().isOwn(actor),
  };
}

function print({ json, text, verbatim }: CommandAnswer, asJson: boolean, output: Output): void {
  if (asJson) {
    if (json !== undefined) output.write(`${JSON.stringify(json, null, 2)}\n`);
  } else if (verbatim && !output.isTTY) output.write(text);
  else if (text !== '') output.write(`${clean(text, '\n\t').replace(/\n$/, '')}\n`);
}

async function runCommand(command: CliCommand, rest: readonly string[], host: CliHost): Promise<number> {
  const { call } = parse(rest, { ...globalOptions, ...command.options });
  if (call.has('help')) {
    host.output.write(`${commandHelp(command, globalOptions)}\n`);
    return 0;
  }
  check(command, call);
  const { now, timeZone, version, readInput, environment, onInterrupt } = host;
  const answer = await command.run(call, {
    api: lazyApi(call, host),
    readInput: async () => {
      const bytes = await readInput();
      // Some shells put a byte order mark before what they pass on.
      return bytes === null ? null : utf8Text(bytes, 'Standard input').replace(/^\uFEFF/, '');
    },
    readFile: readTextFile,
    edit: (title, text) => editText(title, text, environment),
    progress: (text) => {
      // The line is written anew each time, which only a terminal can.
      if (host.errors.isTTY) host.errors.write(`\r\u001B[K${text === null ? '' : clean(text)}`);
    },
    onInterrupt,
    now: now(),
    timeZone,
    version,
  });
  print(answer, call.has('json'), host.output);
  return answer.failed ? 1 : 0;
}

/** What is said where no command is named, or an unknown one. */
function withoutCommand({ argv, output, errors, version }: CliHost): number {
  const [first = ''] = argv;
  const ofGroup = commands.filter(({ name }) => name.startsWith(`${first} `));
  const wantsHelp = argv.some((argument) => argument === '--help' || argument === '-h');
  if (argv.includes('--version')) output.write(`${version}\n`);
  else if (argv.length === 0 || wantsHelp) output.write(`${overview(ofGroup.length > 0 ? ofGroup : commands, globalOptions)}\n`);
  else {
    const known =
      ofGroup.length > 0 ? `daybook ${first} is one of: ${ofGroup.map(synopsis).join(', ')}` : `There is no command "${clean(first)}"`;
    errors.write(`${known}; see daybook --help\n`);
    return 2;
  }
  return argv.length === 0 ? 2 : 0;
}

/** `--mcp`: until the input ends. Nothing but messages is written to the output. */
async function runBridge(host: CliHost, input: NodeJS.ReadableStream): Promise<number> {
  const { bridge } = await import('./mcp-bridge.ts');
  const { call } = parse(
    host.argv.filter((argument) => argument !== '--mcp'),
    globalOptions,
  );
  await bridge({ input, write: (text) => void host.output.write(text), access: () => accessOf(call, host) });
  return 0;
}

/** Runs one command. Gives the exit code: 0 done, 1 refused or not found, 2 not understood. Rejects on a fault of its own only. */
export async function runCli(host: CliHost): Promise<number> {
  const found = findCommand(host.argv);
  const isBridge = host.argv.includes('--mcp') && !host.argv.includes('--help');
  if (found === undefined && !(isBridge && host.input !== undefined)) return withoutCommand(host);
  try {
    if (found === undefined) return await runBridge(host, host.input ?? process.stdin);
    return await runCommand(found.command, found.rest, host);
  } catch (error) {
    if (error instanceof UsageError) {
      host.errors.write(`${clean(error.message)}; see daybook ${found === undefined ? '' : `${found.command.name} `}--help\n`);
      return 2;
    }
    if (!(error instanceof CommandRefusal)) throw error;
    if (host.argv.includes('--json') && error.problem !== null) host.output.write(`${JSON.stringify(error.problem, null, 2)}\n`);
    host.errors.write(`${clean(error.message)}\n`);
    return 1;
  }
}
