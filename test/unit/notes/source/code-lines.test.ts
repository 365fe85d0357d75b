// Code in items and quotes: lines that come or go in it, and what comes or goes beside it, change no other line.

import { describe, expect, test } from 'vitest';
import type { Node } from 'prosemirror-model';
import { noteSchema } from '../../../../main/contract/note-schema.ts';
import { after, type Case, type Change } from './change.ts';

const { nodes } = noteSchema;
const paragraph = (text: string): Node => nodes.paragraph.create(null, noteSchema.text(text));

const enter =
  (before: string, offset = 0) =>
  (change: Change): void => {
    change.tr.insert(change.at(before) + offset, noteSchema.text('\n'));
  };
/** Takes out what stands between two words. */
const join =
  (before: string, behind: string) =>
  (change: Change): void => {
    change.tr.delete(change.at(before) + before.length, change.at(behind));
  };

describe('a line of code', () => {
  test.each<Case>([
    ['comes in an item', '- a\n\n  ~~~~ js\n  code\n  ~~~~\n- b\n', enter('code', 2), '- a\n\n  ~~~~ js\n  co\n  de\n  ~~~~\n- b\n'],
    ['comes above another one', '1.  ~~~\n    code\n    ~~~\n', enter('code'), '1.  ~~~\n\n    code\n    ~~~\n'],
    ['comes at the end', '- > ~~~\n  > code\n  > ~~~\n', enter('code', 4), '- > ~~~\n  > code\n  >\n  > ~~~\n'],
    ['comes in a quote', '>~~~ js\n>code\n>more\n>~~~\n', enter('code', 2), '>~~~ js\n>co\n>de\n>more\n>~~~\n'],
    ['comes above the first of a quote', '> ~~~\n> code\n> ~~~\n', enter('code'), '> ~~~\n>\n> code\n> ~~~\n'],
    ['comes where code is indented', '> a\n>\n>     code\n', enter('code', 2), '> a\n>\n>     co\n>     de\n'],
    ['comes on the line of a marker', '-     code\n- b\n', enter('code', 2), '-     co\n      de\n- b\n'],
    ['comes behind tabs', '-\t~~~\n\tcode\n\t~~~\n', enter('code', 2), '-\t~~~\n\tco\n\tde\n\t~~~\n'],
    ['comes with the line ends of Windows', '- ~~~\r\n  code\r\n  ~~~\r\n', enter('code', 2), '- ~~~\r\n  co\r\n  de\r\n  ~~~\r\n'],
    ['comes in one that is indented itself', '  ~~~\n  code\n  ~~~\n', enter('code', 2), '  ~~~\n  co\n  de\n  ~~~\n'],
    ['goes in an item', '- a\n\n  ~~~~ js\n  co\n  de\n  ~~~~\n', join('co', 'de'), '- a\n\n  ~~~~ js\n  code\n  ~~~~\n'],
    ['goes in a quote', '> ~~~\n> co\n>\n> de\n> ~~~\n', join('co', 'de'), '> ~~~\n> code\n> ~~~\n'],
    ['goes where code is indented', '- a\n\n      co\n      de\n', join('co', 'de'), '- a\n\n      code\n'],
    [
      'that is blank goes',
      '> ~~~\n>\n> de\n> ~~~\n',
      (change) => void change.tr.delete(change.at('de') - 1, change.at('de')),
      '> ~~~\n> de\n> ~~~\n',
    ],
  ])('%s', (_, before, change, expected) => {
    expect(after(before, change)).toBe(expected);
  });
});

describe('the lines of other items stay', () => {
  const list = '- one\n\n      code\n- two\n- three\n';
  const tabs = '-\tone\n\n\t\tcode\n\n-\ttwo\n\n\t\tmore\n';

  test.each<Case>([
    ['as indented code ends with a blank line', list, enter('code', 4), '- one\n\n  ```\n  code\n\n  ```\n- two\n- three\n'],
    ['behind tabs', tabs, enter('code'), '-\tone\n\n\t```\n\n\tcode\n\t```\n\n-\ttwo\n\n\t\tmore\n'],
    [
      'as a paragraph comes below it',
      list,
      (change) => void change.tr.insert(change.around('code', 0).to, paragraph('new')),
      '- one\n\n      code\n\n  new\n- two\n- three\n',
    ],
    [
      'as it becomes a paragraph',
      tabs,
      (change) => void change.tr.setBlockType(change.at('code'), change.at('code'), nodes.paragraph),
      '-\tone\n\n\tcode\n\n-\ttwo\n\n\t\tmore\n',
    ],
    [
      'as the text above it goes',
      '- one\n\n      code\n\n- two\n\n      more\n',
      (change) => void change.tr.delete(change.at('one'), change.at('one') + 3),
      '-     code\n\n- two\n\n      more\n',
    ],
    [
      'as an item comes below it',
      '*     code\n* two\n',
      (change) => void change.tr.insert(change.at('two') - 2, nodes.list_item.create(null, paragraph('new'))),
      '*     code\n* new\n* two\n',
    ],
  ])('%s', (_, before, change, expected) => {
    expect(after(before, change)).toBe(expected);
  });
});

test('a line of code comes below one of 40,000 characters in time', () => {
  const long = 'x'.repeat(40_000);
  const before = process.cpuUsage();
  expect(after(`- ~~~\n  ${long}\n  code\n  ~~~\n`, enter('code'))).toBe(`- ~~~\n  ${long}\n\n  code\n  ~~~\n`);
  expect(process.cpuUsage(before).user / 1e6).toBeLessThan(1);
});
