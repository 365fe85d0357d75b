// Inline tokens into the inline nodes of a note.

import type { Token } from 'markdown-it';
import { Mark, type Node } from 'prosemirror-model';
import { noteSchema as schema } from '../note-schema.ts';

/** Thrown for what the model cannot hold; the block is then kept as its source. */
export class Unmodelled extends Error {}

/** Emphasis within emphasis of its own kind, further than this, is neither modelled nor written. */
export const deepestEmphasis = 20;

const text = (value: string | number | null): string => (value === null ? '' : String(value));
const orNull = (value: string | number | null): string | null => (value === null || value === '' ? null : String(value));

/** The text of an image's label: without markup, line ends kept. */
export function altText(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if (token.type === 'softbreak' || token.type === 'hardbreak') return '\n';
      return token.type === 'image' ? altText(token.children ?? []) : token.content;
    })
    .join('');
}

/** Emphasis by its depth: marks never change, and many texts share one. */
const emphasis = {
  em: Array.from({ length: deepestEmphasis }, (_, index) => schema.marks.em.create({ depth: index + 1 })),
  strong: Array.from({ length: deepestEmphasis }, (_, index) => schema.marks.strong.create({ depth: index + 1 })),
};

/** Builds one inline content; thrown away afterwards. */
class InlineBuilder {
  readonly nodes: Node[] = [];
  private marks: readonly Mark[] = [];
  private readonly outer: (readonly Mark[])[] = [];
  private texts: string[] = [];

  addText(content: string): void {
    if (content !== '') this.texts.push(content);
  }

  addCode(content: string): void {
    if (content === '') return;
    this.flush();
    const { marks } = this;
    this.marks = schema.marks.code.create().addToSet(marks);
    this.addText(content);
    this.flush();
    this.marks = marks;
  }

  add(node: Node): void {
    this.flush();
    this.nodes.push(node.mark(this.marks));
  }

  open(mark: Mark): void {
    this.flush();
    this.outer.push(this.marks);
    this.marks = mark.addToSet(this.marks);
  }

  openEmphasis(name: 'em' | 'strong'): void {
    const mark = emphasis[name][this.marks.filter((other) => other.type.name === name).length];
    if (mark === undefined) throw new Unmodelled('emphasis is nested too deeply');
    this.open(mark);
  }

  close(): void {
    this.flush();
    this.marks = this.outer.pop() ?? [];
  }

  flush(): void {
    if (this.texts.length === 0) return;
    const content = this.texts.join('');
    this.texts = [];
    const last = this.nodes.at(-1);
    if (last?.isText === true && Mark.sameSet(last.marks, this.marks))
      this.nodes[this.nodes.length - 1] = schema.text((last.text ?? '') + content, this.marks);
    else this.nodes.push(schema.text(content, this.marks));
  }
}

const rawInlineKind: Readonly<Record<string, string>> = { html_inline: 'html', footnote_reference: 'footnote', math_inline: 'math' };

function addLeaf(builder: InlineBuilder, token: Token): void {
  switch (token.type) {
    case 'text':
    case 'text_special':
      return builder.addText(token.content);
    case 'softbreak':
      return builder.add(schema.nodes.soft_break.create());
    case 'hardbreak':
      return builder.add(schema.nodes.hard_break.create());
    case 'code_inline':
      return builder.addCode(token.content);
    case 'image':
      return builder.add(
        schema.nodes.image.create({
          src: text(token.attrGet('src')),
          alt: altText(token.children ?? []),
          title: orNull(token.attrGet('title')),
          ref: token.info === '' ? null : token.info,
        }),
      );
    default: {
      const kind = rawInlineKind[token.type];
      if (kind === undefined) throw new Unmodelled(`there is no node for ${token.type}`);
      return builder.add(schema.nodes.raw_inline.create({ kind, source: token.content }));
    }
  }
}

function openMark(builder: InlineBuilder, token: Token): void {
  switch (token.type) {
    case 'em_open':
      return builder.openEmphasis('em');
    case 'strong_open':
      return builder.openEmphasis('strong');
    case 's_open':
      return builder.open(schema.marks.strikethrough.create());
    case 'link_open': {
      const ref = token.markup === 'autolink' ? '<>' : token.info === '' ? null : token.info;
      return builder.open(schema.marks.link.create({ href: text(token.attrGet('href')), title: orNull(token.attrGet('title')), ref }));
    }
    default:
      throw new Unmodelled(`there is no mark for ${token.type}`);
  }
}

/**
 * `breaks` says whether `<br>` is the end of a line, for content whose lines cannot be broken. Throws `Unmodelled` for what the model
 * cannot hold.
 */
export function nodesOfTokens(tokens: readonly Token[], breaks: 'lines' | 'tags' = 'lines'): readonly Node[] {
  const builder = new InlineBuilder();
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index];
    if (token === undefined) break;
    if (token.type === 'link_open' && tokens[index + 1]?.type === 'link_close') {
      builder.add(schema.nodes.raw_inline.create({ kind: 'link', source: token.markup }));
      index++;
    } else if (token.nesting === 1) openMark(builder, token);
    else if (token.nesting === -1) builder.close();
    else if (breaks === 'tags' && token.type === 'html_inline' && token.content === '<br>') builder.add(schema.nodes.hard_break.create());
    else addLeaf(builder, token);
  }
  builder.flush();
  return builder.nodes;
}
