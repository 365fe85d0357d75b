import fc from 'fast-check';
import { collab, getVersion, receiveTransaction, sendableSteps } from 'prosemirror-collab';
import { Fragment, Slice, type Node } from 'prosemirror-model';
import { AllSelection, EditorState, TextSelection, type Transaction } from 'prosemirror-state';
import type { Step } from 'prosemirror-transform';
import { describe, expect, test } from 'vitest';
import { parseNodes } from '../../../main/contract/markdown/parse.ts';
import { noteSchema } from '../../../main/contract/note-schema.ts';
import { keepBoth, repair } from '../../../renderer/features/notes/session/keep-both.ts';
import { runs } from '../../support/property.ts';

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

/** The page of the one who was away, which has made all of its changes on `base`, after those of the other. */
function received(page: EditorState, base: Node, theirs: readonly Step[], isRepaired = false): EditorState {
  const kept = keepBoth(sendableSteps(page)?.steps ?? [], base, theirs, isRepaired ? page.doc : null);
  const rebased = page.apply(
    receiveTransaction(
      page,
      theirs,
      theirs.map(() => 'there'),
    ),
  );
  const repaired = repair(rebased.tr, kept, page.selection);
  const next = repaired === null ? rebased : rebased.apply(repaired);
  if (kept !== null) expect(String(next.doc)).toBe(String(kept.doc));
  return next;
}

/**
 * What both see when one has come back who was away: the one who was there, with stock prosemirror-collab, and the other with the repair.
 */
function met(base: Node, away: Change, there: Change): EditorState {
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
  page = received(page, base, theirs);
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
  return page;
}

const meet = (base: Node, away: Change, there: Change): Node => met(base, away, there).doc;

test('what others go on writing in a paragraph that was deleted stands there once', () => {
  const base = docOf('alpha beta', 'middle', 'omega end');
  const start = (clientID: string): EditorState => EditorState.create({ doc: base, plugins: [collab({ version: 0, clientID })] });
  let [page, other] = [start('away'), start('there')];
  page = page.apply(page.tr.delete(1, base.content.size - 4));
  for (const [index, letter] of ['X', 'Y', 'Z'].entries()) {
    const { doc } = other;
    other = other.apply(other.tr.insertText(letter, 7 + index));
    const { steps } = sendableSteps(other) ?? { steps: [] };
    const ids = steps.map(() => 'there');
    other = other.apply(receiveTransaction(other, steps, ids));
    page = received(page, doc, steps, index > 0);
  }
  expect(texts(page.doc)).toEqual(['alpha XYZbeta', 'end']);
});

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

test('what stands between two places that are mended is that of the others also where they change it at once', () => {
  const base = docOf('one two', 'between', 'three four');
  let page = EditorState.create({ doc: base, plugins: [collab({ version: 0, clientID: 'away' })] });
  page = page.apply(typeOver(6, 6, 'MINE')(page.tr));
  page = page.apply(typeOver(26, 26, 'MINE')(page.tr));
  const first = pasteOver(5, 8, 'deux')(pasteOver(19, 24, 'trois')(EditorState.create({ doc: base }).tr));
  page = received(page, base, first.steps);
  const next = pasteOver(11, 18, 'theirs')(EditorState.create({ doc: first.doc }).tr);
  page = received(page, first.doc, next.steps);
  expect(texts(page.doc)).toEqual(['one deux MINE', 'theirs', 'trois MINE four']);
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
    runs(1_000, 73),
  );
});

describe('the cursor stays behind what was typed last', () => {
  /** Types at a place, as the user does who goes on there. */
  const typeAt =
    (at: number, text: string): Change =>
    (tr) =>
      typeOver(at, at, text)(tr.setSelection(TextSelection.create(tr.doc, at)));
  const before = ({ doc, selection }: EditorState): string => doc.textBetween(selection.$from.start(), selection.from);

  test('where the other has replaced the word within which that is', () => {
    const page = met(docOf('before', 'one code three', 'after'), typeAt(15, 'MINE'), pasteOver(13, 17, 'THEIRS'));
    expect(before(page)).toMatch(/MINE$/);
    expect(texts(page.doc).join(' ')).toMatch(/THEIRS/);
  });

  test('where the other has replaced the block', () => {
    const page = met(docOf('before', 'Hello world', 'after'), typeAt(14, 'MINE'), (tr) =>
      tr.replaceWith(8, 21, nodes.code_block.create(null, noteSchema.text('THEIRS'))),
    );
    expect(before(page)).toMatch(/MINE$/);
    expect(texts(page.doc)).toEqual(['before', 'THEIRS', 'MINE', 'after']);
  });

  test('whatever the other replaces', () => {
    const size = 16;
    const place = fc.tuple(fc.nat(size), fc.nat(size)).map(([one, other]) => [1 + Math.min(one, other), 1 + Math.max(one, other)] as const);
    fc.assert(
      fc.property(fc.nat(size), place, (at, [from, to]) => {
        expect(before(met(docOf('alpha beta gamma', 'delta'), typeAt(1 + at, 'MINE'), pasteOver(from, to, 'YOURS')))).toMatch(/MINE$/);
      }),
      runs(300, 74),
    );
  });
});

