import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  titleKeys,
  nameKeyOf,
  nameKeysFor,
  newNoteFor,
  notebookPaths,
  noteFor,
  titleInTarget,
} from '../../../main/contract/link-titles.ts';
import { foldName, splitTarget } from '../../../main/contract/mentions.ts';
import { runs } from '../../support/property.ts';

interface Placed {
  readonly title: string;
  readonly folder: string;
}

const meant = (target: string, notes: readonly Placed[], from?: string): Placed | null => {
  const keys = new Set(titleKeys(target));
  const known = notes.filter(({ title }) => keys.has(foldName(title)));
  return noteFor(
    { target, isFile: from !== undefined, folder: from ?? '' },
    Map.groupBy(known, ({ title }) => foldName(title)),
    ({ folder }) => folder,
  );
};

describe('a target means', () => {
  // Those changed last first.
  const notes = [
    'sea/Log',
    'areas/home/Log',
    'home/Log',
    'areas/home/Plan',
    'work/PLAN',
    '/a/b',
    'x/C# notes',
    'y/read.me.md',
    'y/Read.me',
  ].map((path) => {
    const at = path.startsWith('/') ? 1 : path.lastIndexOf('/') + 1;
    return { folder: path.slice(0, Math.max(0, at - 1)), title: path.slice(at) };
  });
  test.each([
    ['Log', 'sea/Log'],
    ['Home/Log', 'home/Log'],
    ['Areas/Home/log#May', 'areas/home/Log'],
    ['/home/Log', 'home/Log'],
    ['./home//Log', 'home/Log'],
    ['home/Plan', 'areas/home/Plan'],
    ['ome/Plan', null],
    ['work/Log', null],
    ['home/areas/Log', null],
    ['PLAN', 'work/PLAN'],
    ['plan', 'areas/home/Plan'],
    ['Log.md', 'sea/Log'],
    ['/Log', 'sea/Log'],
    ['home/LOG.MD#x', 'home/Log'],
    ['a/b', '/a/b'],
    ['a/b.md', '/a/b'],
    ['x/C# notes', 'x/C# notes'],
    ['x/C# notes.md', 'x/C# notes'],
    ['y/Read.me.md', 'y/read.me.md'],
    ['y/read.me', 'y/Read.me'],
    ['y/Read.me.md.md', 'y/read.me.md'],
    ['Log#a/b', 'sea/Log'],
    ['home/', null],
    ['#Log', null],
    ['../home/Log', 'home/Log'],
    ['x/../home/Log', 'home/Log'],
    ['./Plan', 'areas/home/Plan'],
  ])('%s: %s', (target, expected) => {
    const note = meant(target, notes);
    expect(note === null ? null : `${note.folder}/${note.title}`).toBe(expected);
  });
});

describe('an address of a link means, from its notebook on,', () => {
  const notes = ['sea/Log', 'areas/home/Log', 'home/Log', '/Log', 'areas/Plan', '/x/y'].map((path) => {
    const at = path === '/x/y' ? 1 : path.lastIndexOf('/') + 1;
    return { folder: path.slice(0, Math.max(0, at - 1)), title: path.slice(at) };
  });
  test.each([
    ['areas', 'home/log.md#May', 'areas/home/Log'],
    ['', 'home/Log.md', 'home/Log'],
    ['areas/home', 'Log.md', 'areas/home/Log'],
    ['areas/home', '../Plan.md', 'areas/Plan'],
    ['areas/home', '../../Log.md', '/Log'],
    ['areas/home', '../../../sea/Log.md', 'sea/Log'],
    ['areas/home', '/Log.md', '/Log'],
    // Not there: as the same in brackets.
    ['work', 'Plan.md', 'areas/Plan'],
    ['work', '../home/Log.md', 'home/Log'],
    ['work', 'sea/Log.md', 'sea/Log'],
    ['work', '../x/y.md', '/x/y'],
    ['', 'lake/Log.md', null],
  ])('in “%s” %s: %s', (from, target, expected) => {
    const note = meant(target, notes, from);
    expect(note === null ? null : `${note.folder}/${note.title}`).toBe(expected);
  });
});

