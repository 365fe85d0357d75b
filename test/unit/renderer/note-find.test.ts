import type { Mark } from 'prosemirror-model';
import { EditorState, TextSelection } from 'prosemirror-state';
import { describe, expect, test } from 'vitest';
import { noteSchema } from '../../../main/contract/note-schema.ts';
import { takeFind, withFind } from '../../../renderer/features/notes/find/find-address.ts';
import { type WantedText, findQuery } from '../../../renderer/features/notes/find/find-state.ts';
import { replaceRange } from '../../../renderer/features/notes/find/moves.ts';
import { finderOf, following, indexOfRange, maxMatches, matchFrom } from '../../../renderer/features/notes/find/matches.ts';

const { nodes, marks } = noteSchema;
const plain = { anyWord: false, matchCase: false, wholeWord: false };

/** What is found in paragraphs of these texts. */
function textsFound(wanted: Partial<WantedText>, ...texts: readonly string[]): string[] {
  const doc = nodes.doc.create(
    null,
    texts.map((text) => nodes.paragraph.create(null, noteSchema.text(text))),
  );
  return finderOf(findQuery({ text: '', ...plain, ...wanted }))(EditorState.create({ doc })).matches.map(({ from, to }) =>
    doc.textBetween(from, to),
  );
}

describe('finding in a note', () => {
  test('in any case or in the one given, whole words or parts, all characters as they are', () => {
    expect(textsFound({ text: 'ada' }, 'Ada saw ada', 'adamant')).toEqual(['Ada', 'ada', 'ada']);
    expect(textsFound({ text: 'ada', matchCase: true }, 'Ada saw ada')).toEqual(['ada']);
    expect(textsFound({ text: 'ada', wholeWord: true }, 'Ada adamant ada1 (ada)')).toEqual(['Ada', 'ada']);
    expect(textsFound({ text: '12', wholeWord: true }, '12 123 x12')).toEqual(['12']);
    expect(textsFound({ text: '$1.(a|b)' }, 'costs $1.(a|b)!', '$1x(a)')).toEqual(['$1.(a|b)']);
    expect(textsFound({ text: 'x' }, 'İİ x')).toEqual(['x']);
    expect(textsFound({ text: 'two words' }, 'two words')).toEqual(['two words']);
    expect(textsFound({ text: '' }, 'text')).toEqual([]);
    expect(textsFound({ text: '', wholeWord: true }, 'text')).toEqual([]);
  });

  test('any of the words of a search', () => {
    expect(textsFound({ text: 'tea garden', anyWord: true, wholeWord: true }, 'Garden, tea and teapot')).toEqual(['Garden', 'tea']);
  });

  test('across marks and in code, but not from one paragraph to the next', () => {
    const doc = nodes.doc.create(null, [
      nodes.paragraph.create(null, [noteSchema.text('al'), noteSchema.text('ph', [marks.strong.create()]), noteSchema.text('a')]),
      nodes.code_block.create(null, noteSchema.text('let alpha;')),
      nodes.paragraph.create(null, noteSchema.text('al')),
      nodes.paragraph.create(null, noteSchema.text('pha')),
    ]);
    const look = finderOf(findQuery({ text: 'alpha', ...plain }));
    const state = EditorState.create({ doc });
    const { matches, current, decorations } = look(state);
    expect(matches).toEqual([
      { from: 1, to: 6 },
      { from: 12, to: 17 },
    ]);
    expect([current, decorations.find().length, look(state) === look(state)]).toEqual([-1, 2, true]);
    const selected = state.apply(state.tr.setSelection(TextSelection.create(doc, 12, 17)));
    expect(look(selected).current).toBe(1);
    expect(look(selected).matches).toBe(matches);
  });

  test('across the end of a wrapped line, which is drawn as a blank, but not across what is no text', () => {
    const doc = nodes.doc.create(null, [
      nodes.paragraph.create(null, [noteSchema.text('two'), nodes.soft_break.create(), noteSchema.text('words, two words')]),
      nodes.paragraph.create(null, [noteSchema.text('two'), nodes.hard_break.create(), noteSchema.text('words, two')]),
      nodes.paragraph.create(null, [noteSchema.text('two'), nodes.image.create({ src: 'a.png' }), noteSchema.text('words')]),
    ]);
    const state = EditorState.create({ doc });
    const found = (wanted: Partial<WantedText>): unknown => finderOf(findQuery({ text: 'two words', ...plain, ...wanted }))(state).matches;
    const places = [
      { from: 1, to: 10 },
      { from: 12, to: 21 },
    ];
    expect([found({}), found({ wholeWord: true, matchCase: true })]).toEqual([places, places]);
  });

  test('accents that are characters of their own, and those that are not', () => {
    const both = ['caf\u00E9', 'cafe\u0301'];
    for (const text of both) expect(textsFound({ text, wholeWord: true }, ...both, 'cafe')).toEqual(both);
  });

  test('stops at a limit, and marks no more than a browser can draw', () => {
    const doc = nodes.doc.create(null, nodes.paragraph.create(null, noteSchema.text('e'.repeat(maxMatches + 1))));
    const found = finderOf(findQuery({ text: 'e', ...plain }))(EditorState.create({ doc }));
    expect(found.matches.length).toBe(maxMatches);
    expect(found.decorations.find().length).toBeLessThanOrEqual(2_000);
  });

  test('goes on from the selection, round the ends', () => {
    const matches = [
      { from: 2, to: 4 },
      { from: 6, to: 8 },
    ];
    expect([indexOfRange(matches, { from: 6, to: 8 }), indexOfRange(matches, { from: 6, to: 6 })]).toEqual([1, -1]);
    expect([matchFrom(matches, 3), matchFrom(matches, 7), matchFrom([], 1)]).toEqual([matches[1], matches[0], undefined]);
    expect([1, -1].map((direction) => following(matches, { from: 2, to: 4 }, direction === 1 ? 1 : -1))).toEqual([matches[1], matches[1]]);
    expect(following(matches, { from: 6, to: 8 }, 1)).toBe(matches[0]);
    expect(following(matches, { from: 6, to: 6 }, -1)).toBe(matches[0]);
    expect(following([], { from: 6, to: 6 }, -1)).toBeUndefined();
  });
});

