import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../../renderer');

/** Set by the components that the page is built of. */
const ofComponents = ['--anchor-width', '--available-height', '--toast-swipe-movement-x'];

it('every custom property that a style uses is set somewhere', () => {
  const texts = globSync('**/*.{css,ts,tsx}', { cwd: root }).map((file) => readFileSync(join(root, file), 'utf8'));
  const names = (pattern: RegExp): string[] => texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name));
  const set = new Set([...ofComponents, ...names(/(--[a-zA-Z][\w-]*)['"]?\s*:/g), ...names(/setProperty\(\s*['"`](--[\w-]+)/g)]);
  const used = new Set(names(/var\((--[\w-]+)\s*[,)]/g));
  expect(used.size).toBeGreaterThan(20);
  expect([...used].filter((name) => !set.has(name))).toEqual([]);
});
