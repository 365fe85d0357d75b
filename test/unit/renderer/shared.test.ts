import { describe, expect, it } from 'vitest';
import { shortcutKeys } from '../../../renderer/actions/shortcut.ts';
import { filenameIn } from '../../../renderer/api/client.ts';
import { concerns } from '../../../renderer/api/live.ts';

describe('which queries a change concerns', () => {
  const ids = new Set(['1']);
  it.each([
    ['a list of its type', ['card', 'board', 'x'], undefined, true],
    ['the record itself', ['card', 'one', '1'], undefined, true],
    ['another record', ['card', 'one', '2'], undefined, false],
    ['another type', ['note', 'list'], undefined, false],
    ['another type that tells of it', ['column', 'projects'], { alsoOn: ['card'] as const }, true],
    ['what never changes', ['card', 'one', '1'], { fixed: true as const }, false],
  ])('%s', (_, key, meta, expected) => {
    expect(concerns(key, meta, 'card', ids)).toBe(expected);
  });
});

describe('the keys of a shortcut', () => {
  it.each([
    ['c', [['C']]],
    ['g n', [['G'], ['N']]],
    ['Shift+?', [['?']]],
    ['Shift+ArrowLeft', [['Shift', '←']]],
    ['$mod+k', [['Ctrl', 'K']]],
    ['Shift+a', [['Shift', 'A']]],
  ])('%s', (shortcut, keys) => {
    expect(shortcutKeys(shortcut)).toEqual(keys);
  });
});

describe('the name of a download', () => {
  it.each([
    [null, null],
    ['attachment', null],
    ['attachment; filename="a.txt"', 'a.txt'],
    ['attachment; filename=a.txt', 'a.txt'],
    [String.raw`attachment; filename="a \"b\".txt"`, 'a "b".txt'],
    ['attachment; filename="_.txt"; filename*=UTF-8\'\'%C3%A4.txt', 'ä.txt'],
    ['attachment; filename="_.txt"; filename*=UTF-8\'\'%zz', '_.txt'],
  ])('%s', (header, name) => {
    expect(filenameIn(header)).toBe(name);
  });
});
