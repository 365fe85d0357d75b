// Documents and steps in slices are what ProseMirror makes of them in one go.

import { Fragment, Slice, type Node } from 'prosemirror-model';
import { ReplaceStep, Step } from 'prosemirror-transform';
import { describe, expect, test } from 'vitest';
import { noteSchema } from '../../../main/contract/note-schema.ts';
import { areEqual, checkNode, nodeFromJson, nodeToJson, stepFromText, stepToJson } from '../../../main/features/notes/sliced-nodes.ts';
import { NoteSource } from '../../../main/features/notes/note-source.ts';
import { runAtOnce } from '../../../main/lib/cooperative-scheduler.ts';
import { full } from '../../support/tiers.ts';

const markdowns: readonly (readonly [string, string])[] = [
  [
    'many blocks',
    '## Head\n\nSome *words* and a [link](https://example.org/).\n\n- one\n  - two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n'.repeat(150),
  ],
  ['one list', '- an item\n'.repeat(2_000)],
  ['one paragraph', '**a** b `c` '.repeat(2_000)],
  ['a quote in a quote', '> > text\n'.repeat(2_000)],
  ['nothing', ''],
];

/** How often the generator lets others run. */
function yieldsOf(work: Generator<void, unknown>): number {
  let yields = 0;
  while (work.next().done !== true) yields += 1;
  return yields;
}

describe.each(markdowns)('%s', (name, markdown) => {
  const { doc } = NoteSource.parse(markdown, 'Title');
  const whole = new ReplaceStep(0, doc.content.size, new Slice(doc.content, 0, 0));
  const open = new ReplaceStep(1, 1, doc.slice(Math.min(1, doc.content.size), Math.max(0, doc.content.size - 1)));

  test('as a document', () => {
    const json = runAtOnce(nodeToJson(doc));
    expect(json).toEqual(doc.toJSON());
    expect(runAtOnce(nodeFromJson(json)).eq(doc)).toBe(true);
    const works = [nodeToJson(doc), nodeFromJson(json), checkNode(doc)];
    if (name !== 'nothing') expect(Math.min(...works.map(yieldsOf))).toBeGreaterThan(0);
  });

  test('compared', () => {
    const again = NoteSource.parse(markdown, 'Title').doc;
    expect(runAtOnce(areEqual(doc, again))).toBe(true);
    if (name === 'nothing') return;
    expect(yieldsOf(areEqual(doc, again))).toBeGreaterThan(0);
    for (const other of [`${markdown}x`, `x${markdown}`])
      expect(runAtOnce(areEqual(doc, NoteSource.parse(other, 'Title').doc))).toBe(false);
  });

  test('as steps', full, () => {
    const structure = new ReplaceStep(whole.from, whole.to, whole.slice, true);
    for (const step of [whole, open, structure]) {
      expect(runAtOnce(stepToJson(step))).toEqual(step.toJSON());
      const text = JSON.stringify(step.toJSON());
      expect(runAtOnce(stepFromText(text)).toJSON()).toEqual(Step.fromJSON(noteSchema, JSON.parse(text)).toJSON());
    }
  });
});

describe('a large node is refused, as it is in one go, for', () => {
  const { nodes, marks } = noteSchema;
  const paragraph = (text: string): Node => nodes.paragraph.create(null, noteSchema.text(text));
  const items = (last: Node): Node[] => [
    ...Array.from({ length: 2_000 }, () => nodes.list_item.create(null, paragraph('an item'))),
    nodes.list_item.create(null, [paragraph('last'), last]),
  ];
  const list = (attrs: object, last = paragraph('end')): Node => nodes.ordered_list.create(attrs, items(last));

  /** With attributes that cannot be given when it is made. */
  const spoiled = (node: Node, attrs: object): Node => Object.assign(node, { attrs: { ...node.attrs, ...attrs } });

  test('nothing where it is right', () => {
    expect(() => {
      runAtOnce(checkNode(list({})));
    }).not.toThrow();
  });

  test.each([
    ['its content', nodes.bullet_list.create(null, [...items(paragraph('x')), paragraph('no item')])],
    ['an attribute', spoiled(list({}), { order: 'first' })],
    ['a mark', nodes.paragraph.create(null, noteSchema.text('x'.repeat(20_000))).mark([marks.code.create(), marks.code.create()])],
    ['the content of what stands in it', list({}, nodes.bullet_list.create(null, Fragment.from(paragraph('no item'))))],
    ['an attribute of what stands in it', list({}, spoiled(nodes.heading.create(), { level: 'two' }))],
  ])('%s', (_, node) => {
    expect(() => {
      node.check();
    }).toThrow(RangeError);
    expect(() => {
      runAtOnce(checkNode(node));
    }).toThrow(RangeError);
  });
});
