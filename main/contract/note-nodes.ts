// The blocks and inline nodes of a note. What markdown cannot say is not here: a document that keeps to this can be written down.

import type { Node, NodeSpec } from 'prosemirror-model';
import {
  parsedAttributes,
  count,
  isSafeTarget,
  isTrue,
  checkOneLine,
  checkOneOf,
  optional,
  safeTarget,
  checkText,
  checkTitle,
  type Attributed,
} from './note-attributes.ts';

/** Blocks that are kept as markdown source, by what they are. */
const rawBlockKinds = ['html', 'definition', 'footnote', 'math', 'too_deep'] as const;

/** Inline markup that is kept as markdown source, by what it is: `link` is one without a text. */
const rawInlineKinds = ['html', 'footnote', 'math', 'link'] as const;

const bullets = ['-', '*', '+'] as const;
const delims = ['.', ')'] as const;
const highest = 999_999_999;

/** What an element says, where that is one of the values that there are; else the first of them. */
const among = (values: readonly [string, ...string[]], said: string | null): string =>
  said !== null && values.includes(said) ? said : values[0];

/** The number of the first item, within the bounds of markdown. */
function orderOf(said: string | null): number {
  const order = Number.parseInt(said ?? '1', 10);
  return Number.isNaN(order) ? 1 : Math.min(highest, Math.max(0, order));
}

const source = (name: string, kinds: readonly string[], tag: string): Pick<NodeSpec, 'attrs' | 'parseDOM'> => ({
  attrs: { kind: { default: 'html', validate: checkOneOf(...kinds) } },
  parseDOM: [
    {
      tag: `${tag}[data-${name}]`,
      // Before the rule for code, whose element it is too.
      priority: 60,
      preserveWhitespace: 'full',
      getAttrs: parsedAttributes((get) => {
        const kind = get(`data-${name}`);
        return kind !== null && kinds.includes(kind) && { kind };
      }),
    },
  ],
});

const cell = (tag: 'th' | 'td', tableRole: string): NodeSpec => ({
  content: 'inline*',
  isolating: true,
  tableRole,
  attrs: {
    align: { default: null, validate: checkOneOf(null, 'left', 'center', 'right') },
    // The table editing library asks for these; markdown knows neither joined cells nor widths.
    colspan: { default: 1, validate: checkOneOf(1) },
    rowspan: { default: 1, validate: checkOneOf(1) },
    colwidth: { default: null, validate: checkOneOf(null) },
  },
  parseDOM: [
    {
      tag,
      getAttrs: parsedAttributes((get) => {
        const align = /text-align:\s*(left|center|right)/.exec(get('style') ?? '')?.[1] ?? get('align');
        return { align: align === 'left' || align === 'center' || align === 'right' ? align : null };
      }),
    },
  ],
  // By no style: the page's policy refuses that in HTML that is copied.
  toDOM: ({ attrs }: Attributed) => [tag, { dir: 'auto', align: attrs['align'] }, 0],
});