describe('two who rewrite several blocks, one of them while away', () => {
  const base = parseNodes('# Plan\n\none two\n\n- milk\n- bread\n\nthree four\n\n| A1 | B1 |\n|---|---|\n| A2 | B2 |\n\nlast one\n', {});
  const note = nodes.doc.create(null, base);
  /** Where a text stands in the note. */
  const at = (text: string): number => {
    let found = -1;
    note.descendants((node, pos) => {
      if (found < 0 && node.isText && node.text?.includes(text) === true) found = pos + node.text.indexOf(text);
    });
    return found;
  };
  const all = (text: string): Change => typeOver(1, note.content.size - 1, text);
  const within = (text: string, word: string): Change => typeOver(at(word), at(word), text);
  const words = (doc: Node): string => doc.textBetween(0, doc.content.size, ' ');

  test.each([['one'], ['bread'], ['four'], ['A2'], ['last']])(
    'what the other wrote before %j stays, before the own text, where the whole note was replaced',
    (word) => {
      const seen = words(meet(note, all('MINE'), within('THEIRS ', word)));
      expect(seen).toMatch(/THEIRS.*MINE/);
    },
  );

  test.each([['one'], ['bread'], ['four'], ['A2'], ['last']])(
    'what was written before %j while away stays, after the other text, where the other replaced the whole note',
    (word) => {
      expect(words(meet(note, within('MINE ', word), all('THEIRS')))).toMatch(/THEIRS.*MINE/);
    },
  );

  test('a blank and a word that are typed where the other has replaced the whole note make a block that begins with the word', () => {
    const end = at('one two') + 'one two'.length;
    expect(texts(meet(note, typeOver(end, end, ' MINE'), all('THEIRS')))).toEqual(['THEIRS', 'MINE']);
  });

  test('several blocks that are deleted leave the one in which the other wrote, in its place', () => {
    const doc = meet(note, (tr) => tr.delete(at('one') - 1, at('three') - 1), within('white ', 'bread'));
    expect(doc.children.map(({ textContent }) => textContent)).toEqual(['Plan', 'white bread', 'three four', 'A1B1A2B2', 'last one']);
    expect(doc.child(1).type).toBe(nodes.bullet_list);
  });

  test('of several blocks that are pasted over, the one in which the other wrote stays before those', () => {
    const pasted = new Slice(Fragment.from(parseNodes('new\n\nblocks\n', {})), 1, 1);
    const doc = meet(note, (tr) => tr.replaceRange(at('one'), at('three') + 10, pasted), within('white ', 'bread'));
    expect(doc.children.map(({ textContent }) => textContent)).toEqual(['Plan', 'white bread', 'new', 'blocks', 'A1B1A2B2', 'last one']);
  });

  test('what is pasted where the other has deleted all around it stands there as blocks', () => {
    const pasted = new Slice(Fragment.from(parseNodes('new\n\nblocks\n', {})), 1, 1);
    const doc = meet(
      note,
      (tr) => tr.replace(at('bread') + 2, at('bread') + 2, pasted),
      (tr) => tr.delete(at('one') - 1, at('three') - 1),
    );
    expect(doc.children.map(({ textContent }) => textContent)).toEqual(['Plan', 'new', 'blocks', 'three four', 'A1B1A2B2', 'last one']);
  });

  test('text of which the other has taken the cell, by deleting a column, does not tear the table', () => {
    const doc = meet(
      note,
      (tr) => {
        for (const cell of [at('B2'), at('B1')]) tr.delete(cell - 1, cell + 3);
        return tr;
      },
      within('more ', 'B2'),
    );
    expect(words(doc)).toContain('more B2');
    doc.descendants((node) => {
      if (node.type === nodes.table) expect(node.children.map(({ childCount }) => childCount)).toEqual([1, 1]);
    });
  });
});

