import fc from 'fast-check';
import { Fragment, Slice, type Node } from 'prosemirror-model';
import { expect, test } from 'vitest';
import { noteSchema } from '../../../../main/contract/note-schema.ts';
import { boundingGrowth, boundingSize } from '../../../../main/features/notes/delta/note-size.ts';
import { serializeDocument } from '../../../../main/contract/markdown/serialize/serialize.ts';
import { runAtOnce } from '../../../../main/lib/cooperative-scheduler.ts';
import { liveNote, refusal } from './note-log.ts';
import { Dice, randomSteps } from './random-change.ts';
import { runs } from '../../../support/property.ts';

const empty = liveNote('').source.doc;

test('markdown is never longer than its bound', () => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const dice = new Dice(seed);
      let { doc } = liveNote('# a\n\n- b\n  - c\n    1. d\n\n> e\n> > f\n\n```\ng\n```\n').source;
      for (let count = 0; count < 20; count++) {
        for (const step of randomSteps(doc, dice)) doc = step.apply(doc).doc ?? doc;
      }
      expect(Buffer.byteLength(serializeDocument(doc))).toBeLessThanOrEqual(runAtOnce(boundingGrowth(empty, doc)));
    }),
    runs(50, 5),
  );
});

const text = fc
  .string({
    unit: fc.constantFrom('&', '`', '*', '_', '\\', '\u00a0', '\n', '\r', ' ', '\t', '<', '[', '|', '#', '😀', 'é', '-', 'a'),
    minLength: 1,
    maxLength: 4,
  })
  .chain((part) => fc.integer({ min: 1, max: 200 }).map((times) => part.repeat(times)));
const { nodes, marks } = noteSchema;

test.each<[string, (text: string) => unknown]>([
  ['a paragraph', (value) => nodes.paragraph.create(null, noteSchema.text(value))],
  [
    'emphasis',
    (value) =>
      nodes.paragraph.create(null, noteSchema.text(value, [marks.em.create(), marks.strong.create(), marks.strikethrough.create()])),
  ],
  ['code in text', (value) => nodes.heading.create(null, noteSchema.text(value, [marks.code.create()]))],
  [
    'a link',
    (value) => nodes.paragraph.create(null, noteSchema.text(value, [marks.link.create({ href: value, title: value, ref: null })])),
  ],
  ['a picture', (value) => nodes.paragraph.create(null, nodes.image.create({ src: value, alt: value, title: value }))],
  ['code', (value) => nodes.code_block.create({ params: 'js' }, noteSchema.text(value))],
  ['source', (value) => nodes.raw_block.create(null, noteSchema.text(value))],
  [
    'a table',
    (value) =>
      nodes.table.create(
        null,
        nodes.table_row.create(null, [nodes.table_header.create(null, noteSchema.text(value)), nodes.table_header.create()]),
      ),
  ],
])('nor is that of %s deep within lists and quotes', (_, make) => {
  fc.assert(
    fc.property(text, fc.constantFrom(0, 0, 2, 20), (value, levels) => {
      let block = make(value) as ReturnType<typeof nodes.paragraph.create>;
      for (let level = 0; level < levels; level++) {
        block =
          level % 2 === 0
            ? nodes.ordered_list.create({ order: 999_999_999 }, nodes.list_item.create({ checked: true }, block))
            : nodes.blockquote.create(null, block);
      }
      const doc = nodes.doc.create(null, block);
      expect(Buffer.byteLength(serializeDocument(doc))).toBeLessThanOrEqual(runAtOnce(boundingGrowth(empty, doc)));
    }),
    runs(20, 6),
  );
});

test('a change is bounded by what it touches', () => {
  const { doc } = liveNote('word\n\n'.repeat(2_000)).source;
  const changed = doc.replace(1, 1, doc.slice(2, 3));
  expect(runAtOnce(boundingGrowth(doc, changed))).toBeLessThan(1_000);
  expect(runAtOnce(boundingGrowth(doc, doc))).toBe(0);
});

test('also when that is a part of a huge block', () => {
  const { doc } = liveNote('- word\n'.repeat(2_000)).source;
  const changed = doc.replace(5, 5, doc.slice(4, 6));
  expect(changed.textContent.length).toBe(doc.textContent.length + 2);
  expect(runAtOnce(boundingGrowth(doc, changed))).toBeGreaterThan(20);
  expect(runAtOnce(boundingGrowth(doc, changed))).toBeLessThan(2_000);
});

test.each([0, 1, 2, 1_500, 2_997, 3_000])('and when a paragraph of 2,000 pieces grows at %i', (at) => {
  const { doc } = liveNote('**a** '.repeat(1_000)).source;
  const place = Math.min(1 + at, doc.content.size - 1);
  const added = (letters: string): Node => doc.replace(place, place, new Slice(Fragment.from(noteSchema.text(letters)), 0, 0));
  expect(runAtOnce(boundingGrowth(doc, added('b')))).toBeGreaterThan(10);
  expect(runAtOnce(boundingGrowth(doc, added('b')))).toBeLessThan(2_000);
  expect(runAtOnce(boundingGrowth(doc, added('b'.repeat(5_000))))).toBeGreaterThan(50_000);
  expect(runAtOnce(boundingGrowth(added('b'.repeat(5_000)), doc))).toBeLessThan(2_000);
});

test('blocks without text, which have no bytes, are not without end', () => {
  const { source } = liveNote('word\n');
  const emptyLines = nodes.blockquote.create(
    null,
    Array.from({ length: 1_000 }, () => nodes.paragraph.create()),
  );
  const large = source.advance(source.doc.copy(Fragment.from(Array.from({ length: 5_300 }, () => emptyLines))));
  expect(refusal(() => runAtOnce(boundingSize(source, 5, large))).code).toBe('too_large');
  const smaller = large.advance(large.doc.copy(Fragment.from(large.doc.children.slice(1))));
  expect(runAtOnce(boundingSize(large, 5, smaller))).toBeLessThan(5 * 1024 * 1024);
});
