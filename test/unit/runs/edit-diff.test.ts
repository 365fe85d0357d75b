import { describe, expect, it } from 'vitest';
import { shownDifference, shownEdits } from '../../../main/features/runs/edit-diff.ts';

const text = `${['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((letter) => `${letter} line`).join('\n')}\n`;

const shown = (from: string, oldText: string, newText: string): readonly (string | undefined)[] => {
  const [edit] = shownEdits(from, [{ oldText, newText }]);
  return [edit?.before, edit?.after];
};

describe('an edit as it is shown', () => {
  it.each([
    ['in the middle', text, 'd li', 'D li', 'b line\nc line\nd line\ne line\nf line', 'b line\nc line\nD line\ne line\nf line'],
    ['at the beginning', text, 'a', 'A', 'a line\nb line\nc line', 'A line\nb line\nc line'],
    ['at the end', text, 'g line\n', '', 'e line\nf line\ng line\n', 'e line\nf line\n'],
    ['of the whole text', 'one\n', 'one\n', '', 'one\n', ''],
    [
      'over several lines',
      text,
      'c line\nd',
      'x',
      'a line\nb line\nc line\nd line\ne line\nf line',
      'a line\nb line\nx line\ne line\nf line',
    ],
    ['beside empty lines', 'a\n\n\nb', 'b', 'c', '\n\nb', '\n\nc'],
    ['of what is not there', text, 'zz', 'y', 'zz', 'y'],
    ['in a very long line', `${'x'.repeat(500)}Q${'y'.repeat(500)}\nz`, 'Q', 'R', 'Q', 'R'],
  ])('%s has its lines and two around', (_, from, oldText, newText, ...expected) => {
    expect(shown(from, oldText, newText)).toEqual(expected);
  });

  it('comes after those before it', () => {
    const edits = [
      { oldText: 'b line', newText: 'two' },
      { oldText: 'two', newText: 'both' },
    ];
    expect(shownEdits('a\nb line\n', edits)).toEqual([
      { before: 'a\nb line', after: 'a\ntwo' },
      { before: 'a\ntwo', after: 'a\nboth' },
    ]);
  });
});

describe('what is appended as it is shown', () => {
  it.each([
    ['comes below the last lines', text, 'h line\n', 'f line\ng line\n', 'f line\ng line\nh line\n'],
    ['goes on with a line that has no end', 'one\ntwo', 'more', 'one\ntwo', 'one\ntwomore'],
    ['is all of an empty text', '', 'new', '', 'new'],
  ])('%s', (_, from, append, before, after) => {
    expect(shownEdits(from, [{ append }])).toEqual([{ before, after }]);
  });

  it('comes behind the edits', () => {
    expect(shownEdits('one\n', [{ oldText: 'one', newText: 'two' }, { append: 'end' }])[1]).toEqual({ before: 'two\n', after: 'two\nend' });
  });
});

describe('the difference of two texts', () => {
  it.each([
    ['one line', text, text.replace('d', 'D'), 'b line\nc line\nd line\ne line\nf line', 'b line\nc line\nD line\ne line\nf line'],
    ['a line that is gone', 'a\na\na\n', 'a\na\n', 'a\na\na\n', 'a\na\n'],
    ['all of it', 'one', 'two', 'one', 'two'],
    ['a text that was empty', '', 'new', '', 'new'],
    ['a half of a character', `${'x'.repeat(500)}😀`, `${'x'.repeat(500)}😁`, '😀', '😁'],
    ['the first half of a character', `😀${'x'.repeat(500)}`, `\u{1FA00}${'x'.repeat(500)}`, '😀', '\u{1FA00}'],
  ])('%s', (_, before, after, shownBefore, shownAfter) => {
    expect(shownDifference(before, after)).toEqual({ before: shownBefore, after: shownAfter });
  });

  it('is null for the same text', () => {
    expect(shownDifference(text, text)).toBeNull();
  });
});
