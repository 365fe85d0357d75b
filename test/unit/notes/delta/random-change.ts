// Changes as editors make them, at random places of any document.

import { Fragment, Slice, type Mark, type Node, type NodeType } from 'prosemirror-model';
import { canJoin, canSplit, findWrapping, liftTarget, Transform, type Step } from 'prosemirror-transform';
import { noteSchema } from '../../../../main/contract/note-schema.ts';

const { nodes, marks } = noteSchema;

/** The same numbers for the same seed. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from 0 to `limit` - 1. */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  pick<T>(items: readonly T[]): T {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new Error('Nothing to pick from');
    return item;
  }
}

const texts = ['word', ' two words', 'x', '*', '😀', 'naïve', '# ', '1. ', '&amp;', '日本', '\\', ' ', '|', '<b>', '`'];

function positions(doc: Node, wanted: (node: Node) => boolean): number[] {
  const found: number[] = [];
  doc.descendants((node, pos) => {
    if (wanted(node)) found.push(pos);
  });
  return found;
}

function range(tr: Transform, dice: Dice): [number, number] {
  const from = dice.below(tr.doc.content.size + 1);
  return [from, Math.min(tr.doc.content.size, from + dice.below(dice.pick([4, 30, 300])))];
}

function inText(tr: Transform, dice: Dice): number | null {
  const blocks = positions(tr.doc, (node) => node.isTextblock);
  if (blocks.length === 0) return null;
  const pos = dice.pick(blocks);
  const offset = dice.below((tr.doc.nodeAt(pos)?.content.size ?? 0) + 1);
  return splitsPair(tr.doc, pos + 1 + offset) ? pos + offset : pos + 1 + offset;
}

function splitsPair(doc: Node, pos: number): boolean {
  const { textOffset, parent, index } = {
    textOffset: doc.resolve(pos).textOffset,
    parent: doc.resolve(pos).parent,
    index: doc.resolve(pos).index(),
  };
  const text = parent.maybeChild(index)?.text ?? '';
  return textOffset > 0 && /[\uDC00-\uDFFF]/.test(text.charAt(textOffset)) && /[\uD800-\uDBFF]/.test(text.charAt(textOffset - 1));
}

function randomMark(dice: Dice): Mark {
  return dice.pick([
    marks.em.create(),
    marks.strong.create(),
    marks.strikethrough.create(),
    marks.code.create(),
    marks.link.create({ href: 'https://example.org/' }),
  ]);
}

const text = (dice: Dice): Node =>
  noteSchema.text(dice.pick(texts) + dice.pick(['', ' ', 'end']), dice.below(4) === 0 ? [randomMark(dice)] : []);
const paragraph = (dice: Dice): Node => nodes.paragraph.create(null, dice.below(5) === 0 ? null : text(dice));
const item = (dice: Dice): Node => nodes.list_item.create({ checked: dice.pick([null, true, false]) }, paragraph(dice));

function block(dice: Dice): Node {
  const row = (cell: NodeType): Node =>
    nodes.table_row.create(null, [cell.create(null, text(dice)), cell.create({ align: dice.pick([null, 'left']) })]);
  return dice.pick([
    () => paragraph(dice),
    () => nodes.heading.create({ level: 1 + dice.below(6) }, text(dice)),
    () => nodes.horizontal_rule.create(),
    () => nodes.code_block.create({ params: 'js' }, noteSchema.text('let a\n  = 1')),
    () => nodes.bullet_list.create({ bullet: dice.pick(['-', '*', '+']) }, [item(dice), item(dice)]),
    () => nodes.ordered_list.create({ order: dice.below(20) }, [item(dice)]),
    () => nodes.blockquote.create(null, [paragraph(dice), paragraph(dice)]),
    () => nodes.table.create(null, [row(nodes.table_header), row(nodes.table_cell)]),
  ])();
}

const inline = (dice: Dice): Node =>
  dice.pick([
    nodes.hard_break.create(),
    nodes.soft_break.create(),
    nodes.image.create({ src: 'a.png', alt: 'A' }),
    nodes.raw_inline.create({ source: '<br>' }),
  ]);

type Change = (tr: Transform, dice: Dice) => void;

