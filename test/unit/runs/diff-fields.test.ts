import { describe, expect, it } from 'vitest';
import { changed, listed, textDifference, field } from '../../../main/features/runs/diff-fields.ts';

const lines = (count: number): string => Array.from({ length: count }, (_, index) => `line ${index} of a text`).join('\n');

describe('a field of a diff', () => {
  it.each<[string, unknown, unknown, string | null, string | null]>([
    ['short texts stand as they are', 'one', 'two', 'one', 'two'],
    ['what was empty is nothing', '', 'new', null, 'new'],
    ['values are written as JSON', 1, [2], '1', '[2]'],
  ])('%s', (_, before, after, shownBefore, shownAfter) => {
    expect(field('description', before, after)).toEqual({ field: 'description', before: shownBefore, after: shownAfter });
  });

  it('a change behind the first 8,000 characters is shown, with the lines around it', () => {
    const before = lines(600);
    const diff = field('description', before, before.replace('line 599', 'LINE 599'));
    expect(diff).toEqual({
      field: 'description',
      before: 'line 597 of a text\nline 598 of a text\nline 599 of a text',
      after: 'line 597 of a text\nline 598 of a text\nLINE 599 of a text',
    });
    expect(changed(diff)).toBe(true);
  });

  it('lines at the end of a long text that go are shown', () => {
    const diff = field('checklist', lines(600), lines(598));
    expect(diff.before?.endsWith('line 598 of a text\nline 599 of a text')).toBe(true);
    expect(diff.after?.endsWith('line 597 of a text')).toBe(true);
  });

  it('of what comes into a very long line, the rest of the line is no nothing', () => {
    const before = 'x'.repeat(9_000);
    expect(field('recurrence', before, `${before}y`)).toEqual({ field: 'recurrence', before: '…', after: 'y' });
  });

  it('the same long text is no change', () => {
    expect(changed(field('description', lines(600), lines(600)))).toBe(false);
  });

  it('a part that is too long tells how much of it is not shown', () => {
    expect(field('content', null, 'x'.repeat(8_005)).after).toBe(`${'x'.repeat(8_000)} … (5 more characters)`);
  });

  it('of texts that differ in the second half of a character, the whole character is shown', () => {
    const before = 'x'.repeat(9_000);
    expect(field('content', `${before}😀`, `${before}😁`)).toEqual({ field: 'content', before: '😀', after: '😁' });
  });
});

it('the difference of two short texts is the part that differs', () => {
  const before = lines(20);
  expect(textDifference('content', before, before.replace('line 10 ', 'LINE 10 '))).toEqual({
    field: 'content',
    before: 'line 8 of a text\nline 9 of a text\nline 10 of a text\nline 11 of a text\nline 12 of a text',
    after: 'line 8 of a text\nline 9 of a text\nLINE 10 of a text\nline 11 of a text\nline 12 of a text',
  });
});

it('items of a checklist tell when they are due, also where that is kept', () => {
  const standing = [{ text: 'Pack', completed: false, dueDate: '2026-12-01' }];
  expect(listed(standing)).toBe('[ ] Pack (due 2026-12-01)');
  const items = [
    { text: 'Pack', completed: true },
    { text: 'Go', completed: false, dueDate: '2026-12-02' },
  ];
  expect(listed(items, standing)).toBe('[x] Pack (due 2026-12-01)\n[ ] Go (due 2026-12-02)');
  expect(listed([{ text: 'Pack', completed: false, dueDate: '' }], standing)).toBe('[ ] Pack');
});
