// What a Word document keeps of a note, construct by construct, beside pandoc's: both are read by pandoc, so that neither is judged by
// itself. As a program it prints the table.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect, runProgram, withFolder } from '../support/document-tools.ts';
import { documentOf } from '../support/export-notes.ts';

interface Construct {
  readonly name: string;
  readonly markdown: string;
}

export const constructs: readonly Construct[] = [
  { name: 'headings', markdown: '# One\n\n## Two\n\n### Three\n\n#### Four\n\n##### Five\n\n###### Six\n\ntext\n' },
  { name: 'emphasis', markdown: 'plain *em* **strong** ***both*** ~~struck~~ `code` text\n' },
  {
    name: 'links',
    markdown: '[a](https://example.org/a) <https://example.org/b> [c][c] [d](#there)\n\n## There\n\n[c]: https://example.org/c\n',
  },
  { name: 'breaks', markdown: 'one\ntwo\\\nthree  \nfour\n' },
  { name: 'bullet list', markdown: '- one\n- two\n  - inner\n    - innermost\n- three\n' },
  { name: 'ordered list', markdown: '7. seven\n8. eight\n   1. inner\n   2. inner two\n9. nine\n' },
  { name: 'loose list', markdown: '- one\n\n  more of one\n\n- two\n' },
  { name: 'task list', markdown: '- [ ] open\n- [x] done\n' },
  { name: 'block quote', markdown: '> quoted\n>\n> > twice\n\nafter\n' },
  { name: 'code block', markdown: '```js\nconst a = 1;\n\nif (a) {\n  run();\n}\n```\n' },
  { name: 'table', markdown: '| a | b | c |\n|:--|:-:|--:|\n| 1 | **2** | `3` |\n| x | y | z |\n' },
  {
    name: 'picture',
    markdown:
      '![A square](data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mP8z8BQz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC)\n',
  },
  { name: 'footnotes', markdown: 'text[^1] and[^2]\n\n[^1]: first *note*\n[^2]: second\n\n    more of it\n' },
  { name: 'formulas', markdown: 'inline $x^2 + \\frac{a}{b}$\n\n$$\n\\sum_{i=1}^n i\n$$\n' },
  { name: 'rule', markdown: 'above\n\n---\n\nbelow\n' },
  {
    name: 'HTML',
    markdown:
      'H<sub>2</sub>O <kbd>Ctrl</kbd> <mark>marked</mark>\n\n<details><summary>Summary</summary>Hidden text</details>\n\n<table><tr><td>cell</td></tr></table>\n',
  },
  { name: 'right to left', markdown: 'שלום עולם 123\n\nمرحبا\n' },
];

interface Node {
  readonly t?: string;
  readonly c?: unknown;
}

/** How often each kind of element occurs, and all text without blanks. */
export interface Content {
  readonly kinds: ReadonlyMap<string, number>;
  readonly text: string;
}

/** Elements that carry no meaning of their own. */
const ignored = new Set([
  'Str',
  'Space',
  'SoftBreak',
  'Para',
  'Plain',
  'Span',
  'Div',
  'AlignDefault',
  'ColWidth',
  'ColWidthDefault',
  'Decimal',
  'DefaultStyle',
  'DefaultDelim',
  'Period',
  'OneParen',
  'InlineMath',
  'DisplayMath',
  'DoubleQuote',
  'SingleQuote',
  'Quoted',
]);

function collect(value: unknown, kinds: Map<string, number>, texts: string[]): void {
  if (Array.isArray(value)) for (const each of value) collect(each, kinds, texts);
  else if (typeof value === 'object' && value !== null) {
    const { t, c } = value as Node;
    if (t !== undefined && !ignored.has(t)) {
      const kind =
        t === 'Header'
          ? `Header ${String((c as unknown[])[0])}`
          : t === 'OrderedList' && (c as [[number], unknown[]])[0][0] !== 1
            ? `OrderedList from ${String((c as [[number]])[0][0])}`
            : t;
      // A list that is parted by what stands between its items counts once.
      kinds.set(kind, kind.includes('List') ? 1 : (kinds.get(kind) ?? 0) + 1);
    }
    if (t === 'Str') texts.push(String(c));
    else if (t === 'Code' || t === 'CodeBlock' || t === 'Math') texts.push(String((c as unknown[]).at(-1)));
    collect(t === undefined ? Object.values(value) : c, kinds, texts);
  }
}

function contentOf(docx: Uint8Array): Content {
  const kinds = new Map<string, number>();
  const texts: string[] = [];
  const { blocks } = JSON.parse(inspect('pandoc', docx, 'docx', ['-f', 'docx', '-t', 'json', 'FILE'])) as { blocks: unknown };
  collect(blocks, kinds, texts);
  return { kinds, text: texts.join('').replace(/\s+/g, '') };
}

/** The note as pandoc makes a Word document of it. */
export function pandocDocx(markdown: string): Uint8Array {
  return withFolder((folder) => {
    runProgram('pandoc', ['-f', 'gfm+tex_math_dollars+footnotes', '-o', join(folder, 'made.docx')], { input: markdown });
    return new Uint8Array(readFileSync(join(folder, 'made.docx')));
  });
}

export interface Comparison {
  readonly name: string;
  readonly ours: Content;
  readonly theirs: Content;
  /** Kinds of which pandoc keeps more. */
  readonly lost: readonly string[];
}

/** What both keep of a construct. The title of our document is not counted. */
export async function compare({ name, markdown }: Construct): Promise<Comparison> {
  const ours = contentOf(await documentOf('docx', markdown, { title: 'T' }));
  const theirs = contentOf(pandocDocx(markdown));
  const lost = [...theirs.kinds]
    .filter(([kind, count]) => (ours.kinds.get(kind) ?? 0) < count)
    .map(([kind, count]) => `${kind} (${ours.kinds.get(kind) ?? 0} of ${count})`);
  return { name, ours, theirs, lost };
}

if (process.argv[1] === import.meta.filename) {
  const shown = ({ kinds }: Content): string => [...kinds].map(([kind, count]) => `${count} ${kind}`).join(', ');
  for (const construct of constructs) {
    const { name, ours, theirs, lost } = await compare(construct);
    process.stdout.write(
      `${name}\n  ours    ${shown(ours)}\n  pandoc  ${shown(theirs)}\n${lost.length > 0 ? `  lost    ${lost.join(', ')}\n` : ''}`,
    );
  }
}
