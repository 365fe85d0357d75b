// Names of files in an export: every system takes them, and none takes two of them for one.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FolderNames, nameLimits, notebookFolders } from '../../../main/features/exports/everything/safe-names.ts';
import { anyCharacter } from '../../support/any-character.ts';
import { runs } from '../../support/property.ts';
import { full } from '../../support/tiers.ts';

const hostile = [
  '',
  ' ',
  '.',
  '..',
  '...',
  '../../etc/passwd',
  'C:\\Windows\\x',
  'CON',
  'con.md',
  'Aux.tar.gz',
  'NUL ',
  'COM1',
  'com¹',
  'LPT9.txt',
  'name.',
  'name. . .',
  ' lead',
  '.hidden',
  '-rf',
  'a\0b',
  'a\nb',
  'a:b|c?d*e<f>g"h',
  'é',
  'e\u0301',
  'STRASSE',
  'straße',
  'İ',
  'ı',
  'I',
  'ﬁle',
  'file',
  'FILE',
  'right\u202Egnp.exe',
  'zero\u200Bwidth',
  'zerowidth',
  '\uD800 alone',
  '👩‍👩‍👧‍👦'.repeat(60),
  '中'.repeat(300),
  'x'.repeat(500),
  `${'x'.repeat(245)}.txt`,
  'name (2)',
  'name',
  'NAME',
];

const devices = /^(?:con|conin\$|conout\$|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;

/** What is wrong with a path of a zip on any of the three systems; null for nothing. */
function flaw(path: string): string | null {
  if (path.length > nameLimits.path) return 'too long';
  if (path !== path.normalize('NFC')) return 'not NFC';
  for (const name of path.split('/')) {
    if (name === '' || name === '.' || name === '..') return 'no name';
    if (Buffer.byteLength(name) > nameLimits.name) return 'too long a name';
    if (/[\p{Cc}\p{Cs}<>:"\\|?*\u202A-\u202E\u2066-\u2069]/u.test(name)) return 'a character that some system refuses';
    if (/^[\s.]|[\s.]$/.test(name)) return 'a dot or blank at an end';
    if (devices.test(name)) return 'a device';
  }
  return null;
}

/** As macOS and Windows compare names. */
const same = (path: string): string => path.normalize('NFKD').toUpperCase().normalize('NFC');

const titles = fc.array(fc.oneof(fc.constantFrom(...hostile), fc.string({ unit: 'grapheme' }), fc.string({ unit: anyCharacter })), {
  maxLength: 60,
});

test('files of a folder have names that every system takes, and that none takes for one another', () => {
  fc.assert(
    fc.property(titles, (all) => {
      const names = new FolderNames('notes/', ['attachments']);
      const paths = [...all, 'attachments', ...all].map((title, index) =>
        index % 3 === 0 ? names.named(title) : names.file(title, 'md', 'Note'),
      );
      expect(paths.map(flaw).filter((each) => each !== null)).toEqual([]);
      expect(new Set(paths.map(same)).size).toBe(paths.length);
      expect(paths.map(same)).not.toContain(same('notes/attachments'));
    }),
    runs(200, 1),
  );
});

test('notebooks have folders in their tree, however deep it is, with room for what is in them', () => {
  const trees = fc.array(fc.tuple(fc.constantFrom(...hostile, 'attachments'), fc.nat({ max: 3 })), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(trees, (made) => {
      const depths: number[] = [];
      const notebooks = made.map(([name, up], index) => {
        // Mostly in the one before, so that some trees are as deep as they can be.
        const parent = index - 1 - up;
        const isTop = parent < 0 || (depths[parent] ?? 0) >= 19;
        depths.push(isTop ? 0 : (depths[parent] ?? 0) + 1);
        return { id: `${index}`, name, parentId: isTop ? null : `${parent}` };
      });
      const folders = notebookFolders(notebooks, 'notes/', 'attachments');
      const paths = [...folders.values()];
      expect(folders.size).toBe(notebooks.length);
      expect(paths.map((path) => flaw(path.slice(0, -1))).filter((each) => each !== null)).toEqual([]);
      expect(new Set(paths.map(same)).size).toBe(paths.length);
      for (const { id, parentId } of notebooks) if (parentId !== null) expect(folders.get(id)).toContain(folders.get(parentId) ?? '?');
      const longest = paths.toSorted((a, b) => b.length - a.length)[0] ?? '';
      expect(new FolderNames(`${longest}attachments/`).file('x'.repeat(60), 'png', 'File').length).toBeLessThanOrEqual(nameLimits.path);
    }),
    runs(100, 2),
  );
});

test('equal titles are told apart by their order alone, a plain one keeps its name, and thousands of them take no time', full, () => {
  const names = new FolderNames('');
  expect(['Plan', 'plan', 'Plan', 'Plan (2)'].map((title) => names.file(title, 'md', 'Note'))).toEqual([
    'Plan.md',
    'plan (2).md',
    'Plan (3).md',
    'Plan (2) (2).md',
  ]);
  const paths = Array.from({ length: 20_000 }, () => names.file('Untitled', 'md', 'Note'));
  expect(paths.at(-1)).toBe('Untitled (20000).md');
});
