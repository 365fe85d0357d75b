// The one list of commands.

import { addCommands } from './add.ts';
import { cardCommands } from './boards.ts';
import { changeCommands } from './changes.ts';
import type { CliCommand, CommandOption } from './command.ts';
import { shells } from './completion.ts';
import { listCommands } from './lists.ts';
import { movingCommands } from './moving-commands.ts';
import { noteCommands } from './notes.ts';
import { tokenCommands } from './tokens.ts';

/** What every command takes. */
export const globalOptions: Readonly<Record<string, CommandOption>> = {
  json: { type: 'boolean', help: 'print the service’s JSON' },
  'data-dir': { type: 'string', value: 'DIR', help: 'the data directory of the service (DAYBOOK_DATA_DIR)' },
  'token-file': { type: 'string', value: 'FILE', help: 'a file with the token to use (DAYBOOK_TOKEN is the token itself)' },
  help: { type: 'boolean', short: 'h', help: 'show this' },
  version: { type: 'boolean', help: 'show the version' },
};

/** The order of the help. */
export const commands: readonly CliCommand[] = [
  ...addCommands,
  ...listCommands,
  ...noteCommands,
  ...cardCommands,
  ...changeCommands,
  ...movingCommands,
  ...tokenCommands,
  {
    name: 'completion',
    args: [{ name: 'SHELL', values: Object.keys(shells) }],
    summary: 'print a completion script for a shell',
    details: 'Such as: source <(daybook completion bash) · daybook completion fish > ~/.config/fish/completions/daybook.fish',
    options: {},
    run: (call) => {
      const text = shells[call.args[0] ?? '']?.(commands, globalOptions) ?? '';
      return { json: { script: text }, text, verbatim: true };
    },
  },
];
