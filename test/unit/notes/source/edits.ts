// What editors do to documents, made of random numbers.

import fc from 'fast-check';
import { Fragment, Slice, type Node } from 'prosemirror-model';
import { Step, Transform, findWrapping } from 'prosemirror-transform';
import { noteSchema } from '../../../../main/contract/note-schema.ts';
import type { NoteSource } from '../../../../main/features/notes/note-source.ts';
import { runAtOnce } from '../../../../main/lib/cooperative-scheduler.ts';

const { nodes, marks } = noteSchema;

export interface Edit {
  readonly kind: number;
  /** Places in the document, from 0 up to 1. */
  readonly at: number;
  readonly to: number;
  readonly text: string;
}

const words = [
  'x',
  ' ',
  'word ',
  '# ',
  '- ',
  '* ',
  '1. ',
  '> ',
  '```',
  '---',
  '$$',
  '[1]',
  '[two]',
  '_',
  '*',
  '|',
  '\\',
  '&amp;',
  '<b>',
  '===',
  '    ',
  '\u{1F600}',
  'a: b',
];

/** Evenly spread, where numbers with a fraction would mostly be next to nothing. */
export const place = fc.nat(9_999).map((tenThousandths) => tenThousandths / 10_000);

export const edit: fc.Arbitrary<Edit> = fc.record({
  kind: fc.nat(15),
  at: place,
  to: place,
  text: fc.constantFrom(...words),
});

const list = (text: string): Node =>
  nodes.bullet_list.create(null, nodes.list_item.create(null, nodes.paragraph.create(null, noteSchema.text(text))));

const blocks: readonly ((text: string) => Node)[] = [
  (text) => nodes.paragraph.create(null, noteSchema.text(text)),
  () => nodes.paragraph.create(),
  () => nodes.horizontal_rule.create(),
  (text) => nodes.code_block.create(null, noteSchema.text(`${text}\n\`\`\``)),
  (text) => nodes.heading.create({ level: 2 }, noteSchema.text(text)),
  list,
  (text) => nodes.ordered_list.create(null, list(text).children),
  (text) => nodes.blockquote.create(null, [nodes.paragraph.create(null, noteSchema.text(text))]),
  () => nodes.raw_block.create({ kind: 'definition' }, noteSchema.text('[two]: /elsewhere')),
];

/** The edges of the top-level block that a position is in. */
function around(doc: Node, at: number): readonly [number, number] {
  const resolved = doc.resolve(at);
  if (resolved.depth > 0) return [resolved.before(1), resolved.after(1)];
  return [at, at + (resolved.nodeAfter?.nodeSize ?? 0)];
}

type Perform = (tr: Transform, text: string, from: number, to: number) => void;

const write: Perform = (tr, text, from) => tr.insert(from, noteSchema.text(text));

const insertBlock =
  (make: (text: string) => Node, isAfter: boolean): Perform =>
  (tr, text, from) =>
    tr.insert(around(tr.doc, from)[isAfter ? 1 : 0], make(text));

function wrap(tr: Transform, text: string, from: number, to: number): void {
  const range = tr.doc.resolve(from).blockRange(tr.doc.resolve(to));
  const wrapping = range === null ? null : findWrapping(range, text.length % 2 === 0 ? nodes.bullet_list : nodes.blockquote);
  if (range !== null && wrapping !== null) tr.wrap(range, wrapping);
}

function move(tr: Transform, _: string, from: number, to: number): void {
  const [before, after] = around(tr.doc, from);
  tr.insert(around(tr.doc, to)[1], tr.doc.slice(before, after).content);
  tr.delete(tr.mapping.map(before, 1), tr.mapping.map(after, -1));
}

function addRow(tr: Transform, _: string, from: number): void {
  const [before, after] = around(tr.doc, from);
  tr.doc.nodesBetween(before, after, (node, at) => {
    if (node.type === nodes.table_row && tr.steps.length === 0)
      tr.insert(at + node.nodeSize, node.copy(Fragment.from(node.children.map((cell) => cell.type.create(cell.attrs)))));
    return true;
  });
}

const ways: readonly Perform[] = [
  write,
  write,
  write,
  (tr, _, from) => tr.split(from),
  (tr, _, from) => tr.join(around(tr.doc, from)[0]),
  (tr, _, from, to) => tr.delete(from, to),
  (tr, _, from) => tr.delete(...around(tr.doc, from)),
  (tr, text, from, to) => {
    insertBlock(blocks[text.length % blocks.length] ?? list, false)(tr, text, from, to);
  },
  (tr, text, from, to) => {
    insertBlock(blocks[(text.charCodeAt(0) + text.length) % blocks.length] ?? list, true)(tr, text, from, to);
  },
  (tr, text, from, to) => tr.setBlockType(from, to, nodes.heading, { level: 1 + (text.length % 6) }),
  (tr, _, from, to) => tr.addMark(from, to, marks.strong.create()),
  (tr, _, from, to) => tr.removeMark(from, to),
  wrap,
  move,
  addRow,
  // As when everything is selected and deleted.
  (tr) => tr.replace(0, tr.doc.content.size, new Slice(Fragment.from(nodes.paragraph.create()), 0, 0)),
];

/** The document after an edit, and the steps that undo it. Null where the edit is not possible there. */
export function edited(doc: Node, edit: Edit): { readonly doc: Node; readonly undo: readonly Step[] } | null {
  const tr = new Transform(doc);
  const size = doc.content.size + 1;
  const places = [Math.floor(edit.at * size), Math.floor(edit.to * size)].toSorted((a, b) => a - b) as [number, number];
  try {
    ways[edit.kind]?.(tr, edit.text, ...places);
    tr.doc.check();
    if (tr.steps.length === 0) return null;
  } catch {
    return null;
  }
  const undo = tr.steps.map((step, index) => step.invert(tr.docs[index] as Node)).toReversed();
  return { doc: applied(doc, tr.steps), undo };
}

/** As it is with steps that came over the wire: nothing in them is an object of the document. */
export function applied(doc: Node, steps: readonly Step[]): Node {
  return steps.reduce((doc, step) => {
    const { doc: next, failed } = Step.fromJSON(noteSchema, JSON.parse(JSON.stringify(step.toJSON()))).apply(doc);
    if (next === null) throw new Error(failed ?? 'the step failed');
    return next;
  }, doc);
}

/** What `replayingRewrite` gives, at once. */
export function replayRewrite(source: NoteSource, doc: Node, splices: string): NoteSource {
  return runAtOnce(source.replayingRewrite(doc, splices));
}
