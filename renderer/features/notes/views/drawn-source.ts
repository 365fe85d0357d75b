// What source means, drawn in its place while the cursor is elsewhere: formulas, the properties of front matter, footnotes.

import type { Node } from 'prosemirror-model';
import { mentionsInText, type LinkMention } from '../../../../main/contract/mentions.ts';
import { noteSchema } from '../../../../main/contract/note-schema.ts';
import { previewHtml } from '../links/preview-html.ts';
import { mathElement, texOf } from '../../../ui/markdown/mathml.ts';
import { strings } from '../strings.ts';
import { htmlElement } from './element.ts';

const { nodes } = noteSchema;

/** The drawing is made this many milliseconds after the last change. */
const debounceMs = 150;

/** Makes the drawing of a source; null where it cannot be drawn. */
type Make = (text: string) => Element | null | Promise<Element | null>;

/** Draws what the source of a block means below it; hides that source by `data-drawn` where it can be drawn. */
export class DrawnSource {
  readonly dom = htmlElement('div', { class: 'drawn-source', contenteditable: 'false' });
  readonly #owner: HTMLElement;
  readonly #make: Make;
  #text: string | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(owner: HTMLElement, make: Make, onPress: () => void) {
    this.#owner = owner;
    this.#make = make;
    this.dom.title = strings.editSource;
    this.dom.addEventListener('mousedown', (event) => {
      event.preventDefault();
      if (!(event.target instanceof HTMLButtonElement || event.target instanceof HTMLAnchorElement)) onPress();
    });
    owner.append(this.dom);
  }

  draw({ textContent: text }: Node): void {
    if (text === this.#text) return;
    const isFirst = this.#text === null;
    this.#text = text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#drawNow(text), isFirst ? 0 : debounceMs);
  }

  async #drawNow(text: string): Promise<void> {
    let drawn: Element | null = null;
    try {
      drawn = await this.#make(text);
    } catch {
      // It is shown as its source.
    }
    if (text !== this.#text) return;
    this.dom.replaceChildren(...(drawn === null ? [] : [drawn]));
    this.#owner.toggleAttribute('data-drawn', drawn !== null);
  }
}

function formula(text: string): Promise<Element | null> {
  const { tex } = texOf(text);
  return mathElement(tex, true);
}

/** Front matter of more characters is shown as its source alone. */
const maxFrontMatter = 20_000;

/** A chip for a link in a property; `text` is all of it. */
type MakeChip = (mention: LinkMention, text: string) => HTMLElement;

function cellFor(value: unknown, chipFor: MakeChip): readonly (HTMLElement | string)[] {
  if (!Array.isArray(value)) return partsFor(value, chipFor);
  const list = htmlElement('ul', { class: 'property-values' });
  for (const each of value) list.append(htmlElement('li', {}, ...partsFor(each, chipFor)));
  return [list];
}

/** The text of a value, with chips in the place of its links. */
function partsFor(value: unknown, chipFor: MakeChip): (HTMLElement | string)[] {
  const text = textOf(value);
  if (typeof value !== 'string') return [text];
  const parts: (HTMLElement | string)[] = [];
  let at = 0;
  for (const mention of mentionsInText(text)) {
    if (mention.kind === 'tag') continue;
    const { kind, from, to } = mention;
    // What a sign before it would show in its place is not shown here.
    parts.push(kind === 'title' ? text.slice(at, from).replace(/!$/, '') : text.slice(at, from), chipFor(mention, text.slice(from, to)));
    at = to;
  }
  return [...parts, text.slice(at)];
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'object') return value instanceof Date ? value.toISOString() : JSON.stringify(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

async function properties(text: string, chipFor: MakeChip): Promise<Element | null> {
  if (text.length > maxFrontMatter) return null;
  const { parse } = await import('yaml');
  const value: unknown = parse(text, { maxAliasCount: 0, logLevel: 'silent', schema: 'core' });
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const rows = htmlElement('tbody', {});
  for (const [name, each] of Object.entries(value))
    rows.append(
      htmlElement(
        'tr',
        {},
        htmlElement('th', { scope: 'row', dir: 'auto' }, name),
        htmlElement('td', { dir: 'auto' }, ...cellFor(each, chipFor)),
      ),
    );
  return rows.childElementCount === 0 ? null : htmlElement('table', { class: 'properties', 'aria-label': strings.frontMatter }, rows);
}

/** A footnote of more characters or lines is shown as its source. */
const maxFootnote = { characters: 1_000, lines: 12 } as const;

/** The text of a footnote behind its label; null while there is none yet. */
function footnote(text: string, onBack: () => void): Element | null {
  const [sign = '', label = ''] = /^\[\^([^\s\]]+)\]:[ \t]*/.exec(text) ?? [];
  const rest = text.slice(sign.length).replace(/^(?: {4}|\t)/gm, '');
  if (sign === '' || rest.trim() === '') return null;
  if (rest.length > maxFootnote.characters || rest.split('\n').length > maxFootnote.lines) return null;
  const body = htmlElement('div', { class: 'footnote-body' });
  // Made by markdown-it, which lets no HTML through.
  body.innerHTML = previewHtml(rest);
  const back = htmlElement('button', { type: 'button', class: 'footnote-back', tabindex: '-1', 'aria-label': strings.footnoteBack }, '↩');
  back.addEventListener('click', onBack);
  return htmlElement('div', { class: 'footnote' }, htmlElement('sup', {}, label), body, back);
}

/** What the user does with a drawing, and how its links are drawn. */
interface Presses {
  /** Wants to edit its source. */
  readonly onPress: () => void;
  /** Wants to go to where the footnote is named. */
  readonly onBack: () => void;
  readonly chipFor: MakeChip;
}

/** Draws formulas, front matter and footnotes within their view; null for other source. */
export function drawnFor(node: Node, owner: HTMLElement, { onPress, onBack, chipFor }: Presses): DrawnSource | null {
  const kind = node.type === nodes.frontmatter ? 'frontmatter' : node.type === nodes.raw_block ? String(node.attrs['kind']) : '';
  const make = {
    frontmatter: (text: string) => properties(text, chipFor),
    math: formula,
    footnote: (text: string) => footnote(text, onBack),
  }[kind];
  if (make === undefined) return null;
  const drawn = new DrawnSource(owner, make, onPress);
  drawn.draw(node);
  return drawn;
}
