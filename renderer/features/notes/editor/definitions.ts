// Links that name a definition lead where it leads, and an address in angle brackets where it says: they follow what is changed here.

import type { Mark, Node } from 'prosemirror-model';
import { Plugin } from 'prosemirror-state';
import type { Transform } from 'prosemirror-transform';
import { changedChildren } from '../../../../main/contract/changed-children.ts';
import { defineAlike, namedDefinition, referencesOf } from '../../../../main/contract/markdown/definitions.ts';
import type { References } from '../../../../main/contract/markdown/references.ts';
import { followedHref, showsAddress } from '../../../../main/contract/markdown/serialize/link-source.ts';
import { noteSchema } from '../../../../main/contract/note-schema.ts';
import { replaceLink } from './link-state.ts';

const { nodes, marks } = noteSchema;

/** Of more links none follows: each takes two steps of its own. */
const maxLinks = 200;

/** The blocks that two documents do not share, by identity. */
function changedBlocks(before: Node, after: Node): readonly [gone: readonly Node[], come: readonly Node[]] {
  const { start, oldEnd, newEnd } = changedChildren(before, after);
  return [before.children.slice(start, oldEnd), after.children.slice(start, newEnd)];
}

/** Whether other definitions stand in one than in the other. */
export function haveDefinitionsChanged(before: Node, after: Node): boolean {
  const [gone, come] = changedBlocks(before, after);
  return !defineAlike(gone, come);
}

type Move = (tr: Transform) => void;

/** Where a link or a picture is to lead, if elsewhere than it does; null for one that names no definition that there is. */
function targetOf(
  { ref, title, ...attrs }: Node['attrs'],
  references: References,
): { readonly href: string; readonly title: string | null } | null {
  const definition = typeof ref === 'string' ? namedDefinition(ref, references) : null;
  if (definition === null) return null;
  const target = { href: definition.href, title: definition.title === '' ? null : definition.title };
  return target.href === (attrs['href'] ?? attrs['src']) && target.title === title ? null : target;
}

/** Makes the links and pictures of the document lead where its definitions do. */
export function followDefinitions(tr: Transform): void {
  const references = referencesOf(tr.doc);
  const moves: Move[] = [];
  tr.doc.descendants((node, at) => {
    const picture = node.type === nodes.image ? targetOf(node.attrs, references) : null;
    if (picture !== null)
      moves.push((to) => to.setNodeMarkup(at, null, { ...node.attrs, src: picture.href, title: picture.title }, node.marks));
    const link = marks.link.isInSet(node.marks);
    const target = link === undefined ? null : targetOf(link.attrs, references);
    if (link !== undefined && target !== null) moves.push((to) => replaceLink(to, at, at + node.nodeSize, { ...link.attrs, ...target }));
  });
  if (moves.length <= maxLinks) for (const move of moves) move(tr);
}

/** Makes addresses in angle brackets in blocks that were changed since `before` lead where they say, as far as they do not show that. */
export function followAddresses(tr: Transform, before: Node): void {
  const { start, newEnd } = changedChildren(before, tr.doc);
  const moves: Move[] = [];
  let at = 0;
  for (const [index, block] of tr.doc.children.entries()) {
    if (index >= newEnd) break;
    if (index >= start) {
      const from = at;
      tr.doc.nodesBetween(from, from + block.nodeSize, (node, place, parent) => {
        const link = node.isText ? marks.link.isInSet(node.marks) : undefined;
        if (link?.attrs['ref'] !== '<>' || parent === null || !isAlone(parent, tr.doc.resolve(place).index(), link)) return;
        const [text, led] = [node.text ?? '', String(link.attrs['href'])];
        const href = showsAddress(text, led) ? null : followedHref(text, led);
        if (href !== null) moves.push((to) => replaceLink(to, place, place + node.nodeSize, { ...link.attrs, href }));
      });
    }
    at += block.nodeSize;
  }
  if (moves.length <= maxLinks) for (const move of moves) move(tr);
}

/** Whether no other text beside a child has its link. */
const isAlone = (parent: Node, index: number, link: Mark): boolean =>
  [index - 1, index + 1].every((beside) => parent.maybeChild(beside)?.marks.some((mark) => mark.eq(link)) !== true);

export function definitionsPlugin(): Plugin {
  return new Plugin({
    appendTransaction(transactions, before, state) {
      // Others let the links follow theirs.
      const isOurs = transactions.every((tr) => tr.getMeta('rebased') === undefined);
      if (!isOurs || before.doc === state.doc) return null;
      const { tr } = state;
      if (haveDefinitionsChanged(before.doc, state.doc)) followDefinitions(tr);
      followAddresses(tr, before.doc);
      return tr.docChanged ? tr : null;
    },
  });
}
