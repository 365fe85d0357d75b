// A change in a textblock of very many children is what ProseMirror makes of it.

import { Fragment, Slice, type Mark, type Node } from 'prosemirror-model';
import { ReplaceStep } from 'prosemirror-transform';
import { expect, test } from 'vitest';
import { noteSchema } from '../../../../main/contract/note-schema.ts';
import { maybeReplaced } from '../../../../main/features/notes/delta/replace-in-textblock.ts';
import { full } from '../../../support/tiers.ts';
import { seeded, times } from '../../../support/property.ts';
import { Dice } from './random-change.ts';

const {
  doc,
  paragraph,
  heading,
  code_block: code,
  bullet_list: list,
  list_item: item,
  soft_break: line,
  table_row: row,
} = noteSchema.nodes;
const { strong, em, code: literal } = noteSchema.marks;
const marks: readonly (readonly Mark[])[] = [[], [], [strong.create()], [em.create()], [em.create(), strong.create()], [literal.create()]];

const inline = (dice: Dice): Node =>
  dice.below(5) === 0 ? line.create() : noteSchema.text(dice.pick(['a', 'bc', 'def', '😀']), dice.pick(marks));
const several = (dice: Dice, most: number): Node[] => Array.from({ length: dice.below(most) }, () => inline(dice));
const document = (dice: Dice): Node =>
  doc.create({}, [
    paragraph.create(null, several(dice, 8)),
    list.create(null, [item.create(null, [paragraph.create(null, several(dice, 12)), heading.create({ level: 2 }, several(dice, 12))])]),
    code.create(null, noteSchema.text('x y')),
  ]);

/** A slice of a document, as what is copied, or nothing but the edges of blocks, as Enter makes it. */
function slice(dice: Dice): Slice {
  if (dice.below(2) === 0) return new Slice(Fragment.fromArray(dice.below(20) === 0 ? [row.create()] : several(dice, 4)), 0, 0);
  if (dice.below(2) === 0) return new Slice(Fragment.fromArray([paragraph.create(), dice.pick([paragraph, heading]).create()]), 1, 1);
  const other = document(dice);
  const [some, another] = [dice.below(other.content.size), dice.below(other.content.size)];
  return other.slice(Math.min(some, another), Math.max(some, another));
}

test('a replacement that begins or ends in a textblock: the same document, and what is not touched the same objects', full, () => {
  const dice = new Dice(seeded(5));
  const made = { within: 0, split: 0, joined: 0 };
  for (let round = 0; round < times(4_000, 100_000); round++) {
    const before = document(dice);
    const from = dice.below(before.content.size + 1);
    const to = Math.min(before.content.size, from + dice.below(dice.pick([2, 6, 20])));
    const step = new ReplaceStep(from, to, slice(dice), dice.below(4) === 0);
    const after = maybeReplaced(before, step, 0);
    if (after === null) continue;
    const { doc: expected, failed } = step.apply(before);
    const [first, last] = [before.resolve(from), before.resolve(to)];
    made[step.slice.openStart > 0 ? 'split' : first.sameParent(last) ? 'within' : 'joined'] += 1;
    expect(failed).toBeNull();
    expect(expected?.eq(after), `${before.toString()} ${JSON.stringify(step.toJSON())} ${after.toString()}`).toBe(true);
    after.check();
    for (const [index, child] of before.children.entries())
      if (expected?.maybeChild(index) === child) expect(after.child(index) === child).toBe(true);
    // Beside the change too.
    for (const [index, child] of first.parent.children.slice(0, Math.max(0, first.index() - 1)).entries())
      expect(after.resolve(from).parent.child(index) === child).toBe(true);
  }
  expect(
    Object.values(made).every((count) => count > times(50, 1_250)),
    JSON.stringify(made),
  ).toBe(true);
});

test('what is in no textblock, or does not fit in, is left to ProseMirror', () => {
  const before = document(new Dice(seeded(1)));
  const steps = [
    new ReplaceStep(0, before.content.size, Slice.empty),
    new ReplaceStep(1, 1, new Slice(Fragment.from(paragraph.create()), 0, 0)),
    new ReplaceStep(before.content.size - 2, before.content.size - 2, new Slice(Fragment.from(noteSchema.text('x', [em.create()])), 0, 0)),
    new ReplaceStep(1, before.content.size + 5, Slice.empty),
    new ReplaceStep(3, 1, Slice.empty),
  ];
  expect(steps.map((step) => maybeReplaced(before, step, 0))).toEqual(steps.map(() => null));
});

test('very many children are replaced by as many, or by more', full, () => {
  const many = (text: string, count: number): Node[] =>
    Array.from({ length: count }, (_, index) => noteSchema.text(text, index % 2 === 0 ? [] : [strong.create()]));
  const before = doc.create({}, [paragraph.create(null, many('a', 150_000))]);
  for (const count of [150_000, 200_000]) {
    const step = new ReplaceStep(5, before.content.size - 1, new Slice(Fragment.fromArray(many('b', count)), 0, 0));
    expect(maybeReplaced(before, step)?.firstChild?.childCount).toBe(count + 4);
  }
});
