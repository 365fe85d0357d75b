// How much a step looks at: a paragraph of a megabyte has some hundred thousand texts.

import { Fragment, Slice, type Node } from 'prosemirror-model';
import { ReplaceStep } from 'prosemirror-transform';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { noteSchema } from '../../../../main/contract/note-schema.ts';
import { changedFileNames } from '../../../../main/features/notes/file-names.ts';
import { runSteps } from '../../../../main/features/notes/delta/run-steps.ts';

const { doc, paragraph, heading, list_item: item, bullet_list: list } = noteSchema.nodes;
const { strong, link } = noteSchema.marks;

const bold = strong.create();
const texts = Array.from({ length: 4_000 }, (_, index) => noteSchema.text(index % 2 === 0 ? 'a' : ' ', index % 2 === 0 ? [bold] : []));
const middle = 1 + texts.length / 2;
const split = (at: number, second: Node = paragraph.create()): ReplaceStep =>
  new ReplaceStep(at, at, new Slice(Fragment.fromArray([paragraph.create(), second]), 1, 1), true);
const join = (at: number): ReplaceStep => new ReplaceStep(at, at + 2, Slice.empty, true);
const inserted = (at: number): ReplaceStep => new ReplaceStep(at, at, new Slice(Fragment.from(noteSchema.text('b', [bold])), 0, 0));

afterEach(() => {
  vi.restoreAllMocks();
});

describe('what is new after a step alone is checked', () => {
  const whole = doc.create(null, [paragraph.create(null, texts), paragraph.create()]);
  const apart = doc.create(null, [paragraph.create(null, texts.slice(0, 2_000)), paragraph.create(null, texts.slice(2_000))]);
  const nested = doc.create(null, list.create(null, [item.create(null, paragraph.create(null, texts))]));
  test.each([
    ['a paragraph that is split', whole, split(middle)],
    ['a heading that is split', doc.create(null, heading.create({ level: 1 }, texts)), split(middle)],
    ['a paragraph in an item that is split', nested, split(middle + 2)],
    ['two paragraphs that are joined', apart, join(middle)],
    ['a letter', whole, inserted(middle)],
  ])('%s', (_name, before, step) => {
    const checked = vi.spyOn(strong, 'create');
    const [after] = runSteps(before, [step]);
    expect(checked.mock.calls.length).toBeLessThan(10);
    expect(after?.eq(step.apply(before).doc as Node)).toBe(true);
  });

  test('and that it is sound', () => {
    const unsound = noteSchema.text('\uD800', [bold]);
    const before = doc.create(null, paragraph.create(null, texts));
    const step = new ReplaceStep(
      middle,
      middle,
      new Slice(Fragment.fromArray([paragraph.create(), paragraph.create(null, unsound)]), 1, 1),
    );
    expect(() => runSteps(before, [step])).toThrow('well-formed');
  });
});

test('names of files are looked for in what a split or a join has changed', () => {
  const href = vi.fn<() => string>(() => 'attachments/20261126-100000-00000001.png');
  const linked = link.create({ href: 'https://example.org' });
  Object.defineProperty(linked, 'attrs', {
    get: () => ({
      get href() {
        return href();
      },
    }),
  });
  const many = Array.from({ length: 2_000 }, (_, index) => noteSchema.text('a').mark([index % 2 === 0 ? linked : bold]));
  const paragraphs = (...parts: readonly (readonly Node[])[]): Node =>
    doc.create(
      null,
      parts.map((part) => paragraph.create().copy(Fragment.from([...part]))),
    );
  const [whole, apart] = [paragraphs(many), paragraphs(many.slice(0, 1_000), many.slice(1_000))];
  href.mockClear();
  expect(changedFileNames(whole, apart)).toEqual({ added: [], removed: [] });
  expect(changedFileNames(apart, whole)).toEqual({ added: [], removed: [] });
  expect(href).not.toHaveBeenCalled();
  expect(changedFileNames(whole, paragraphs(many.slice(0, 1_000), many.slice(1_010))).removed).toEqual([]);
  expect(href).toHaveBeenCalled();
});
