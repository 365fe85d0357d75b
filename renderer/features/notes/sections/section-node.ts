// Sections of a large note: stretches of its blocks that are drawn together. The document knows nothing of them; they stand between it and
// what is drawn, and count for nothing in positions.

import { Fragment, Schema, type Node } from 'prosemirror-model';

const schema = new Schema({
  nodes: {
    doc: { content: 'section*' },
    text: {},
    // Without content by its schema, so that the editor counts no place before its first block and after its last one. What the browser
    // changes within is read as blocks alone.
    section: { attrs: { shown: {} }, selectable: false, reparseInView: true },
  },
});

/** A section is closed after this many blocks, */
const maxBlocks = 40;
/** or so much of the document, as ProseMirror counts sizes. */
const maxSize = 12_000;

/** Blocks as a section; one that is not shown has the place of them and nothing else. */
export function sectionNode(blocks: readonly Node[], shown: boolean): Node {
  const content = Fragment.fromArray([...blocks]);
  const node = schema.nodes.section.create({ shown }, content);
  return Object.defineProperties(node, { nodeSize: { value: content.size }, isAtom: { value: !shown } });
}

export const isShownSection = (section: Node): boolean => section.attrs['shown'] === true;

export const showing = (section: Node): Node => (isShownSection(section) ? section : sectionNode(section.children, true));

/** Margins of two blocks become one only within a section: none begins with what has a margin above. */
const mayBegin = ({ type: { name } }: Node): boolean => name !== 'heading' && name !== 'horizontal_rule';

function divided(blocks: readonly Node[], shown: boolean): Node[] {
  const sections: Node[] = [];
  let begin = 0;
  let size = 0;
  for (const [index, block] of blocks.entries()) {
    const count = index - begin;
    if (count > 0 && (count >= maxBlocks || size + block.nodeSize > maxSize) && (mayBegin(block) || count >= 2 * maxBlocks)) {
      sections.push(sectionNode(blocks.slice(begin, index), shown));
      begin = index;
      size = 0;
    }
    size += block.nodeSize;
  }
  if (begin < blocks.length) sections.push(sectionNode(blocks.slice(begin), shown));
  return sections;
}

const holds = (section: Node, blocks: readonly Node[], from: number): boolean =>
  section.children.every((block, index) => block === blocks[from + index]);

/** The blocks in sections. Those of before in which no block is another one stay the same objects. */
export function inSections(blocks: readonly Node[], before: readonly Node[]): readonly Node[] {
  let [first, from] = [0, 0];
  for (let next = before[0]; next !== undefined && holds(next, blocks, from); next = before[first]) {
    from += next.childCount;
    first += 1;
  }
  let [last, to] = [before.length, blocks.length];
  for (let next = before[last - 1]; last > first && next !== undefined; next = before[last - 1]) {
    if (to - next.childCount < from || !holds(next, blocks, to - next.childCount)) break;
    to -= next.childCount;
    last -= 1;
  }
  const changed = blocks.slice(from, to);
  const shown = before.slice(first, last).some(isShownSection);
  const isOne = changed.length > 0 && changed.length <= 2 * maxBlocks && last - first === 1;
  return [...before.slice(0, first), ...(isOne ? [sectionNode(changed, shown)] : divided(changed, shown)), ...before.slice(last)];
}
