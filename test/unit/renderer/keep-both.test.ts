import fc from 'fast-check';
import { collab, getVersion, receiveTransaction, sendableSteps } from 'prosemirror-collab';
import type { Node } from 'prosemirror-model';
import { EditorState, type Transaction } from 'prosemirror-state';
import { describe, expect, test } from 'vitest';
import { noteSchema } from '../../../main/contract/note-schema.ts';
import { keepBoth, repair } from '../../../renderer/features/notes/session/keep-both.ts';

const { nodes } = noteSchema;
const docOf = (...texts: readonly string[]): Node =>
  nodes.doc.create(
    null,
    texts.map((text) => nodes.paragraph.create(null, text === '' ? [] : noteSchema.text(text))),
  );
const texts = (doc: Node): string[] => doc.children.map(({ textContent }) => textContent);

type Change = (tr: Transaction) => Transaction;

/** Selects a range and types over it, letter by letter, as the editor does. */
const typeOver =
  (from: number, to: number, text: string): Change =>
  (tr) => {
    Array.from(text).forEach((letter, index) => (index === 0 ? tr.insertText(letter, from, to) : tr.insertText(letter, from + index)));
    return tr;
  };
const pasteOver =
  (from: number, to: number, text: string): Change =>
  (tr) =>
    tr.insertText(text, from, to);

/**
 * What both see when one has come back who was away: the one who was there, with stock prosemirror-collab, and the other with the repair.
 */
function meet(base: Node, away: Change, there: Change): Node {
  const start = (clientID: string): EditorState => EditorState.create({ doc: base, plugins: [collab({ version: 0, clientID })] });
  let stock = start('there');
  stock = stock.apply(there(stock.tr));
  const theirs = sendableSteps(stock)?.steps ?? [];
  stock = stock.apply(
    receiveTransaction(
      stock,
      theirs,
      theirs.map(() => 'there'),
    ),
  );
  let page = start('away');
  page = page.apply(away(page.tr));
  const wanted = keepBoth(sendableSteps(page)?.steps ?? [], base, theirs);
  page = page.apply(
    receiveTransaction(
      page,
      theirs,
      theirs.map(() => 'there'),
    ),
  );
  const step = repair(page.doc, wanted);
  if (step !== null) page = page.apply(page.tr.step(step));
  const sent = sendableSteps(page)?.steps ?? [];
  expect(getVersion(page)).toBe(getVersion(stock));
  stock = stock.apply(
    receiveTransaction(
      stock,
      sent,
      sent.map(() => 'away'),
    ),
  );
  expect(stock.doc.eq(page.doc)).toBe(true);
  page.doc.check();
  return page.doc;
}

describe('two who rewrite the same whole paragraph, one of them while away', () => {
  const base = docOf('before', 'Hello world', 'after');
  const [from, to] = [9, 20];

  test.each([
    ['typed', typeOver, typeOver],
    ['pasted', pasteOver, pasteOver],
    ['typed over pasted', typeOver, pasteOver],
    ['pasted over typed', pasteOver, typeOver],
  ])('keep both texts, the later after the earlier: %s', (_how, mine, theirs) => {
    expect(texts(meet(base, mine(from, to, 'Mine'), theirs(from, to, 'Theirs')))).toEqual(['before', 'Theirs', 'Mine', 'after']);
  });

  test('keep both where it was deleted first and then written anew', () => {
    const anew =
      (text: string): Change =>
      (tr) =>
        typeOver(from, from, text)(tr.delete(from, to));
    const seen = texts(meet(base, anew('Mine'), anew('Theirs'))).join(' ');
    expect(seen).toContain('Theirs');
    expect(seen).toContain('Mine');
  });

  test('in a cell of a table both stay in the cell', () => {
    const cell = (text: string): Node => nodes.table_header.create(null, noteSchema.text(text));
    const table = nodes.doc.create(null, nodes.table.create(null, nodes.table_row.create(null, [cell('old'), cell('b')])));
    const doc = meet(table, pasteOver(3, 6, 'Mine'), pasteOver(3, 6, 'Theirs'));
    expect(doc.firstChild?.firstChild?.children.map(({ textContent }) => textContent)).toEqual(['Theirs Mine', 'b']);
  });

  test('what one writes within what the other replaces stays as well', () => {
    const seen = texts(meet(base, pasteOver(from, to, 'Mine'), (tr) => tr.insertText('there ', 15)));
    expect(seen.join(' ')).toContain('there');
    expect(seen.join(' ')).toContain('Mine');
    expect(seen.join(' ')).not.toContain('Hello');
  });
});

test('changes of different texts are rebased by positions alone', () => {
  const base = docOf('one two', 'three');
  expect(texts(meet(base, pasteOver(1, 4, 'ONE'), pasteOver(5, 8, 'TWO')))).toEqual(['ONE TWO', 'three']);
  const state = EditorState.create({ doc: base });
  expect(keepBoth(pasteOver(1, 4, 'ONE')(state.tr).steps, base, pasteOver(5, 8, 'TWO')(state.tr).steps)).toBeNull();
});

test('whatever two replace, no letter that either of them has written is lost, and none is there twice', () => {
  const base = docOf('alpha beta gamma', 'delta');
  const place = fc.tuple(fc.nat(16), fc.nat(16)).map(([one, other]) => [1 + Math.min(one, other), 1 + Math.max(one, other)] as const);
  fc.assert(
    fc.property(place, place, fc.boolean(), fc.boolean(), (mine, theirs, typed, pasted) => {
      const seen = texts(
        meet(
          base,
          (typed ? typeOver : pasteOver)(mine[0], mine[1], 'MINE'),
          (pasted ? pasteOver : typeOver)(theirs[0], theirs[1], 'YOURS'),
        ),
      ).join(' ');
      expect(
        Array.from(seen.replace(/[^A-Z]/g, ''))
          .toSorted()
          .join(''),
      ).toBe(Array.from('YOURSMINE').toSorted().join(''));
    }),
    { numRuns: 1_000 },
  );
});
