// The document of a note, as a ProseMirror schema. The service checks every step against it and the editor edits with it.

import { Schema, type MarkSpec } from 'prosemirror-model';
import { parsedAttributes, count, isSafeTarget, optional, safeTarget, checkText, type Attributed } from './note-attributes.ts';
import { blockNodes, inlineNodes } from './note-nodes.ts';

/** Emphasis can be nested in itself: `depth` keeps the two apart, 1 is the outermost. */
const nested = (...tags: string[]): MarkSpec => ({
  excludes: '',
  attrs: { depth: { default: 1, validate: count(1, 200) } },
  parseDOM: tags.map((tag) => ({ tag })),
  toDOM: () => [tags[0] ?? 'span', 0],
});

const marks = {
  /**
   * `ref` is the label of `[text][label]` and `[label]`, `label[]` for `[label][]`, `<>` for `<https://…>`; null for one that carries its
   * address itself.
   */
  link: {
    inclusive: false,
    attrs: {
      href: { validate: safeTarget },
      title: { default: null, validate: optional(checkText) },
      ref: { default: null, validate: optional(checkText) },
    },
    parseDOM: [
      {
        tag: 'a[href]',
        getAttrs: parsedAttributes((get) => {
          const href = get('href');
          return href !== null && isSafeTarget(href) && { href, title: get('title'), ref: get('data-ref') };
        }),
      },
    ],
    toDOM: ({ attrs }: Attributed) => [
      'a',
      { href: attrs['href'], title: attrs['title'], 'data-ref': attrs['ref'], rel: 'noopener noreferrer' },
      0,
    ],
  },
  em: nested('em', 'i'),
  strong: nested('strong', 'b'),
  strikethrough: { parseDOM: [{ tag: 's' }, { tag: 'del' }], toDOM: () => ['s', 0] },
  code: { code: true, excludes: '', parseDOM: [{ tag: 'code' }], toDOM: () => ['code', 0] },
} satisfies Record<string, MarkSpec>;

export const noteSchema = new Schema({ nodes: { ...blockNodes, ...inlineNodes }, marks });
