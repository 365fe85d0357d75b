// Parts of README.md that are written from the code.

import { usage } from '../../main/features/config/command-line.ts';
import { configKeys, type ConfigKey } from '../../main/features/config/keys.ts';

/** The table of configuration keys. */
export function configTable(keys: readonly ConfigKey[]): string {
  const rows = keys.map(({ key, secret, restart, default: preset, help }) =>
    [
      '',
      `\`${key}\``,
      preset === null ? '' : `\`${preset}\``,
      restart ? 'after a restart' : 'at once',
      `${secret ? 'Secret. ' : ''}${help.replaceAll('|', '\\|')}`,
      '',
    ]
      .join(' | ')
      .trim(),
  );
  return ['| Key | Default | Takes effect | |', '|---|---|---|---|', ...rows].join('\n');
}

function replacePart(document: string, name: string, content: string): string {
  const start = `<!-- ${name}:start -->`;
  const end = `<!-- ${name}:end -->`;
  const [before, rest, ...more] = document.split(start);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined || more.length > 0) throw new Error(`README.md must have one ${start} and one ${end}`);
  return `${before}${start}\n${content}\n${end}${after}`;
}

/** `readme` with its generated parts as the code has them now. */
export function withGeneratedParts(readme: string): string {
  return replacePart(replacePart(readme, 'config', configTable(configKeys)), 'options', `\`\`\`text\n${usage.trim()}\n\`\`\``);
}
