// An answer as a tree: the tokens of markdown-it come one after the other.

import MarkdownIt, { type Token } from 'markdown-it';

export interface Branch {
  readonly token: Token;
  readonly children: readonly Branch[];
}

const parser = new MarkdownIt({ html: false, linkify: true, breaks: true });

export const parse = (text: string): readonly Branch[] => treeOf(parser.parse(text, {}));

/** What an answer says, without the signs of markdown: one line for each line, cell and block. */
export function plainText(text: string): string {
  return linesOf(parse(text));
}

function linesOf(branches: readonly Branch[]): string {
  const texts = branches.map(({ token, children }) => {
    if (token.type === 'softbreak' || token.type === 'hardbreak') return '\n';
    return children.length === 0 ? token.content.replace(/\n$/, '') : linesOf(children);
  });
  const areBlocks = branches.some(({ token }) => token.block);
  return areBlocks ? texts.filter((each) => each !== '').join('\n') : texts.join('');
}

/** Blocks with what is in them; the pieces of a line are the children of what holds the line. */
export function treeOf(tokens: readonly Token[]): readonly Branch[] {
  const roots: Branch[] = [];
  const open: Branch[][] = [roots];
  for (const token of tokens) {
    const level = open.at(-1) ?? roots;
    if (token.nesting === -1) {
      if (open.length > 1) open.pop();
    } else if (token.type === 'inline') level.push(...treeOf(token.children ?? []));
    else {
      const children: Branch[] = [];
      level.push({ token, children });
      if (token.nesting === 1) open.push(children);
    }
  }
  return roots;
}
