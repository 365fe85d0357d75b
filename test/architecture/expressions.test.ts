// Regular expressions whose time doubles with each character of a text: such a text of fifty would hold all others up for good. And those
// whose time grows as the square of a text, in what reads megabytes that others send.

import { parseSync } from '@swc/core';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { analyse } from 'scslre';
import { expect, test } from 'vitest';
import { full } from '../support/tiers.ts';

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

function literalsOf(pattern: string): (Literal & { readonly file: string })[] {
  return globSync(pattern, { cwd: root }).flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    if (!beginning.test(text)) return [];
    const found = [...literalsIn(parseSync(text, { syntax: 'typescript', tsx: file.endsWith('x'), target: 'esnext' }).body)];
    return found.map((literal) => ({ file: file.replaceAll('\\', '/'), ...literal }));
  });
}

const isExponential = ({ pattern: source, flags }: Literal): boolean =>
  analyse({ source, flags }, { reportTypes: { Move: false } }).reports.some(({ exponential }) => exponential);

test('no literal of the sources has two ways to read each part of a text', full, () => {
  const literals = literalsOf('{main,preload,renderer}/**/*.{ts,tsx}');
  expect(literals.length).toBeGreaterThan(1_000);
  expect(literals.filter(isExponential).map(({ file, pattern }) => `${file}: ${pattern}`)).toEqual([]);
});

test.each(['^(?:a+)+$', '^(?: *- +)* *x', '^(?:[ \\t]*(?:[-+*]|\\d{1,9}[.)])[ \\t]+)*[ \\t]*(?:>[ \\t]?)*>(?=[^\\s>])'])(
  'one that has is seen: %s',
  (pattern) => {
    expect(isExponential({ pattern, flags: '' })).toBe(true);
  },
);

/** Tries that begin anew at each character of a run, and each go to its end: `\\s+$` does, `(?<!\\s)\\s+$` does not. */
const isQuadratic = ({ pattern: source, flags }: Literal): boolean => analyse({ source, flags }).reports.length > 0;

test('no literal for what providers, models and clients of MCP send begins anew at each character of a run', () => {
  const literals = literalsOf('main/{features/{ai,ask,runs},mcp,tools}/**/*.ts');
  expect(literals.length).toBeGreaterThan(50);
  expect(literals.filter(isQuadratic).map(({ file, pattern }) => `${file}: ${pattern}`)).toEqual([
    // An address that the owner sets, and the target of a request, which Node limits.
    'main/features/ai/upstream.ts: \\/+$',
    'main/features/ai/server/http-server.ts: \\?.*$',
  ]);
});

test.each([
  [String.raw`\\+(?:u[0-9a-f]{0,3})?$`, true],
  [String.raw`(?<!\\)\\+(?:u[0-9a-f]{0,3})?$`, false],
])('one that does is seen: %s', (pattern, isSeen) => {
  expect(isQuadratic({ pattern, flags: '' })).toBe(isSeen);
});