const type: Change = (tr, dice) => {
  const at = inText(tr, dice);
  if (at !== null) tr.insert(at, tr.doc.resolve(at).parent.type.allowsMarks([marks.em.create()]) ? text(dice) : noteSchema.text('code'));
};

const changes: readonly Change[] = [
  type,
  type,
  type,
  (tr, dice) => tr.delete(...range(tr, dice)),
  (tr, dice) => tr.deleteRange(...range(tr, dice)),
  (tr, dice) => {
    const at = inText(tr, dice);
    if (at !== null && canSplit(tr.doc, at)) tr.split(at, 1 + dice.below(2));
  },
  (tr, dice) => {
    const joints = positions(tr.doc, () => true).filter((pos) => canJoin(tr.doc, pos));
    if (joints.length > 0) tr.join(dice.pick(joints));
  },
  (tr, dice) => {
    const [from, to] = range(tr, dice);
    const blocks = tr.doc.resolve(from).blockRange(tr.doc.resolve(to));
    const wrapping = blocks && findWrapping(blocks, dice.pick([nodes.blockquote, nodes.bullet_list, nodes.ordered_list]));
    if (blocks && wrapping) tr.wrap(blocks, wrapping);
  },
  (tr, dice) => {
    const [from, to] = range(tr, dice);
    const blocks = tr.doc.resolve(from).blockRange(tr.doc.resolve(to));
    const target = blocks && liftTarget(blocks);
    if (blocks && typeof target === 'number') tr.lift(blocks, target);
  },
  (tr, dice) => tr.addMark(...range(tr, dice), randomMark(dice)),
  (tr, dice) => tr.removeMark(...range(tr, dice), randomMark(dice)),
  (tr, dice) => tr.setBlockType(...range(tr, dice), dice.pick([nodes.paragraph, nodes.heading, nodes.code_block])),
  (tr, dice) => {
    const lists = positions(tr.doc, (node) => node.type === nodes.list_item);
    if (lists.length > 0) tr.setNodeAttribute(dice.pick(lists), 'checked', dice.pick([true, false, null]));
  },
  (tr, dice) => {
    const headings = positions(tr.doc, (node) => node.type === nodes.heading);
    if (headings.length > 0) tr.setNodeMarkup(dice.pick(headings), null, { level: 1 + dice.below(6) });
  },
  (tr, dice) => {
    const images = positions(tr.doc, (node) => node.isInline && node.isLeaf && !node.isText);
    if (images.length > 0) tr.addNodeMark(dice.pick(images), randomMark(dice));
  },
  (tr, dice) => {
    const at = inText(tr, dice);
    if (at !== null && tr.doc.resolve(at).parent.type.spec.code !== true) tr.insert(at, inline(dice));
  },
  (tr, dice) => {
    const tops: number[] = [0];
    tr.doc.forEach((node, offset) => tops.push(offset + node.nodeSize));
    tr.insert(dice.pick(tops), block(dice));
  },
  (tr, dice) => {
    const copied = tr.doc.slice(...range(tr, dice));
    tr.replaceRange(...range(tr, dice), copied);
  },
  (tr, dice) => tr.replace(...range(tr, dice), new Slice(Fragment.from([paragraph(dice), paragraph(dice)]), dice.below(2), dice.below(2))),
  (tr, dice) => tr.setDocAttribute('title', `Title ${dice.below(100)}`),
];

/** Steps of one change that applies to `doc`, at least one of them; those that undo it too, now and then. */
export function randomSteps(doc: Node, dice: Dice): Step[] {
  for (;;) {
    const tr = new Transform(doc);
    try {
      dice.pick(changes)(tr, dice);
    } catch {
      // Not every change is possible everywhere.
      continue;
    }
    if (tr.steps.length === 0 || ![...tr.docs, tr.doc].every(isSound)) continue;
    if (dice.below(8) > 0) return tr.steps;
    const undo = tr.steps.map((step, index) => step.invert(tr.docs[index] ?? doc)).toReversed();
    return [...tr.steps, ...undo];
  }
}

function isSound(doc: Node): boolean {
  try {
    doc.check();
  } catch {
    return false;
  }
  let isWellFormed = true;
  // Each by itself: between two halves of a pair there may be the edge of a mark.
  doc.descendants(({ text = '' }) => {
    isWellFormed &&= text.isWellFormed();
  });
  return isWellFormed;
}
