import { Node, type Mark } from 'prosemirror-model';
import { Transform } from 'prosemirror-transform';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { mentionParts, mentionsIn } from '../../../main/contract/mentions.ts';
import { parseMarkdown } from '../../../main/contract/markdown/parse.ts';
import { noteSchema } from '../../../main/contract/note-schema.ts';
import { withEdits } from '../../../main/features/relations/edited-document.ts';
import { editSteps, tagEdits, type TextEdit } from '../../../main/features/relations/text-edits.ts';
import { runAtOnce } from '../../../main/lib/cooperative-scheduler.ts';
import { seeded, times } from '../../support/property.ts';
import { full } from '../../support/tiers.ts';
import { Dice } from '../notes/delta/random-change.ts';
import { corpus } from '../notes/markdown/corpus.ts';

const documents = [...corpus(31, 40_000, 600).values()];

const read = (markdown: string): Node =>
  noteSchema.nodes.doc.create(
    null,
    parseMarkdown(markdown).blocks.map(({ node }) => node),
  );

/** As ProseMirror makes them, one after the other. */
function oneByOne(doc: Node, edits: readonly TextEdit[]): Node {
  const transform = new Transform(doc);
  for (const { from, to, text } of edits.toReversed())
    transform.replaceWith(from, to, noteSchema.text(text, doc.nodeAt(from)?.marks ?? []));
  return transform.doc;
}

/** Edits in all textblocks, in order and apart from each other. */
function someEdits(doc: Node, dice: Dice): TextEdit[] {
  const edits: TextEdit[] = [];
  doc.descendants((node, at) => {
    if (!node.isTextblock) return true;
    for (let from = at + 1 + dice.below(4); from < at + 1 + node.content.size;) {
      const to = Math.min(at + 1 + node.content.size, from + 1 + dice.below(6));
      // Where it begins in an item that is no text, it is none that a rename makes.
      if (doc.nodeAt(from)?.isText === true) edits.push({ from, to, text: dice.pick(['x', 'other', 'a']) });
      from = to + dice.below(5);
    }
    return false;
  });
  return edits;
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('the edits of a rename', () => {
  test('made in one walk give what ProseMirror gives for one after the other', full, () => {
    const dice = new Dice(seeded(31));
    const mixed = '**#tag**#tag a **b *#t*ag** `#tag` x<br>\n#tag\n\n- #a #b\n  > **#a**b#a\n\n| #c | **#d** |\n|-|-|\n| #e | f |\n';
    for (let round = 0; round < times(150, 3_000); round++) {
      const doc = read(round % 3 === 0 ? mixed : dice.pick(documents));
      const edits = someEdits(doc, dice);
      const after = runAtOnce(withEdits(doc, edits));
      expect(after.eq(oneByOne(doc, edits)), JSON.stringify(edits)).toBe(true);
      const steps = runAtOnce(editSteps(doc, edits));
      const stepped = steps.reduce((before, step) => step.apply(before).doc ?? before, doc);
      expect(stepped.eq(after)).toBe(true);
    }
  });

  test('in a paragraph of thousands of texts are found and made in slices, without a copy of it for each', () => {
    const bold: readonly Mark[] = [noteSchema.marks.strong.create()];
    const texts = Array.from({ length: 8_000 }, (_, index) => (index % 2 === 0 ? noteSchema.text('#tag', bold) : noteSchema.text(' ')));
    const doc = noteSchema.nodes.doc.create(null, noteSchema.nodes.paragraph.create(null, texts));
    const copied = vi.spyOn(Node.prototype, 'copy');
    let yields = 0;
    const counted = <Result>(work: Generator<void, Result>): Result => {
      for (;;) {
        const { done, value } = work.next();
        if (done === true) return value;
        yields += 1;
      }
    };
    const steps = counted(editSteps(doc, counted(tagEdits(doc, 'tag', 'other'))));
    expect([steps.length, copied.mock.calls.length < 10, yields > 10]).toEqual([1, true, true]);
    expect(steps[0]?.apply(doc).doc?.textContent).toBe('#other '.repeat(4_000));
    // Few of them in as long a paragraph are one step too: each would copy all of its texts.
    const few = counted(tagEdits(doc, 'tag', 'other')).slice(0, 20);
    expect(counted(editSteps(doc, few))).toHaveLength(1);
  });

  test('are those of all mentions, with their places in the document', () => {
    for (const markdown of documents) {
      const doc = read(markdown);
      expect([...mentionParts(doc)].flat()).toEqual(mentionsIn(doc));
    }
  });
});
