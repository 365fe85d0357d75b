// Completion scripts, written from the table of commands.

import type { CliCommand, CommandOption } from './command.ts';

type Options = Readonly<Record<string, CommandOption>>;
type Writer = (commands: readonly CliCommand[], globals: Options) => string;

const firstWords = (commands: readonly CliCommand[]): readonly string[] => [
  ...new Set(commands.map(({ name }) => name.split(' ')[0] ?? '')),
];

/** The second words after a first one; none for a command of one word. */
const secondWords = (commands: readonly CliCommand[], first: string): readonly string[] =>
  commands.flatMap(({ name }) => (name.startsWith(`${first} `) ? [name.slice(first.length + 1)] : []));

const optionWords = (options: Options): readonly string[] => Object.keys(options).map((name) => `--${name}`);

/** Whether what it takes is a file. */
const takesFile = ({ args }: CliCommand): boolean => ['FILE', 'FOLDER'].includes(args[0]?.name ?? '');

const argumentValues = ({ args }: CliCommand): readonly string[] => args[0]?.values ?? [];

const wordsAfter = (command: CliCommand, globals: Options): readonly string[] => [
  ...argumentValues(command),
  ...optionWords({ ...command.options, ...globals }),
];

/** Options whose value is one of a list, by command. */
const listedOptions = ({ options }: CliCommand): readonly (readonly [string, readonly string[]])[] =>
  Object.entries(options).flatMap(([name, { values }]) => (values === undefined ? [] : [[`--${name}`, values] as const]));

/** The lines of a `case` over "first second" that give the words to choose from; the same for bash and zsh. */
function cases(commands: readonly CliCommand[], globals: Options): string {
  const lines = commands.flatMap((command) => [
    ...listedOptions(command).map(([option, values]) => `    "${command.name} "*" ${option}") words="${values.join(' ')}" ;;`),
    `    "${command.name} "*) words="${wordsAfter(command, globals).join(' ')}"${takesFile(command) ? ' more=files' : ''} ;;`,
  ]);
  for (const first of firstWords(commands)) {
    const second = secondWords(commands, first);
    if (second.length > 0) lines.push(`    "${first} "*) words="${second.join(' ')}" ;;`);
  }
  return [...lines, `    *) words="${[...firstWords(commands), ...optionWords(globals)].join(' ')}" ;;`].join('\n');
}

const files = '--data-dir|--token-file';

const bash: Writer = (commands, globals) => `# bash completion of daybook
_daybook() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" words more=""
  case "$before" in
    ${files}) mapfile -t COMPREPLY < <(compgen -f -- "$word"); return ;;
  esac
  # The words before the cursor, with a blank after each, but none after an option that waits for its value.
  local line="\${COMP_WORDS[*]:1:COMP_CWORD-1} "
  [[ $before == --* ]] && line="\${line% }"
  case "$line" in
${cases(commands, globals)}
  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word"; [[ -n $more ]] && compgen -f -- "$word")
}
complete -F _daybook daybook
`;

const zsh: Writer = (commands, globals) => `#compdef daybook
# zsh completion of daybook
_daybook() {
  local before="\${words[CURRENT-1]}" line list="" more=""
  case "$before" in
    ${files}) _files; return ;;
  esac
  line="\${(j: :)words[2,CURRENT-1]} "
  [[ $before == --* ]] && line="\${line% }"
  case "$line" in
${cases(commands, globals).replaceAll(') words=', ') list=')}
  esac
  compadd -- \${=list}
  [[ -n $more ]] && _files
}
compdef _daybook daybook
`;

/** Between single quotes of fish. */
const quoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;

const fish: Writer = (commands, globals) => {
  const lines = ['# fish completion of daybook', 'complete -c daybook -f'];
  const option = (condition: string, name: string, { type, value, values, short, help }: CommandOption): string =>
    [
      'complete -c daybook',
      condition && `-n ${quoted(condition)}`,
      `-l ${name}`,
      short && `-s ${short}`,
      values !== undefined
        ? `-xa ${quoted(values.join(' '))}`
        : value === 'DIR' || value === 'FILE'
          ? '-rF'
          : type === 'string'
            ? '-x'
            : '',
      `-d ${quoted(help)}`,
    ]
      .filter(Boolean)
      .join(' ');
  for (const [name, each] of Object.entries(globals)) lines.push(option('', name, each));
  for (const first of firstWords(commands)) {
    const alone = commands.find(({ name }) => name === first);
    lines.push(`complete -c daybook -n __fish_use_subcommand -a ${first}${alone ? ` -d ${quoted(alone.summary)}` : ''}`);
    const second = secondWords(commands, first);
    const seen = `__fish_seen_subcommand_from ${first}`;
    if (alone !== undefined && second.length === 0) {
      if (argumentValues(alone).length > 0)
        lines.push(`complete -c daybook -n ${quoted(seen)} -a ${quoted(argumentValues(alone).join(' '))}`);
      if (takesFile(alone)) lines.push(`complete -c daybook -n ${quoted(seen)} -F`);
      for (const [name, each] of Object.entries(alone.options)) lines.push(option(seen, name, each));
    }
    for (const word of second) {
      const command = commands.find(({ name }) => name === `${first} ${word}`);
      const free = `${seen}; and not __fish_seen_subcommand_from ${second.join(' ')}`;
      lines.push(`complete -c daybook -n ${quoted(free)} -a ${word} -d ${quoted(command?.summary ?? '')}`);
      for (const [name, each] of Object.entries(command?.options ?? {}))
        lines.push(option(`${seen}; and __fish_seen_subcommand_from ${word}`, name, each));
    }
  }
  return `${lines.join('\n')}\n`;
};

/** By the name of the shell. */
export const shells: Readonly<Record<string, Writer>> = { bash, zsh, fish };
