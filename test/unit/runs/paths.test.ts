import fc from 'fast-check';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { isWithin, pathSegments } from '../../../main/features/runs/workspace/paths.ts';
import { runs } from '../../support/property.ts';

const root = resolve('/work/space');

/** Pieces of paths that are apt to lead astray. */
const piece = fc.oneof(
  fc.constantFrom('..', '.', '/', '//', '\\', '~', '.env', 'con', 'a', 'b.md', ':', 'C:', ' ', '...', '%2e%2e', '\0', '．．', '‥'),
  fc.string({ maxLength: 4 }),
);
const path = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));

test('what is let through lies below the workspace, and names nothing hidden', () => {
  fc.assert(
    fc.property(path, (text) => {
      let names: string[];
      try {
        names = pathSegments(text);
      } catch {
        return;
      }
      const full = join(root, ...names);
      expect(isWithin(full, root)).toBe(true);
      expect(resolve(root, names.join('/'))).toBe(full);
      for (const name of names) expect([name.startsWith('.'), /[\\/:\p{Cc}]/u.test(name)]).toEqual([false, false]);
    }),
    runs(500, 76),
  );
});

test.each<[string, string, boolean]>([
  ['/work/space', '/work/space', true],
  ['/work/space/a', '/work/space', true],
  ['/work/space2', '/work/space', false],
  ['/work', '/work/space', false],
  ['/work/space/..a', '/work/space', true],
  ['/', '/work/space', false],
  ['/a', '/', true],
])('isWithin %s %s: %s', (inner, folder, is) => {
  expect(isWithin(inner, folder)).toBe(is);
});
