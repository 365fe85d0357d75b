// What scripts do to markdown: lines changed, added and taken away.

import fc from 'fast-check';
import { corpus } from './corpus.ts';
import { place } from './edits.ts';

export interface LineEdit {
  readonly kind: number;
  readonly at: number;
  readonly line: string;
}

const lines = [
  '',
  'new line',
  '# New',
  '- item',
  '* item',
  '```',
  '---',
  '===',
  '> quote',
  '$$',
  '    code',
  '[two]: /new',
  '[1]: /one',
  '<div>',
  '| a | b |',
  '|---|---|',
  'title: x',
  '1. one',
  '\u{1F600}',
  '\u{1F601}',
  '-->',
];

export const lineEdits: fc.Arbitrary<readonly LineEdit[]> = fc.array(
  fc.record({ kind: fc.nat(6), at: place, line: fc.constantFrom(...lines) }),
  { minLength: 1, maxLength: 4 },
);

export function changedLines(markdown: string, edits: readonly LineEdit[]): string {
  const ending = markdown.includes('\r\n') ? '\r\n' : '\n';
  let next = markdown;
  for (const { kind, at, line } of edits) {
    const pieces: string[] = next.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? [];
    const index = Math.floor(at * (pieces.length + 1));
    const character = Math.floor(at * (next.length + 1));
    switch (kind) {
      case 0:
        pieces.splice(index, 1);
        break;
      case 1:
        pieces.splice(index, 1, line + ending);
        break;
      case 2:
      case 3:
        pieces.splice(index, 0, line + ending);
        break;
      case 4:
        pieces.splice(0, pieces.length, next.slice(0, character) + line + next.slice(character));
        break;
      case 5:
        pieces.splice(0, pieces.length, next.slice(0, character) + next.slice(character + 1));
        break;
      default:
        pieces.push(line);
    }
    next = pieces.join('');
  }
  // Deltas never hold half a character.
  return next.toWellFormed();
}

export const markdown = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...corpus) },
  { weight: 2, arbitrary: fc.array(fc.constantFrom(...corpus), { minLength: 2, maxLength: 4 }).map((some) => some.join('')) },
  { weight: 1, arbitrary: fc.array(fc.constantFrom(...corpus), { minLength: 2, maxLength: 4 }).map((some) => some.join('\n')) },
);