/** Takes a block of the note out, and puts it in behind a number of others. */
function moveBlock(tr: Transaction, index: number, behind: number): Transaction {
  const place = (count: number): number => tr.doc.children.slice(0, count).reduce((sum, { nodeSize }) => sum + nodeSize, 0);
  const block = tr.doc.child(index);
  if (tr.doc.childCount < 2) return tr;
  tr.delete(place(index), place(index + 1));
  return tr.insert(place(Math.min(behind, tr.doc.childCount)), block);
}

describe('what has come of changes counts', () => {
  const base = docOf('one two', 'three four', 'five six');
  const take =
    (index: number): Change =>
    (tr) => {
      const place = tr.doc.children.slice(0, index).reduce((sum, { nodeSize }) => sum + nodeSize, 0);
      const block = tr.doc.child(index);
      return tr.delete(place, place + block.nodeSize).insert(place, block);
    };
  const within = pasteOver(16, 16, 'NEW ');

  test('what was deleted and taken back stands there once, with what the other wrote in it', () => {
    expect(texts(meet(base, take(1), within))).toEqual(['one two', 'three NEW four', 'five six']);
    expect(texts(meet(base, within, take(1)))).toEqual(['one two', 'three NEW four', 'five six']);
    const word: Change = (tr) => tr.delete(10, 16).insertText('three ', 10);
    const rewritten = docOf('one two', 'other', 'five six');
    const other: Change = (tr) => tr.replaceWith(0, tr.doc.content.size, rewritten.content);
    expect(texts(meet(base, word, other))).toEqual(['one two', 'other', 'five six']);
  });

  test('what was written over and taken back is not there once more', () => {
    const over: Change = (tr) => {
      const { doc } = tr;
      typeOver(5, 25, 'MINE')(tr);
      return tr.replaceWith(0, tr.doc.content.size, doc.content);
    };
    const last = pasteOver(22, 30, 'THEIRS');
    expect(texts(meet(base, over, last))).toEqual(['one two', 'three four', 'THEIRS']);
    expect(texts(meet(base, last, over))).toEqual(['one two', 'three four', 'THEIRS']);
  });

  test.each<[string, Change, Change, readonly string[]]>([
    ['the other deletes from before it', (tr) => tr.delete(14, 30), typeOver(19, 30, 'THEIRS'), ['one two', 'three THEIRS']],
    ['it is typed over what the other deletes', typeOver(19, 30, 'MINE'), (tr) => tr.delete(14, 30), ['one two', 'three MINE']],
    ['both type over', typeOver(5, 30, 'MINE'), typeOver(19, 30, 'THEIRS'), ['three THEIRS', 'one MINE']],
  ])('a word that is typed over the end of one block and the next stays whole where %s', (_, away, there, wanted) => {
    const seen = texts(meet(base, away, there));
    for (const word of wanted.join(' ').match(/[A-Z]+/g) ?? []) expect(seen.join(' ')).toContain(word);
    expect(seen.join(' ').match(/[A-Z]/g)?.length).toBe(wanted.join('').match(/[A-Z]/g)?.length);
  });

  test('a word that is typed over the end of a list and what is below it stays whole where the other joins that', () => {
    const list = nodes.doc.create(null, parseNodes('- one two\n\nthree four\n\nfive six\n', {}));
    const place = (word: string): number => {
      let found = 0;
      list.descendants((node, pos) => {
        if (node.text?.includes(word) === true) found = pos + node.text.indexOf(word);
      });
      return found;
    };
    const away = typeOver(place('two') + 3, place('four'), 'MINE');
    const seen = texts(meet(list, away, typeOver(place('four') + 4, list.content.size - 1, 'THEIRS')));
    expect(seen.join(' ')).toMatch(/MINE/);
    expect(seen.join(' ')).toMatch(/THEIRS/);
  });
});

describe('a block that one has moved', () => {
  const base = docOf('one two', 'three four', 'five six');
  const move =
    (index: number, behind: number): Change =>
    (tr) =>
      moveBlock(tr, index, behind);
  const write = pasteOver(16, 16, 'NEW ');

  test.each<[string, Change, Change, readonly string[]]>([
    ['has what the other wrote in it', move(1, 2), write, ['one two', 'five six', 'three NEW four']],
    ['takes along what was written in it while away', write, move(1, 0), ['three NEW four', 'one two', 'five six']],
    ['is where the last of both put it', move(1, 2), move(1, 0), ['one two', 'five six', 'three four']],
    ['is gone where the other deleted it', move(1, 2), (tr) => tr.delete(9, 21), ['one two', 'five six']],
    ['is gone where it was deleted while away', (tr) => tr.delete(9, 21), move(1, 0), ['one two', 'five six']],
  ])('%s', (_, away, there, wanted) => {
    expect(texts(meet(base, away, there))).toEqual(wanted);
  });

  test('has what was written in it after that as well', () => {
    const both: Change = (tr) => pasteOver(22, 22, 'MINE ')(moveBlock(tr, 1, 2));
    expect(texts(meet(base, both, write))).toEqual(['one two', 'five six', 'thMINE ree NEW four']);
  });

  test('stays where it is if the other has joined it with another', () => {
    expect(texts(meet(base, move(1, 2), (tr) => tr.join(9)))).toEqual(['one twothree four', 'five six']);
  });
});

