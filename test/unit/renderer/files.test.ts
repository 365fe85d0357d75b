import { describe, expect, it } from 'vitest';
import { paperOf } from '../../../renderer/features/notes/exports.ts';
import { filenameTitle } from '../../../renderer/features/notes/list/import-notes.ts';

describe('paperOf', () => {
  it.each([
    ['en-US', 'letter'],
    ['en', 'letter'],
    ['fr-CA', 'letter'],
    ['en-GB', 'a4'],
    ['de', 'a4'],
    ['ja-JP', 'a4'],
  ])('%s: %s', (language, paper) => {
    expect(paperOf(language)).toBe(paper);
  });
});

describe('titleOf', () => {
  it.each([
    ['Plans.md', 'Plans'],
    ['a.b.markdown', 'a.b'],
    ['.md', 'Untitled'],
    [' x .txt', 'x'],
    [`${'w'.repeat(600)}.md`, 'w'.repeat(500)],
    [`${'w'.repeat(499)}😀.md`, 'w'.repeat(499)],
  ])('%j', (filename, title) => {
    expect(filenameTitle(filename)).toBe(title);
  });
});
