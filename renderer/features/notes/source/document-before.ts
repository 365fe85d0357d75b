// What the document of a note would be, if its markdown were another one.

import { Fragment, type Node } from 'prosemirror-model';
import { besidesShared } from '../../../../main/contract/changed-children.ts';
import { noteSchema } from '../../../../main/contract/note-schema.ts';
import { parsePastedMarkdown } from '../editor/insert-markdown.ts';
import { isSaid } from './cursor-place.ts';

const { nodes } = noteSchema;

/** What markdown does not say, such as a blank at the end of a line, need not be in both. */
const isLike = (one: Node, another: Node): boolean =>
  one.eq(another) || one.textContent.replaceAll(/\s+/g, '') === another.textContent.replaceAll(/\s+/g, '');

const blocksOf = (markdown: string): readonly Node[] | null => parsePastedMarkdown(markdown, true)?.children.filter(isSaid) ?? null;

/**
 * Gives of a markdown the document that a note would have with it; `doc` is what it has with `markdown`, and blocks that are the same in
 * both stay those of `doc`. Null where that cannot be told.
 */
export function documentsBeside(doc: Node, markdown: string): (other: string) => Node | null {
  const said = doc.children.flatMap((node, index) => (isSaid(node) ? [{ node, index }] : []));
  const now = blocksOf(markdown);
  return (other) => {
    const wanted = blocksOf(other);
    if (now === null || wanted === null || now.length !== said.length) return null;
    const isShared = (one: number, another: number): boolean => (now[one] as Node).eq(wanted[another] as Node);
    const { start, oldEnd, newEnd } = besidesShared(now.length, wanted.length, isShared);
    if (!said.slice(start, oldEnd).every(({ node }, index) => isLike(node, now[start + index] as Node))) return null;
    const from = said[start]?.index ?? doc.childCount;
    const to = oldEnd === start ? from : (said[oldEnd - 1]?.index ?? from) + 1;
    const children = [...doc.children.slice(0, from), ...wanted.slice(start, newEnd), ...doc.children.slice(to)];
    // Front matter comes first, also before a paragraph that the markdown does not say.
    const rank = ({ type }: Node): number => (type === nodes.frontmatter ? 0 : 1);
    const ordered = children.toSorted((one, another) => rank(one) - rank(another));
    return doc.copy(Fragment.fromArray(ordered.length === 0 ? [nodes.paragraph.create()] : ordered));
  };
}
