// Texts are tokenized block by block; the tokens must be those of the note as a whole.

import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { describe, expect, it, vi } from 'vitest';
import { ownReferences } from '../../../../main/contract/markdown/references.ts';
import { tokenizeBlocks, tokenizer, tokenizeTexts } from '../../../../main/contract/markdown/tokenizer.ts';
import { runs, seeded, times } from '../../../support/property.ts';
import { examples } from './commonmark-examples.ts';
import { corpus } from './corpus.ts';
import { gfmDocuments } from './gfm-documents.ts';

const env = (): { references: Record<string, never>; [ownReferences]: Record<string, never> } => ({ references: {}, [ownReferences]: {} });

describe('the tokens of each block are those of the whole', () => {
  it.for([
    ['the examples of CommonMark', examples.map(({ markdown }) => markdown)],
    ['documents with tables, tasks and footnotes', Object.values(gfmDocuments)],
    ['documents of every sort', [...corpus(seeded(11), times(100_000, 1_000_000), 6_000).values()]],
  ] as const)('%s', ([, documents]) => {
    for (const markdown of documents) {
      const shared = env();
      const blocks = [...tokenizeBlocks(markdown, shared)];
      for (const block of blocks) tokenizeTexts(block, shared);
      expect(blocks.flatMap(({ tokens }) => tokens)).toEqual(tokenizer.parse(markdown, env()));
    }
  });
});

// The blank of a tag is a space, a tab or the end of a line: others are letters of it.
describe('tags of HTML are those of markdown-it', () => {
  const stock = new MarkdownIt({ html: true });
  const names = ['a', 'x-y', 'SCRIPT', 'pre', 'textarea', 'search', 'div', 'Option', 'source', 'track', 'br', 'p1'];
  const tags = names.flatMap((name) => [
    `<${name}>`,
    `</${name} >`,
    `<${name} a b=c d='e>' f = "g\nh" />`,
    `<${name} a="\u00A0"b>`,
    `<${name}\ta\t=\tb\fc\v/>`,
    `x <${name}\na\n=\nb\n>`,
    `<${name} a=b"c>`,
    `<${name}\n`,
    `< ${name}>`,
    `</${name} a>`,
    `<${name}/ >`,
    `<1${name}>`,
    `<${name} a=>`,
    `<${name} =a>`,
    `<${name} _:.-=\u00A0>`,
  ]);
  it.for(['# where they stand alone', '> where a quote goes on', '- where an item goes on', 'in a text'])('%s', (text) => {
    const types = (all: readonly { readonly type: string; readonly content: string; readonly children?: unknown }[]): unknown =>
      all.map(({ type, content, children }) => [type, content, (children as typeof all | null)?.map((each) => [each.type, each.content])]);
    for (const tag of tags) {
      for (const markdown of [
        `${tag}\n${text}\n`,
        `${text}\n${tag}\n*a*\n\n*b*`,
        `  ${tag} *a*\n${tag}`,
        `    ${tag}`,
        `a ${tag}*b* [c ${tag}](d)`,
      ])
        expect(types(tokenizer.parse(markdown, env())), markdown).toEqual(types(stock.parse(markdown, {})));
    }
  });
});

describe('labels of links and images', () => {
  const stock = new MarkdownIt();
  const pieces = ['[', ']', '![', '](b)', '][c]', '[]', '[c]', 'a', '`', '*', '\\', '<d>', '[[', ']]', '[^1]', '$', '\n', '[c [', '[[*e*'];
  const many = fc.constantFrom('[', '![', ']', '[a](b)', '](b)').chain((piece) => fc.nat(300).map((count) => piece.repeat(count)));
  const texts = fc
    .array(fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...pieces) }, many), { maxLength: 40 })
    .map((some) => some.join(''));

  it('end where markdown-it finds their ends', () => {
    const own = tokenizer.helpers;
    const tokens = (text: string): unknown => tokenizer.parse(`${text}\n\n[c]: /c`, env());
    fc.assert(
      fc.property(texts, (text) => {
        const found = tokens(text);
        tokenizer.helpers = { ...own, parseLinkLabel: stock.helpers.parseLinkLabel };
        try {
          expect(found).toEqual(tokens(text));
        } finally {
          tokenizer.helpers = own;
        }
      }),
      runs(400, 31),
    );
  });

  it.each(['![', '[', '![a', '[[a] ', '![[a]', '[a][', '[![', '*['])('are looked for in few steps for each letter: %s', (piece) => {
    const skip = vi.spyOn(tokenizer.inline, 'skipToken');
    const text = piece.repeat(500);
    tokenizer.parse(text, env());
    expect(skip.mock.calls.length).toBeLessThan(3 * text.length);
    skip.mockRestore();
  });
});
