// Gathers inline pieces, with the marks of markdown and those of HTML tags that are open.

import { autolinksIn } from '../../../contract/autolinks.ts';
import { isSafeTarget } from '../../../contract/note-attributes.ts';
import type { Inline, Marks } from '../document.ts';
import { wantedSize, type WantedSize } from '../picture-size.ts';

type TagAttributes = Readonly<Record<string, string>>;

const marksOfTags: Readonly<Record<string, Marks>> = {
  b: { strong: true },
  strong: { strong: true },
  i: { em: true },
  em: { em: true },
  cite: { em: true },
  dfn: { em: true },
  var: { em: true },
  s: { strike: true },
  del: { strike: true },
  strike: { strike: true },
  u: { underline: true },
  ins: { underline: true },
  code: { code: true },
  samp: { code: true },
  tt: { code: true },
  kbd: { key: true },
  mark: { highlight: true },
  sup: { raised: true },
  sub: { lowered: true },
};

/** What is between these tags is no text of the document. */
export const silentTags: ReadonlySet<string> = new Set(['script', 'style']);

const quotes: Readonly<Record<string, string>> = { open: '“', close: '”' };

const sameMarks = (a: Marks, b: Marks): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Wide characters, between which the end of a line is no space. */
const wide = /[\u2E80-\u9FFF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE4F\uFF00-\uFFEF]/;
const hangul = /[\u1100-\u11FF\uAC00-\uD7A3]/;

const isWide = (character: string | undefined): boolean => character !== undefined && wide.test(character) && !hangul.test(character);

export class InlineWriter {
  readonly inlines: Inline[] = [];
  /** Open tags, innermost last. */
  readonly #tags: { readonly name: string; readonly marks: Marks }[] = [];
  #softBreak = false;

  get isEmpty(): boolean {
    return this.inlines.every((inline) => inline.kind === 'text' && inline.text.trim() === '');
  }

  text(text: string, marks: Marks = {}): void {
    if (text === '' || this.#isSilent) return;
    this.#add({ kind: 'text', text: this.#softBreak ? this.#joint(text) + text : text, marks: this.#marks(marks) });
  }

  /** Text whose addresses are links, where it is no code and in no link already. */
  withAutolinks(text: string, marks: Marks = {}): void {
    const { code, key, link } = this.#marks(marks);
    let end = 0;
    for (const { from, to, href } of code === true || key === true || link !== undefined ? [] : autolinksIn(text, this.#lastCharacter)) {
      this.text(text.slice(end, from), marks);
      this.text(text.slice(from, to), isSafeTarget(href) ? { ...marks, link: { href, title: null } } : marks);
      end = to;
    }
    this.text(text.slice(end), marks);
  }

  /** What stands before the next text; '' at the beginning of a line. */
  get #lastCharacter(): string {
    const last = this.inlines.at(-1);
    if (last === undefined || this.#softBreak) return '';
    return last.kind === 'text' ? (last.text.at(-1) ?? '') : ' ';
  }

  /** The end of a line that is not the end of what is shown as a line. */
  softBreak(): void {
    this.#softBreak = true;
  }

  add(inline: Exclude<Inline, { readonly kind: 'text' }>): void {
    if (this.#isSilent) return;
    if (this.#softBreak && inline.kind !== 'break') this.#add({ kind: 'text', text: ' ', marks: {} });
    this.#softBreak = false;
    this.inlines.push(inline);
  }

  image(src: string, alt: string, title: string | null, marks: Marks = {}, size: WantedSize | null = null): void {
    this.add({ kind: 'image', src, alt, title, marks: this.#marks(marks), size });
  }

  open(name: string, attributes: TagAttributes): void {
    switch (name) {
      case 'br':
        return this.add({ kind: 'break' });
      case 'wbr':
        return this.text('\u200B');
      case 'img':
        return this.image(attributes['src'] ?? '', attributes['alt'] ?? '', attributes['title'] ?? null, {}, wantedSize(attributes));
      case 'input':
        if (attributes['type'] === 'checkbox') this.text('checked' in attributes ? '☑ ' : '☐ ');
        return;
      case 'q':
        this.text(quotes['open'] ?? '');
    }
    if (voidTags.has(name)) return;
    this.#tags.push({ name, marks: marksOf(name, attributes) });
  }

  /** Closes the innermost open tag of this name, and what is open within it; nothing if there is none. */
  close(name: string): void {
    const at = this.#tags.findLastIndex((tag) => tag.name === name);
    if (at < 0) return;
    if (name === 'q') this.text(quotes['close'] ?? '');
    this.#tags.length = at;
  }

  get #isSilent(): boolean {
    return this.#tags.some(({ name }) => silentTags.has(name));
  }

  #marks(marks: Marks): Marks {
    return this.#tags.reduceRight((inner, tag) => ({ ...tag.marks, ...inner }), marks);
  }

  #joint(next: string): string {
    const last = this.inlines.at(-1);
    if (last === undefined || last.kind === 'break') return '';
    return last.kind === 'text' && isWide(last.text.at(-1)) && isWide(next[0]) ? '' : ' ';
  }

  #add(inline: Inline & { kind: 'text' }): void {
    this.#softBreak = false;
    const last = this.inlines.at(-1);
    if (last?.kind === 'text' && sameMarks(last.marks, inline.marks))
      this.inlines[this.inlines.length - 1] = { ...last, text: last.text + inline.text };
    else this.inlines.push(inline);
  }
}

const voidTags = new Set(['area', 'base', 'col', 'embed', 'hr', 'input', 'link', 'meta', 'param', 'source', 'track']);

function marksOf(name: string, attributes: TagAttributes): Marks {
  if (name !== 'a') return marksOfTags[name] ?? {};
  const { href } = attributes;
  return href !== undefined && href !== '' && isSafeTarget(href) ? { link: { href, title: attributes['title'] ?? null } } : {};
}
