import { describe, expect, it } from 'vitest';
import { mergedItems } from '../../../../renderer/features/boards/card/checklist-items.ts';

const item = (text: string) => ({ id: text.replace('✓', ''), text: text.replace('✓', ''), completed: text.endsWith('✓'), dueDate: null });
const list = (texts: string) => (texts === '' ? [] : texts.split(' ').map(item));

describe('mergedItems', () => {
  it.each([
    ['a b', 'a2 b', 'a b', 'a2 b'],
    ['a b', 'a2 b', 'a b c', 'a2 b c'],
    ['a b', 'a2 b', 'a b✓', 'a2 b✓'],
    ['a b', 'a2 b', 'a', 'a2'],
    ['a b', 'a b✓', 'a b2', 'a b✓ b2'],
    ['a b', 'b a x', 'a b y', 'b a x y'],
    ['a b', 'a', 'a b c', 'a c'],
    ['', 'x', 'x', 'x'],
  ])('of %j, changed to %j here and to %j elsewhere, is %j', (base, mine, theirs, merged) => {
    expect(mergedItems(list(base), list(mine), list(theirs), (each) => each)).toEqual(list(merged));
  });

  it('keeps the due dates of both sides, and an item that was dated here and removed elsewhere', () => {
    const dated = (text: string, dueDate: string) => ({ ...item(text), dueDate });
    const mine = [dated('a', '2026-03-01'), item('b'), dated('c', '2026-03-02')];
    const theirs = [item('a✓'), dated('b', '2026-03-03')].map((each) => ({ ...each, text: each.text.replace('✓', '') }));
    expect(mergedItems(list('a b c'), mine, theirs, (each) => each)).toEqual([
      { ...dated('a', '2026-03-01'), completed: true },
      dated('b', '2026-03-03'),
      dated('c', '2026-03-02'),
    ]);
  });
});
