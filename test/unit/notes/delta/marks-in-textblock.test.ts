// A mark on very many texts of one textblock is what ProseMirror makes of it, and made a few texts at a time.

import type { Mark, Node } from 'prosemirror-model';
import { AddMarkStep, RemoveMarkStep } from 'prosemirror-transform';
import { expect, test, vi } from 'vitest';
import { noteSchema } from '../../../../main/contract/note-schema.ts';
import { maybeMarked } from '../../../../main/features/notes/delta/marks-in-textblock.ts';
import { boundingSize } from '../../../../main/features/notes/delta/note-size.ts';
import { preparingSteps } from '../../../../main/features/notes/delta/apply.ts';
import { NoteSource } from '../../../../main/features/notes/note-source.ts';
import { runAtOnce } from '../../../../main/lib/cooperative-scheduler.ts';
import { cleanUpBy } from '../../../support/clean-up.ts';
import { full } from '../../../support/tiers.ts';
import { seeded, times } from '../../../support/property.ts';
import { Dice } from './random-change.ts';

const { doc, paragraph, code_block: code, bullet_list: list, list_item: item, soft_break: line } = noteSchema.nodes;
const { strong, em, code: literal } = noteSchema.marks;
const marks: readonly (readonly Mark[])[] = [[], [], [strong.create()], [em.create()], [em.create(), strong.create()], [literal.create()]];

const inline = (dice: Dice): Node =>
  dice.below(5) === 0 ? line.create(null, null, dice.pick(marks)) : noteSchema.text(dice.pick(['a', 'bc', 'def']), dice.pick(marks));
const several = (dice: Dice, most: number): Node[] => Array.from({ length: dice.below(most) }, () => inline(dice));
const document = (dice: Dice): Node =>
  doc.create({}, [
    paragraph.create(null, several(dice, 12)),
    list.create(null, [item.create(null, [paragraph.create(null, several(dice, 12))])]),
    code.create(null, noteSchema.text('x y')),
  ]);

test('the same document, whatever part is marked with what', full, () => {
  const dice = new Dice(seeded(6));
  let made = 0;
  for (let round = 0; round < times(4_000, 100_000); round++) {
    const before = document(dice);
    const from = dice.below(before.content.size + 1);
    const to = Math.min(before.content.size, from + dice.below(30));
    const mark = dice.pick([strong, em, literal]).create();
    const step = dice.below(2) === 0 ? new AddMarkStep(from, to, mark) : new RemoveMarkStep(from, to, mark);
    const after = runAtOnce(maybeMarked(before, step, 0));
    if (after === null) continue;
    made += 1;
    const { doc: expected, failed } = step.apply(before);
    expect(failed).toBeNull();
    expect(expected?.eq(after), `${before.toString()} ${JSON.stringify(step.toJSON())} ${after.toString()}`).toBe(true);
    after.check();
    for (const [index, child] of before.children.entries())
      if (expected?.child(index) === child) expect(after.child(index) === child).toBe(true);
  }
  expect(made).toBeGreaterThan(times(300, 8_000));
});

test('what a step is that marks all of a huge paragraph is worked out in slices, of a thousand texts each', full, () => {
  const texts = Array.from({ length: 20_000 }, (_, index) =>
    noteSchema.text(index % 2 === 0 ? 'a' : ' ', index % 2 === 0 ? [em.create()] : []),
  );
  const node = paragraph.create(null, texts);
  const source = runAtOnce(
    NoteSource.loading({ lead: '', blocks: [{ node, source: '*a* '.repeat(10_000), gap: '' }], references: {} }, null, 'Title'),
  );
  const step = new AddMarkStep(1, 20_001, strong.create());
  const slicesOf = (work: Generator<void, unknown>): number => {
    let slices = 1;
    for (; work.next().done !== true;) slices += 1;
    return slices;
  };
  expect(slicesOf(maybeMarked(source.doc, step))).toBeGreaterThan(35);
  const after = runAtOnce(source.advancing(runAtOnce(maybeMarked(source.doc, step)) ?? source.doc));
  expect(slicesOf(boundingSize(source, 40_000, after))).toBeGreaterThan(20);
  const created = vi.spyOn(strong, 'create');
  cleanUpBy(() => {
    created.mockRestore();
  });
  const delta = { version: 0, steps: [step.toJSON() as Record<string, unknown>] };
  const work = preparingSteps({ version: 0, source, sizeAtMost: 40_000 }, delta, { after: () => [] });
  let most = 0;
  for (let done: boolean | undefined = false; done !== true; most = Math.max(most, created.mock.calls.length)) {
    created.mockClear();
    ({ done } = work.next());
  }
  // Each text that it has come to be on is checked.
  expect(most).toBeGreaterThan(400);
  expect(most).toBeLessThan(2_000);
});