test('the note of a link to nothing is made in the notebook of its path, if there is one; else all of the path is its title', () => {
  const paths = new Map([
    ['a', 'areas'],
    ['ah', 'areas/home'],
    ['h', 'home'],
  ]);
  const made = (target: string, from?: string): readonly (string | null)[] =>
    Object.values(newNoteFor({ target, isFile: from !== undefined, folder: from ?? '' }, paths));
  expect(made('Plain#Part')).toEqual(['Plain', null]);
  expect(made('Home/Log#May')).toEqual(['Log', 'h']);
  expect(made('areas/HOME/Log.md')).toEqual(['Log', 'ah']);
  expect(made('TCP/IP')).toEqual(['TCP/IP', null]);
  expect(made('/Log.md')).toEqual(['Log', null]);
  expect(made('Log.md#May', 'areas')).toEqual(['Log', 'a']);
  expect(made('home/Log.md', 'areas')).toEqual(['Log', 'ah']);
  expect(made('../Log.md', 'areas')).toEqual(['Log', null]);
  expect(made('../home/Log.md', 'areas')).toEqual(['Log', 'h']);
  expect(made('../sea/Log.md', 'areas')).toEqual(['sea/Log', null]);
});

test('of ten thousand notes of one title the folders are asked once, however many paths are looked for', () => {
  const notes = Array.from({ length: 10_000 }, (_, index) => ({ title: 'Equal', folder: `a/b${index % 100}` }));
  const titled = new Map([['equal', notes]]);
  let asked = 0;
  const folderOf = ({ folder }: Placed): string => {
    asked += 1;
    return folder;
  };
  for (let index = 0; index < 1_000; index += 1) {
    const [exact, end] = [`a/b${index % 100}/Equal`, `b${index % 100}/Equal#${index}`];
    for (const target of [exact, end])
      expect(noteFor({ target, isFile: index % 2 === 0, folder: '' }, titled, folderOf)?.folder).toBe(`a/b${index % 100}`);
  }
  // Once for all, and for each end of a path once more.
  expect(asked).toBe(101 * notes.length);
});

test('a title of nothing but an ending is found by its path', () => {
  expect(meant('/.md.md', [{ folder: '', title: '/.md' }])?.title).toBe('/.md');
  expect(nameKeysFor('/.md')).toContain(nameKeyOf('/.md.md'));
});

test('a link is found by the title of the note that it means, and the title in it', () => {
  const text = fc
    .array(fc.constantFrom('a', 'B', '/', '#', '.md', ' ', '.'), { minLength: 1, maxLength: 8 })
    .map((parts) => parts.join(''));
  const place = fc.constantFrom('', 'a', 'b/a', 'a#b');
  fc.assert(
    fc.property(text, text, place, place, fc.boolean(), (written, title, folder, place, isFile) => {
      const target = written.trim();
      fc.pre(target !== '' && splitTarget(target).title !== '' && title.trim() !== '');
      const note = { title, folder };
      const key = foldName(title);
      const keys = [target, splitTarget(target).title].map(foldName);
      const isFound = keys.includes(key) || nameKeysFor(title).includes(nameKeyOf(target) ?? '');
      if (noteFor({ target, isFile, folder: place }, new Map([[key, [note]]]), () => folder) === null) return;
      expect([target, isFound, titleKeys(target).includes(key)]).toEqual([target, true, true]);
      const said = titleInTarget(target, new Set([key]));
      expect(foldName(target.slice(said?.at, (said?.at ?? 0) + (said?.title.length ?? 0)))).toBe(key);
    }),
    runs(1_000, 11),
  );
});

test('the path of a notebook has the names from the outermost on, folded', () => {
  const notebooks = [
    { id: '3', name: 'Ümlaut', parentId: '2' },
    { id: '1', name: 'Areas', parentId: null },
    { id: '2', name: 'Home', parentId: '1' },
    { id: '4', name: 'Lost', parentId: 'gone' },
  ];
  expect(Object.fromEntries(notebookPaths(notebooks))).toEqual({ 1: 'areas', 2: 'areas/home', 3: 'areas/home/ümlaut', 4: 'lost' });
});