describe('whatever two do to the same note', () => {
  const markdown = '# Plan\n\none two\n\n- milk\n- bread\n\n> quoted\n\n| a | b |\n|---|---|\n| c | d |\n\n```\ncode\n```\n\nlast one\n';
  const note = nodes.doc.create(null, parseNodes(markdown, {}));

  /** What one does: where, as parts of the document in thousandths, and how. */
  const operation = fc.record({
    how: fc.constantFrom(
      ...['type', 'type over', 'replace all', 'paste over', 'paste open', 'delete', 'delete blocks', 'take back', 'move', 'split', 'join'],
    ),
    places: fc.tuple(fc.nat(1_000), fc.nat(1_000)),
  });
  type Operation = { readonly how: string; readonly places: readonly [number, number] };

  /** Each letter is there once: what is lost or doubled can be told. */
  const letters = (from: number) => {
    let next = from;
    return (count: number): string => String.fromCodePoint(...Array.from({ length: count }, () => next++));
  };

  const doOperation = (tr: Transaction, { how, places }: Operation, write: (count: number) => string): void => {
    const { size } = tr.doc.content;
    const [first, last] = places.map((place) => TextSelection.near(tr.doc.resolve(Math.round((place / 1_000) * size))).from) as [
      number,
      number,
    ];
    const [from, to] = [Math.min(first, last), Math.max(first, last)];
    const $from = tr.doc.resolve(from);
    const paragraph = (): Node => nodes.paragraph.create(null, noteSchema.text(write(2)));
    switch (how) {
      case 'type':
        typeOver(from, from, write(3))(tr);
        return;
      case 'type over':
        typeOver(from, to, write(3))(tr);
        return;
      case 'replace all':
        tr.setSelection(new AllSelection(tr.doc)).deleteSelection();
        tr.insertText(write(3), TextSelection.atStart(tr.doc).from);
        return;
      case 'paste over':
        tr.replaceRange(from, to, new Slice(Fragment.from([paragraph(), paragraph()]), 0, 0));
        return;
      case 'paste open':
        tr.replaceRange(from, to, new Slice(Fragment.from([paragraph(), paragraph()]), 1, 1));
        return;
      case 'delete':
        tr.deleteRange(from, to);
        return;
      case 'delete blocks':
        tr.deleteRange($from.before(1), tr.doc.resolve(to).after(1));
        return;
      case 'take back': {
        const count = tr.steps.length;
        tr.delete(from, to);
        const inverses = tr.steps.slice(count).map((step, index) => step.invert(tr.docs[count + index] as Node));
        for (const step of inverses.toReversed()) tr.step(step);
        return;
      }
      case 'move':
        moveBlock(tr, $from.index(0), tr.doc.resolve(last).index(0));
        return;
      case 'split':
        if ($from.parent.type === nodes.paragraph && $from.depth === 1) tr.split(from);
        return;
      default:
        if ($from.depth > 0 && $from.doc.resolve($from.before()).nodeBefore?.type === $from.parent.type) tr.join($from.before());
    }
  };

  const run =
    (operations: readonly Operation[], start: number): Change =>
    (tr) => {
      const write = letters(start);
      for (const each of operations) doOperation(tr, each, write);
      return tr;
    };
  const written = (doc: Node): string[] => Array.from(doc.textContent).filter((letter) => (letter.codePointAt(0) ?? 0) >= 0x4e_00);

  test('every letter that one of them wrote, and did not delete, is there once for both', () => {
    const operations = fc.array(operation, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(operations, operations, (mine, theirs) => {
        const [away, there] = [run(mine, 0x4e_00), run(theirs, 0x5e_00)];
        const doc = meet(note, away, there);
        const seen = written(doc);
        expect(new Set(seen).size).toBe(seen.length);
        const olds = doc.textBetween(0, doc.content.size, ' ').match(/Plan|two|milk|bread|quoted|code|last/g) ?? [];
        expect(new Set(olds).size).toBe(olds.length);
        const state = EditorState.create({ doc: note });
        for (const change of [away, there]) expect(seen).toEqual(expect.arrayContaining(written(change(state.tr).doc)));
      }),
      runs(250, 12),
    );
  });
});