export const blockNodes = {
  doc: { content: 'frontmatter? block+', attrs: { title: { default: 'Untitled', validate: checkTitle } } },
  /** Blocks of text are shown in the direction of their first letter. */
  paragraph: { content: 'inline*', group: 'block', parseDOM: [{ tag: 'p' }], toDOM: () => ['p', { dir: 'auto' }, 0] },
  /** YAML between two lines of `---` at the very start; the text is what stands between them. */
  frontmatter: {
    content: 'text*',
    marks: '',
    code: true,
    defining: true,
    parseDOM: [{ tag: 'pre[data-frontmatter]', preserveWhitespace: 'full' }],
    toDOM: () => ['pre', { 'data-frontmatter': '' }, ['code', 0]],
  },
  heading: {
    content: 'inline*',
    group: 'block',
    defining: true,
    attrs: { level: { default: 1, validate: count(1, 6) } },
    parseDOM: [1, 2, 3, 4, 5, 6].map((level) => ({ tag: `h${level}`, attrs: { level } })),
    toDOM: ({ attrs }: Attributed) => [`h${String(attrs['level'])}`, { dir: 'auto' }, 0],
  },
  blockquote: { content: 'block+', group: 'block', defining: true, parseDOM: [{ tag: 'blockquote' }], toDOM: () => ['blockquote', 0] },
  horizontal_rule: { group: 'block', parseDOM: [{ tag: 'hr' }], toDOM: () => ['hr'] },
  /** `params` is the info string, which names the language: `infoString` finds it. */
  code_block: {
    content: 'text*',
    marks: '',
    group: 'block',
    code: true,
    defining: true,
    attrs: { params: { default: '', validate: checkOneLine } },
    parseDOM: [
      {
        tag: 'pre',
        preserveWhitespace: 'full',
        getAttrs: parsedAttributes((get) => ({ params: (get('data-params') ?? '').replaceAll(/[\r\n]+/g, ' ') })),
      },
    ],
    toDOM: ({ attrs }: Attributed) => ['pre', attrs['params'] === '' ? {} : { 'data-params': attrs['params'] }, ['code', 0]],
  },
  /** A block whose text is its markdown source. */
  raw_block: {
    content: 'text*',
    marks: '',
    group: 'block',
    code: true,
    defining: true,
    ...source('raw-block', rawBlockKinds, 'pre'),
    toDOM: ({ attrs }: Attributed) => ['pre', { 'data-raw-block': attrs['kind'] }, ['code', 0]],
  },
  bullet_list: {
    content: 'list_item+',
    group: 'block',
    attrs: { tight: { default: true, validate: 'boolean' }, bullet: { default: '-', validate: checkOneOf(...bullets) } },
    parseDOM: [
      {
        tag: 'ul',
        getAttrs: parsedAttributes((get) => ({ tight: get('data-loose') === null, bullet: among(bullets, get('data-bullet')) })),
      },
    ],
    toDOM: ({ attrs }: Attributed) => [
      'ul',
      { ...(attrs['tight'] === true ? {} : { 'data-loose': '' }), 'data-bullet': attrs['bullet'] },
      0,
    ],
  },
  ordered_list: {
    content: 'list_item+',
    group: 'block',
    attrs: {
      order: { default: 1, validate: count(0, highest) },
      tight: { default: true, validate: 'boolean' },
      delim: { default: '.', validate: checkOneOf(...delims) },
    },
    parseDOM: [
      {
        tag: 'ol',
        getAttrs: parsedAttributes((get) => ({
          order: orderOf(get('start')),
          tight: get('data-loose') === null,
          delim: among(delims, get('data-delim')),
        })),
      },
    ],
    toDOM: ({ attrs }: Attributed) => [
      'ol',
      { start: attrs['order'], ...(attrs['tight'] === true ? {} : { 'data-loose': '' }), 'data-delim': attrs['delim'] },
      0,
    ],
  },
  /** `checked` is null for an ordinary item; true or false makes it a task. */
  list_item: {
    content: 'block+',
    defining: true,
    attrs: { checked: { default: null, validate: 'boolean|null' } },
    parseDOM: [{ tag: 'li', getAttrs: parsedAttributes((get) => ({ checked: isTrue(get('data-checked')) })) }],
    toDOM: ({ attrs }: Attributed) => ['li', attrs['checked'] === null ? {} : { 'data-checked': String(attrs['checked']) }, 0],
  },
  /** The first row is the header; markdown has no table without one. */
  table: {
    content: 'table_row+',
    group: 'block',
    isolating: true,
    tableRole: 'table',
    parseDOM: [{ tag: 'table' }],
    toDOM: () => ['table', ['tbody', 0]],
  },
  /** No cursor stands between cells: what is typed there would be one more. */
  table_row: {
    content: '(table_header | table_cell)+',
    tableRole: 'row',
    allowGapCursor: false,
    parseDOM: [{ tag: 'tr' }],
    toDOM: () => ['tr', 0],
  },
  table_header: cell('th', 'header_cell'),
  table_cell: cell('td', 'cell'),
} satisfies Record<string, NodeSpec>;

export const inlineNodes = {
  text: { group: 'inline' },
  /** `ref` is the label of `![alt][label]` and `![label]`, `label[]` for `![label][]`; null for one that carries its address itself. */
  image: {
    inline: true,
    group: 'inline',
    draggable: true,
    attrs: {
      src: { validate: safeTarget },
      alt: { default: '', validate: checkText },
      title: { default: null, validate: optional(checkText) },
      ref: { default: null, validate: optional(checkText) },
    },
    parseDOM: [
      {
        tag: 'img[src]',
        // Word names files of its own machine: the browser cannot read them.
        getAttrs: parsedAttributes((get) => {
          const src = get('src');
          return src !== null && isSafeTarget(src) && { src, alt: get('alt') ?? '', title: get('title'), ref: get('data-ref') };
        }),
      },
    ],
    toDOM: ({ attrs }: Attributed) => ['img', { src: attrs['src'], alt: attrs['alt'], title: attrs['title'], 'data-ref': attrs['ref'] }],
  },
  /** `\` or two spaces before the end of a line. */
  hard_break: {
    inline: true,
    group: 'inline',
    selectable: false,
    // Lines of code stay lines in a text.
    linebreakReplacement: true,
    leafText: () => '\n',
    parseDOM: [{ tag: 'br' }],
    toDOM: () => ['br'],
  },
  /** The end of a line within a paragraph: shown as a space. */
  soft_break: {
    inline: true,
    group: 'inline',
    selectable: false,
    leafText: () => '\n',
    parseDOM: [{ tag: 'span[data-soft-break]' }],
    toDOM: () => ['span', { 'data-soft-break': '' }, ' '],
  },
  /** Inline markup that is kept as it was written. */
  raw_inline: {
    inline: true,
    group: 'inline',
    atom: true,
    attrs: { source: { validate: checkText }, kind: { default: 'html', validate: checkOneOf(...rawInlineKinds) } },
    parseDOM: [
      {
        tag: 'code[data-raw-inline]',
        // Before the rule for the mark of code.
        priority: 60,
        getAttrs: parsedAttributes((get) => {
          const kind = get('data-raw-inline');
          return kind !== null && (rawInlineKinds as readonly string[]).includes(kind) && { kind, source: get('data-source') ?? '' };
        }),
      },
    ],
    toDOM: ({ attrs }: Attributed) => ['code', { 'data-raw-inline': attrs['kind'], 'data-source': attrs['source'] }, attrs['source']],
  },
} satisfies Record<string, NodeSpec>;

export const isList = ({ type: { name } }: Node): boolean => name === 'bullet_list' || name === 'ordered_list';
