// Help, written from the table of commands.

import type { Argument, CliCommand, CommandOption } from './command.ts';

const argumentText = ({ name, optional, rest }: Argument): string => {
  const text = rest ? `${name}…` : name;
  return optional ? `[${text}]` : text;
};

function optionText(name: string, { short, value, second }: CommandOption): string {
  const long = [`--${name}`, value, second].filter((part) => part !== undefined).join(' ');
  return short === undefined ? long : `-${short}, ${long}`;
}

/** "note edit [ID]" */
export const synopsis = ({ name, args }: CliCommand): string => [name, ...args.map(argumentText)].join(' ');

function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}

function optionRows(options: Readonly<Record<string, CommandOption>>): (readonly [string, string])[] {
  return Object.entries(options).map(([name, option]) => {
    const values = option.values === undefined || option.values.length > 8 ? '' : `: ${option.values.join(', ')}`;
    return [optionText(name, option), option.help + values];
  });
}

/** All commands, or those that begin with a word. */
export function overview(commands: readonly CliCommand[], globals: Readonly<Record<string, CommandOption>>): string {
  return [
    'Usage: daybook COMMAND [options]',
    '\nNotes, boards and calendar of the running Daybook, from a shell.\n',
    table(commands.map((command) => [synopsis(command), command.summary])),
    '\ndaybook --mcp serves the Model Context Protocol on standard input and output, for assistants that start a command.',
    '\nOptions of all commands:\n',
    table(optionRows(globals)),
    '\nExit codes: 0 done, 1 refused or not found, 2 not understood. daybook COMMAND --help tells more.',
  ].join('\n');
}

/** One command with its options. */
export function commandHelp(command: CliCommand, globals: Readonly<Record<string, CommandOption>>): string {
  const { details, summary, options } = command;
  const values = command.args.flatMap((argument) =>
    argument.values === undefined ? [] : [[argument.name, argument.values.join(', ')] as const],
  );
  return [
    `Usage: daybook ${synopsis(command)} [options]`,
    `\n${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`,
    ...(details === undefined ? [] : [`\n${details}`]),
    '',
    table([...values, ...optionRows(options), ...optionRows(globals)]),
  ].join('\n');
}
