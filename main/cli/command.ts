// What a command is. `table.ts` lists them all; help, completion and the reading of arguments come of that list.

import type { Api } from './api.ts';

export interface CommandOption {
  readonly type: 'boolean' | 'string';
  readonly short?: string;
  /** Can be given several times. */
  readonly multiple?: true;
  /** Takes this value as well: `--replace OLD NEW`. */
  readonly second?: string;
  /** What stands for its value in the help, such as DAY. */
  readonly value?: string;
  /** All values that it can have. */
  readonly values?: readonly string[];
  readonly help: string;
}

export interface Argument {
  /** In capitals, as the help shows it. */
  readonly name: string;
  readonly optional?: true;
  /** Takes all that follow. */
  readonly rest?: true;
  readonly values?: readonly string[];
}

/** What a command is called with. */
export interface CommandCall {
  readonly args: readonly string[];
  has(option: string): boolean;
  /** The value of an option; undefined when absent. */
  text(option: string): string | undefined;
  /** All values of an option that can be given several times, or takes two. */
  list(option: string): readonly string[];
}

/** What a command has around it. */
export interface CommandContext {
  readonly api: Api;
  /** All of standard input; null where that is a terminal, which would wait for its user. */
  readonly readInput: () => Promise<string | null>;
  readonly readFile: (path: string) => string;
  /** Lets the user edit a text under this title and gives what has become of it. */
  readonly edit: (title: string, text: string) => Promise<Edited>;
  /** Tells a user at a terminal how far it is; null takes that away. */
  readonly progress: (text: string | null) => void;
  /** Calls `listener` at the next Ctrl+C instead of an end of the process. Gives what takes the listener away. */
  readonly onInterrupt: (listener: () => void) => () => void;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** IANA. */
  readonly timeZone: string;
  readonly version: string;
}

export interface Edited {
  readonly text: string;
  /** Removes the file with it. */
  discard(): void;
  /** Where it stands as long as it is not discarded. */
  readonly path: string;
}

/** What a command gives: one of the two is printed. */
export interface CommandAnswer {
  readonly json: unknown;
  /** Without the last line break, unless `verbatim`. */
  readonly text: string;
  /** `text` is printed byte for byte where the output is no terminal. */
  readonly verbatim?: true;
  /** It is told, but as a failure. */
  readonly failed?: true;
}

export interface CliCommand {
  /** One or two words. */
  readonly name: string;
  readonly args: readonly Argument[];
  readonly summary: string;
  /** More lines for its own help. */
  readonly details?: string;
  readonly options: Readonly<Record<string, CommandOption>>;
  readonly run: (call: CommandCall, context: CommandContext) => CommandAnswer | Promise<CommandAnswer>;
}

/** The service has refused, or there is none, or no such record: exit code 1. */
export class CommandRefusal extends Error {
  /** The service's code; null where the service was not asked. */
  readonly code: string | null;
  /** The problem document, for `--json`. */
  readonly problem: unknown;

  constructor(message: string, code: string | null = null, problem: unknown = null) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    this.problem = problem;
  }
}

/** The command line is not what the command takes: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
