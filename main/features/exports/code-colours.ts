// Colours of code, by highlight.js. They are to be read on white paper, in grey too.

import { common, createLowlight } from 'lowlight';

/** A piece of one line of code. */
export interface CodePiece {
  readonly text: string;
  /** As RRGGBB; null for that of the text. */
  readonly colour: string | null;
  readonly em: boolean;
}

const colours: readonly (readonly [scopes: readonly string[], colour: string])[] = [
  [['comment', 'quote'], '5F6B76'],
  [['keyword', 'selector-tag', 'doctag', 'name', 'section', 'title.class', 'title.class.inherited'], '7A2E8E'],
  [['string', 'regexp', 'addition', 'template-variable', 'meta-string'], '1F6B3A'],
  [['number', 'literal', 'symbol', 'bullet', 'link'], '9A4A00'],
  [['built_in', 'type', 'class', 'title', 'function'], '1B4F9C'],
  [['attr', 'attribute', 'variable', 'property', 'params', 'selector-class', 'selector-id', 'selector-attr', 'selector-pseudo'], '8A3B12'],
  [['meta', 'operator', 'punctuation', 'tag'], '4A5560'],
  [['deletion'], 'A0252B'],
];

const colourOf = new Map(colours.flatMap(([scopes, colour]) => scopes.map((scope) => [scope, colour] as const)));

/** Longer code keeps one colour: reading it would take longer than its colours are worth. In characters, for a block and for a document. */
const maxLength = 200_000;

const lowlight = createLowlight(common);

type RootContent = ReturnType<typeof lowlight.highlight>['children'][number];

/** Code of one document; beyond a bound it stays without colours. */
export class CodeColours {
  #left = 1_000_000;

  /** The lines of a block of code, each as its pieces. */
  lines(text: string, language: string): CodePiece[][] {
    const lines = text.replace(/\r\n?/g, '\n').split('\n');
    const name = language.toLowerCase();
    if (name === '' || text.length > Math.min(maxLength, this.#left) || !lowlight.registered(name))
      return lines.map((line) => (line === '' ? [] : [{ text: line, colour: null, em: false }]));
    this.#left -= text.length;
    const result: CodePiece[][] = [[]];
    collect(lowlight.highlight(name, lines.join('\n')).children, { colour: null, em: false }, result);
    return result;
  }
}

function collect(nodes: readonly RootContent[], style: Omit<CodePiece, 'text'>, lines: CodePiece[][]): void {
  for (const node of nodes) {
    if (node.type === 'element') collect(node.children, styleOf(node.properties['className'], style), lines);
    else if (node.type === 'text') {
      for (const [index, text] of node.value.split('\n').entries()) {
        if (index > 0) lines.push([]);
        if (text !== '') lines.at(-1)?.push({ text, ...style });
      }
    }
  }
}

/** highlight.js writes the scope `title.class` as the classes `hljs-title class_`. */
function styleOf(classes: unknown, outer: Omit<CodePiece, 'text'>): Omit<CodePiece, 'text'> {
  if (!Array.isArray(classes)) return outer;
  const names = classes.map((each) =>
    String(each)
      .replace(/^hljs-/, '')
      .replace(/_$/, ''),
  );
  const colour = names.map((_, index) => colourOf.get(names.slice(0, names.length - index).join('.'))).find((each) => each !== undefined);
  return { colour: colour ?? outer.colour, em: outer.em || names[0] === 'comment' || names[0] === 'emphasis' };
}
