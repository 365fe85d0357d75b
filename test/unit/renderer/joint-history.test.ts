// What is taken back in the text of a note of what was changed in its markdown.

import fc from 'fast-check';
import { collab, receiveTransaction } from 'prosemirror-collab';
import { closeHistory, history, redo, redoDepth, undo, undoDepth } from 'prosemirror-history';
import type { Node } from 'prosemirror-model';
import { EditorState, type Command } from 'prosemirror-state';
import { Transform } from 'prosemirror-transform';
import { expect, test } from 'vitest';
import { parseMarkdown } from '../../../main/contract/markdown/parse.ts';
import { noteSchema } from '../../../main/contract/note-schema.ts';
import { historyPlugin } from '../../../renderer/features/notes/editor/plugins.ts';
import { stepsBetween } from '../../../renderer/features/notes/session/steps-between.ts';
import { withUndoOf } from '../../../renderer/features/notes/session/summed-up.ts';
import { documentsBeside } from '../../../renderer/features/notes/source/document-before.ts';
import { full } from '../../support/tiers.ts';
import { corpus } from '../notes/markdown/corpus.ts';
import { runs } from '../../support/property.ts';

const docOf = (markdown: string) =>
  noteSchema.nodes.doc.create(
    null,
    parseMarkdown(markdown).blocks.map(({ node }) => node),
  );

/** Behind the first letter of a document. */
function inOne(doc: Node): number {
  let found = 0;
  doc.descendants((node, pos) => {
    if (node.isText) found ||= pos + 1;
  });
  return found;
}

/** The text at each state that a command leads to. */
function through(command: Command, start: EditorState): readonly [states: readonly string[], last: EditorState] {
  const texts: string[] = [];
  let state = start;
  const dispatch = (tr: Parameters<EditorState['apply']>[0]): void => {
    state = state.apply(tr);
    texts.push(state.doc.textBetween(0, state.doc.content.size, '|'));
  };
  while (command(state, dispatch));
  return [texts, state];
}

test('undo leads back through changes made elsewhere, then those made here, and leaves alone what others wrote meanwhile', () => {
  const plugins = [history()];
  let since = EditorState.create({ doc: docOf('one two\n\nlast\n'), plugins });
  since = since.apply(closeHistory(since.tr).insertText(' here', 8));
  const before = [docOf('theirs one two here\n\nlast\n'), docOf('# theirs one two here\n\nlast\n')];
  const now = EditorState.create({ doc: docOf('# theirs one here\n\nlast\n\nnew\n'), plugins });
  const state = withUndoOf({ since, before, after: [docOf('# theirs one here\n\nlast\n\nnew!\n')] }, now, plugins, plugins);
  expect([state.doc.eq(now.doc), undoDepth(state), redoDepth(state)]).toEqual([true, 3, 1]);
  // Words of others, within what was changed.
  const met = state.apply(state.tr.insertText('MORE ', 8).setMeta('addToHistory', false));
  const [back, first] = through(undo, met);
  expect(back).toEqual(['theirs MORE one two here|last', 'theirs MORE one two here|last', 'theirs MORE one two|last']);
  expect(first.doc.firstChild?.type.name).toBe('paragraph');
  expect(through(redo, first)[0]).toEqual([
    'theirs MORE one two here|last',
    'theirs MORE one two here|last',
    'theirs MORE one here|last|new',
    'theirs MORE one here|last|new!',
  ]);
});

test.each(['> one two', '# one two', '- one two', '1. > - one two', '- [ ] one two', '> # one 2'])(
  'what others write in a block stays where it is taken back that it has become %j, or was it',
  (markdown) => {
    const plugins = [history()];
    for (const [from, to] of [
      ['one two', markdown],
      [markdown, 'one two'],
    ] as const) {
      const since = EditorState.create({ doc: docOf(from), plugins });
      const now = EditorState.create({ doc: docOf(to), plugins });
      const state = withUndoOf({ since, before: [since.doc], after: [] }, now, plugins, plugins);
      const met = state.apply(state.tr.insertText('MORE', inOne(now.doc)).setMeta('addToHistory', false));
      expect(through(undo, met)[1].doc.eq(docOf(from.replace('one', 'oMOREne')))).toBe(true);
    }
  },
);

test.each([
  ['at the end of a word', 'one', 'one two', 'one two theirs', 'one theirs'],
  ['in a word', 'one', 'one tw', 'one two', 'oneo'],
  ['in a paragraph that was parted', 'one two', 'one\n\ntwo', 'one more\n\ntwo theirs', 'one more two theirs'],
  ['in a paragraph beside which others are new', 'one', 'one two', 'theirs one two\n\nnew\n\nlast', 'theirs one\n\nnew\n\nlast'],
])('what others write %s stays where the change is taken back', (_place, from, to, met, left) => {
  const plugins = [history()];
  const [first, made, now] = [from, to, met].map((markdown) => EditorState.create({ doc: docOf(markdown), plugins }));
  if (first === undefined || made === undefined || now === undefined) throw new Error('No state');
  const state = withUndoOf({ since: first, before: [first.doc], after: [] }, made, plugins, plugins);
  const since = withUndoOf({ since: state, before: [], after: [] }, now, plugins, plugins);
  expect(through(undo, since)[1].doc.eq(docOf(left))).toBe(true);
});

