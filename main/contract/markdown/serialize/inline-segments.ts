// The inline content of a text block, brought into the form that markdown can say. What parsing makes is in that form already.

import { Mark, type Node } from 'prosemirror-model';
import { noteSchema as schema } from '../../note-schema.ts';
import { trimmedLength } from '../characters.ts';
import { deepestEmphasis } from '../inline-nodes.ts';
import { normalHref, linkAddress } from './link-source.ts';

/** A stretch of the same kind under the same marks. `solid` is an image, raw markup, or a line break where lines cannot be broken. */
export interface Segment {
  readonly kind: 'text' | 'code' | 'soft' | 'hard' | 'solid';
  readonly text: string;
  readonly node: Node | null;
  /** Without the one for code. */
  readonly marks: readonly Mark[];
}

export const isBreak = ({ kind }: Segment): boolean => kind === 'soft' || kind === 'hard';
export const isEmphasis = ({ type }: Mark): boolean => type.name !== 'link';
export const linkOf = ({ marks }: Segment): Mark | undefined => marks.find((mark) => !isEmphasis(mark));
const sameLink = (a: Segment, b: Segment): boolean => {
  const [one, other] = [linkOf(a), linkOf(b)];
  return one === undefined || other === undefined ? one === other : one.eq(other);
};

/** Depths count from 1 without gaps; links lead where markdown can lead. */
function normalMarks(marks: readonly Mark[]): readonly Mark[] {
  if (marks.length === 0) return marks;
  let result: readonly Mark[] = [];
  const depths = { em: 0, strong: 0 };
  for (const mark of marks.toSorted((a, b) => Number(a.attrs['depth'] ?? 0) - Number(b.attrs['depth'] ?? 0))) {
    const { name } = mark.type;
    if (name === 'code') continue;
    if (name === 'em' || name === 'strong') {
      depths[name]++;
      if (depths[name] <= deepestEmphasis) result = schema.marks[name].create({ depth: depths[name] }).addToSet(result);
    } else if (name === 'link') {
      const { href, title, ref } = linkAddress(mark.attrs);
      const normal = normalHref(href.toWellFormed());
      if (normal !== null) result = schema.marks.link.create({ href: normal, title, ref }).addToSet(result);
    } else result = mark.addToSet(result);
  }
  return result;
}

/** What ends a line in the content: an end of a line, or a tag where lines cannot be broken. */
export type LineBreaks = 'lines' | 'tags';

/** Footnotes and links without a text begin with a bracket, as links do, and no link stands within another: one around is cut there. */
const cutsLinks = ({ type, attrs }: Node): boolean =>
  type === schema.nodes.raw_inline && (attrs['kind'] === 'footnote' || attrs['kind'] === 'link');

function segmentOf(node: Node, breaks: LineBreaks): Segment {
  const marks = normalMarks(cutsLinks(node) ? node.marks.filter(isEmphasis) : node.marks);
  if (node.isText) {
    const text = (node.text ?? '').toWellFormed();
    if (schema.marks.code.isInSet(node.marks) !== undefined)
      return { kind: 'code', text: text.replace(/\r\n?|\n/g, ' '), node: null, marks };
    return { kind: 'text', text, node: null, marks };
  }
  if (node.type === schema.nodes.soft_break)
    return breaks === 'tags' ? { kind: 'text', text: ' ', node: null, marks } : { kind: 'soft', text: '', node: null, marks };
  if (node.type === schema.nodes.hard_break && breaks === 'lines') return { kind: 'hard', text: '', node: null, marks };
  if (breaks === 'tags' && node.attrs['source'] === '<br>')
    return { kind: 'solid', text: '', node: schema.nodes.hard_break.create(), marks };
  if (node.type !== schema.nodes.image) return { kind: 'solid', text: '', node, marks };
  const { href, title, ref } = linkAddress(node.attrs);
  const src = normalHref(href);
  const alt = String(node.attrs['alt']);
  return src === null
    ? { kind: 'text', text: alt, node: null, marks }
    : { kind: 'solid', text: '', node: schema.nodes.image.create({ src, alt, title, ref }), marks };
}

/** Neighbours of a kind under the same marks are one. */
export function merged(segments: readonly Segment[]): Segment[] {
  const result: { segment: Segment; texts: string[] }[] = [];
  for (const segment of segments) {
    const last = result.at(-1);
    const isText = segment.kind === 'text' || segment.kind === 'code';
    if (isText && segment.text === '') continue;
    if (isText && last?.segment.kind === segment.kind && Mark.sameSet(last.segment.marks, segment.marks)) last.texts.push(segment.text);
    else result.push({ segment, texts: [segment.text] });
  }
  return result.map(({ segment, texts }) => (texts.length === 1 ? segment : { ...segment, text: texts.join('') }));
}

/** No blanks before the end of a line, no line without anything, no break at either end. Within a link all that is possible. */
export function withoutBlankLines(segments: readonly Segment[]): Segment[] {
  const result: Segment[] = [];
  const trimEnd = (next: Segment | null, blanks: string): void => {
    for (
      let last = result.at(-1);
      last?.kind === 'text' && (next === null ? linkOf(last) === undefined : sameLink(last, next));
      last = result.at(-1)
    ) {
      const text = last.text.slice(0, trimmedLength(last.text, blanks));
      if (text === last.text) return;
      result.pop();
      if (text !== '') result.push({ ...last, text });
    }
  };
  for (const segment of segments) {
    if (segment.kind === 'soft') {
      trimEnd(segment, ' ');
      const last = result.at(-1);
      if (last === undefined ? linkOf(segment) === undefined : isBreak(last)) continue;
    }
    result.push(segment);
  }
  trimEnd(null, ' \t');
  for (let last = result.at(-1); last !== undefined && isBreak(last) && linkOf(last) === undefined; last = result.at(-1)) {
    result.pop();
    trimEnd(null, ' \t');
  }
  return result;
}

/** The node that a segment is. */
export function nodeOf({ kind, text, node }: Segment, marks: readonly Mark[]): Node {
  switch (kind) {
    case 'text':
      return schema.text(text, marks);
    case 'code':
      return schema.text(text, schema.marks.code.create().addToSet(marks));
    case 'soft':
      return schema.nodes.soft_break.create(null, null, marks);
    case 'hard':
      return schema.nodes.hard_break.create(null, null, marks);
    case 'solid':
      return (node ?? schema.nodes.hard_break.create()).mark(marks);
  }
}

const formulaOf = ({ node }: Segment): string =>
  node?.type === schema.nodes.raw_inline && node.attrs['kind'] === 'math' ? String(node.attrs['source']) : '';

/** Behind `$a$` a dollar sign would make it a text: a blank stands before another formula, under the marks of both. */
function withFormulasApart(segments: readonly Segment[]): readonly Segment[] {
  return segments.flatMap((segment, index) => {
    const before = segments[index - 1];
    const isBeside = before !== undefined && /^\$(?!\$)/.test(formulaOf(before)) && formulaOf(segment) !== '';
    // Other marks have markup, which stands between the two.
    if (!isBeside || !Mark.sameSet(before.marks, segment.marks)) return [segment];
    return [{ kind: 'text' as const, text: ' ', node: null, marks: segment.marks }, segment];
  });
}

/** The content of a paragraph, a heading or a table cell. */
export function inlineSegments(block: Node, breaks: LineBreaks): Segment[] {
  const segments: Segment[] = [];
  block.forEach((node) => {
    if (node.type === schema.nodes.raw_inline && node.attrs['source'] === '') return;
    segments.push(segmentOf(node, breaks));
  });
  return withoutBlankLines(merged(withFormulasApart(segments)));
}