describe('what is put in the place of what was found', () => {
  const link = marks.link.create({ href: 'http://x.example' });
  const strong = marks.strong.create();

  /** The paragraph after `from` to `to` of it have become `baz`: each text with the names of its marks. */
  function replaced(texts: readonly [text: string, ...marks: Mark[]][], from: number, to: number): readonly string[] {
    const inline = texts.map(([text, ...set]) => noteSchema.text(text, set));
    const doc = nodes.doc.create(null, nodes.paragraph.create(null, inline));
    const { tr } = EditorState.create({ doc });
    const after = replaceRange(tr, { from: from + 1, to: to + 1 }, 'baz').doc.child(0);
    return after.children.map(({ text, marks: set }) => [text, ...set.map(({ type }) => type.name)].join(':'));
  }

  test('stays within a link and within bold words, also at their ends', () => {
    expect(replaced([['See '], ['the foo', link], [' end']], 8, 11)).toEqual(['See ', 'the baz:link', ' end']);
    expect(replaced([['foo', link], [' end']], 0, 3)).toEqual(['baz:link', ' end']);
    expect(replaced([['foo', link]], 0, 3)).toEqual(['baz:link']);
    expect(replaced([['foo', strong, link], [' end']], 0, 3)).toEqual(['baz:link:strong', ' end']);
  });

  test('is as bold as its first character, and a link only where all of it was that one', () => {
    expect(replaced([['fo', strong], ['o end']], 0, 3)).toEqual(['baz:strong', ' end']);
    expect(replaced([['the fo', link], ['o end']], 4, 7)).toEqual(['the :link', 'baz end']);
    expect(replaced([['fo'], ['o end', link]], 0, 3)).toEqual(['baz', ' end:link']);
  });
});

describe('the address of a hit', () => {
  test('has the words that were found, each once, and gives them back', () => {
    const search = withFind('?tag=home', 'a <mark>Tea</mark>, <mark>tea</mark> &amp; <mark>garden</mark>');
    expect(search).toBe('?tag=home&find=tea%20garden');
    expect(takeFind(search)).toEqual({ words: 'tea garden', rest: '?tag=home' });
    expect(takeFind('?find=x')).toEqual({ words: 'x', rest: '' });
    expect(takeFind('?tag=home')).toBeNull();
    expect([withFind('', undefined), withFind('?tag=a', 'nothing marked')]).toEqual(['', '?tag=a']);
  });

  test('has the beginning of words that are long, in whole characters', () => {
    const letters = '𐌰'.repeat(60);
    expect(takeFind(withFind('', `<mark>a${letters}</mark>`))?.words).toBe(`a${letters}`.slice(0, 99));
  });
});
