// Notes that documents are made of in tests: one of every construct, and the worst ones.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const golden = (name: string): string => readFileSync(join(import.meta.dirname, '../documents/golden', `${name}.md`), 'utf8');

const words = 'The quick brown fox jumps over a lazy dog while seven wizards mix jugs of black quartz liquid for the next meeting'.split(
  ' ',
);

/** Text that looks like a note's, of about that many bytes. The same each time. */
export function longNote(bytes: number): string {
  const parts: string[] = [];
  let length = 0;
  for (let section = 1; length < bytes; section += 1) {
    const sentence = (from: number, count: number): string =>
      `${Array.from({ length: count }, (_, index) => words[(from * 7 + index * 3) % words.length]).join(' ')}.`;
    const part = [
      `## Section ${section}: ${words[section % words.length]}`,
      `${sentence(section, 24)} **${sentence(section + 1, 6)}** ${sentence(section + 2, 18)} See [the source](https://example.org/${section}) and \`code_${section}\`.`,
      `${sentence(section + 3, 40)} *${sentence(section + 4, 8)}*`,
      ...(section % 3 === 0
        ? [`- ${sentence(section, 9)}\n- ${sentence(section + 5, 14)}\n  - ${sentence(section + 6, 7)}\n- [x] ${sentence(section + 7, 5)}`]
        : []),
      ...(section % 5 === 0
        ? [
            `| Item | Amount | Note |\n|---|---:|---|\n${Array.from({ length: 5 }, (_, row) => `| ${words[row]} ${section} | ${section * row * 13}.00 | ${sentence(row, 6)} |`).join('\n')}`,
          ]
        : []),
      ...(section % 7 === 0
        ? [
            `\`\`\`js\n${Array.from({ length: 8 }, (_, line) => `const value${line} = compute(${section}, '${words[line]}'); // ${words[line + 3]}`).join('\n')}\n\`\`\``,
          ]
        : []),
      ...(section % 11 === 0 ? [`> ${sentence(section, 30)}`] : []),
    ].join('\n\n');
    parts.push(part);
    length += part.length + 2;
  }
  return `${parts.join('\n\n')}\n`;
}

function wideTable(columns: number, rows: number): string {
  const row = (cell: (column: number) => string): string =>
    `| ${Array.from({ length: columns }, (_, column) => cell(column + 1)).join(' | ')} |`;
  return [
    row((column) => `Col ${column}`),
    row((column) => (column % 3 === 0 ? '---:' : '---')),
    ...Array.from({ length: rows }, (_, index) => row((column) => (column === 1 ? `Row ${index + 1}` : String((index + 1) * column)))),
  ].join('\n');
}

const longCell = Array.from({ length: 260 }, (_, index) => words[(index * 5) % words.length]).join(' ');

/** What stands in that many quotes and lists. */
function nested(mark: string, depth: number, lines: readonly string[]): string {
  const [first = '', ...rest] = lines;
  const indent = mark.replace(/[^> ]/g, ' ');
  return [mark.repeat(depth) + first, ...rest.map((line) => indent.repeat(depth) + line)].join('\n');
}

/** A list in which each item has another list below its text. */
const staircase = (mark: string, depth: number): string =>
  Array.from({ length: depth }, (_, level) => `${' '.repeat(mark.length * level)}${mark}Step ${level + 1}`).join('\n');

const row = (cell: string, columns: number): string =>
  `| ${Array.from({ length: columns }, (_, column) => `${cell}${column}`).join(' | ')} |`;
const narrowTable = (columns: number): string[] => [row('Head', columns), `|${'---|'.repeat(columns)}`, row('Some words ', columns)];

/** Lines: a dozen pages. */
const longCode = 700;

/** By name: markdown. */
export const goldenNotes: Readonly<Record<string, () => string>> = {
  constructs: () => golden('constructs'),
  scripts: () => golden('scripts'),
  'wide-table': () =>
    `# A wide table\n\nBefore the table.\n\n${wideTable(40, 60)}\n\nAfter the table.\n\n${wideTable(8, 5)}\n\nA hundred columns:\n\n${wideTable(100, 3)}\n`,
  'long-table': () =>
    `# A long table\n\n| Name | Text | Amount |\n|---|---|---:|\n${Array.from({ length: 120 }, (_, index) => `| Row ${index + 1} | ${index === 30 ? `${longCell} ${longCell} ${longCell} ${longCell}` : words[index % words.length]} | ${index * 17}.50 |`).join('\n')}\n\nAfter.\n`,
  'long-code': () =>
    `# Long code\n\n\`\`\`python\n${Array.from({ length: longCode }, (_, index) => (index % 10 === 0 ? `def function_${index}(argument, other=${index}):  # a comment` : `    result_${index} = argument + ${index} * len("text ${index}")`)).join('\n')}\n\`\`\`\n\nAfter.\n`,
  'deep-lists': () =>
    `# Deep lists\n\n${Array.from({ length: 12 }, (_, level) => `${'   '.repeat(level)}${level % 2 === 0 ? '1.' : '- '} Level ${level + 1} with some text that is long enough to be broken at the end of the line when the list is deep`).join('\n')}\n\n- bullets\n${Array.from({ length: 9 }, (_, level) => `${'  '.repeat(level + 1)}- level ${level + 2}`).join('\n')}\n`,
  'deep-nesting': () =>
    [
      '# Deep nesting',
      nested('> ', 190, ['Quoted very often, with enough words for more than one line of text.']),
      nested('- ', 95, ['In very many lists, with enough words for more than one line of text.']),
      staircase('- ', 40),
      staircase('1. ', 40),
      nested('> - ', 50, ['In lists in quotes.']),
      nested('- ', 40, narrowTable(3)),
      nested('- ', 60, narrowTable(12)),
      nested('> ', 40, ['```js', 'const insideOfCode = "a long line of code, which is to be wrapped where the box ends";', '```']),
      nested('- ', 40, ['![Picture](/api/cards/c1/attachments/a1) beside words']),
      nested('- ', 40, ['# A heading far in']),
      nested('- ', 40, ['שלום עולם']),
      'The end.',
      '',
    ].join('\n\n<!-- -->\n\n'),
};
