// Regular expressions whose time doubles with each character of a text: such a text of fifty would hold all others up for good.

import { parseSync } from '@swc/core';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { analyse } from 'scslre';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

interface Literal {
  readonly pattern: string;
  readonly flags: string;
}

/** The literals in a piece of a syntax tree. */
function* literalsIn(piece: unknown): Generator<Literal> {
  if (typeof piece !== 'object' || piece === null) return;
  if ('type' in piece && piece.type === 'RegExpLiteral') yield piece as unknown as Literal;
  for (const part of Object.values(piece)) yield* literalsIn(part);
}

/** What stands before a literal, and the first sign of it: to parse a file takes some milliseconds. */
const beginning = /(?:[(,=:[!&|?{};>]|\b(?:return|case|of|in))\s*\/(?![/*])/;

const isExponential = ({ pattern: source, flags }: Literal): boolean =>
  analyse({ source, flags }, { reportTypes: { Move: false } }).reports.some(({ exponential }) => exponential);

test('no literal of the sources has two ways to read each part of a text', () => {
  const files = globSync('{main,preload,renderer}/**/*.{ts,tsx}', { cwd: root });
  const literals = files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    if (!beginning.test(text)) return [];
    const found = [...literalsIn(parseSync(text, { syntax: 'typescript', tsx: file.endsWith('x'), target: 'esnext' }).body)];
    return found.map((literal) => ({ file: file.replaceAll('\\', '/'), ...literal }));
  });
  expect(literals.length).toBeGreaterThan(1_000);
  expect(literals.filter(isExponential).map(({ file, pattern }) => `${file}: ${pattern}`)).toEqual([]);
});

test.each(['^(?:a+)+$', '^(?: *- +)* *x', '^(?:[ \\t]*(?:[-+*]|\\d{1,9}[.)])[ \\t]+)*[ \\t]*(?:>[ \\t]?)*>(?=[^\\s>])'])(
  'one that has is seen: %s',
  (pattern) => {
    expect(isExponential({ pattern, flags: '' })).toBe(true);
  },
);