test('what was changed here is taken back also where it was deleted elsewhere, once that is', () => {
  const plugins = [history()];
  let since = EditorState.create({ doc: docOf('one\n\nlast\n'), plugins });
  since = since.apply(since.tr.insertText(' here', 4));
  const now = EditorState.create({ doc: docOf('last\n'), plugins });
  const state = withUndoOf({ since, before: [since.doc], after: [] }, now, plugins, plugins);
  const [back, first] = through(undo, state);
  expect(back).toEqual(['one here|last', 'one|last']);
  expect(through(redo, first)[0]).toEqual(['one here|last', 'last']);
});

test('where the markdown says something else than the text, nothing is made of it', () => {
  const doc = docOf('one\n\ntwo\n');
  expect(documentsBeside(doc, 'one\n\ntwo\n')('one\n\n2\n')?.eq(docOf('one\n\n2\n'))).toBe(true);
  expect(documentsBeside(doc, 'one\n')('2\n')).toBeNull();
  expect(documentsBeside(doc, 'one\n\nthree\n')('one\n\n2\n')).toBeNull();
  expect(documentsBeside(doc, 'one\n\ntwo\n')('')?.childCount).toBe(1);
  // Front matter was taken out above a paragraph that the markdown does not say.
  const above = doc.copy(doc.content.addToStart(noteSchema.nodes.paragraph.create()));
  const whole = documentsBeside(above, 'one\n\ntwo\n')('---\na: 1\n---\n\none\n\ntwo\n');
  expect(() => whole?.check()).not.toThrow();
  expect(whole?.children.map(({ type }) => type.name)).toEqual(['frontmatter', 'paragraph', 'paragraph', 'paragraph']);
  // Blocks that markdown does not say stay.
  const typing = doc.copy(doc.content.addToEnd(noteSchema.nodes.paragraph.create()));
  expect(documentsBeside(typing, 'one\n\ntwo\n')('1\n\ntwo\n')?.childCount).toBe(3);
});

test('undo takes back what was changed in the markdown of a block that ends in a blank, and then what was typed there', () => {
  const { doc, paragraph } = noteSchema.nodes;
  const plugins = [history()];
  const begun = EditorState.create({ doc: docOf('one\n'), plugins });
  const since = begun.apply(begun.tr.insertText(' new ', 4));
  const now = EditorState.create({ doc: doc.create(null, paragraph.create(null, noteSchema.text('2 one new '))), plugins });
  const before = documentsBeside(now.doc, '2 one new\n')('one new\n');
  if (before === null) throw new Error('It cannot be told what the document was');
  const state = withUndoOf({ since, before: [before], after: [] }, now, plugins, plugins);
  expect(through(undo, state)[0]).toEqual(['one new', 'one']);
});

test('small steps lead from any document to any other one', () => {
  const texts = [...corpus(5, 6_000, 400).values()];
  const some = fc.constantFrom(...texts);
  fc.assert(
    fc.property(some, some, (one, another) => {
      const [from, to] = [docOf(one), docOf(another)];
      const tr = new Transform(from);
      for (const step of stepsBetween(from, to)) tr.step(step);
      expect(tr.doc.content.eq(to.content)).toBe(true);
    }),
    runs(200, 11),
  );
});

test('very many steps are one', full, () => {
  const [from, to] = ['one', 'one two'].map((text) => docOf(Array.from({ length: 1_001 }, () => text).join('\n\n')));
  if (from === undefined || to === undefined) throw new Error('No document');
  expect(stepsBetween(from, to)).toHaveLength(1);
});

test('undo and redo leave no word and write none twice, also where others write before the service has what was undone', () => {
  let state = EditorState.create({ doc: docOf('here ab\n'), plugins: [historyPlugin(), collab({ clientID: 'here' })] });
  const dispatch = (tr: Parameters<EditorState['apply']>[0]): void => {
    state = state.apply(tr);
  };
  const others = (confirmed: Node): void => {
    dispatch(receiveTransaction(state, new Transform(confirmed).insert(1, noteSchema.text('Theirs, ')).steps, ['there']));
  };
  const confirmed = state.doc;
  dispatch(state.tr.insertText('[x]', 7));
  const image = noteSchema.nodes.image.create({ src: 'x.png' });
  dispatch(closeHistory(state.tr).delete(9, 10).replaceWith(7, 9, image));
  undo(state, dispatch);
  undo(state, dispatch);
  redo(state, dispatch);
  others(confirmed);
  expect(state.doc.textContent).toBe('Theirs, here a[x]b');
  redo(state, dispatch);
  expect(state.doc.textContent).toBe('Theirs, here ab');
  expect(state.doc.firstChild?.childCount).toBe(3);
  undo(state, dispatch);
  others(confirmed);
  undo(state, dispatch);
  expect(state.doc.textContent).toBe('Theirs, Theirs, here ab');
});
