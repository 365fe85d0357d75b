import fc from 'fast-check';
import { expect, test } from 'vitest';
import { occurrences } from '../../../../main/features/notes/delta/occurrences.ts';
import { full } from '../../../support/tiers.ts';
import { runs } from '../../../support/property.ts';

function naive(text: string, part: string): { first: number; count: number } {
  let count = 0;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) count++;
  return { first: text.indexOf(part), count };
}

const letters = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '😀'), maxLength: 60 });

test('every occurrence counts, those that overlap too', () => {
  fc.assert(
    fc.property(
      letters,
      letters.filter((part) => part !== ''),
      (text, part) => {
        expect(occurrences(text, part)).toEqual(naive(text, part));
        expect(occurrences(part + text + part, part)).toEqual(naive(part + text + part, part));
      },
    ),
    runs(1000, 1),
  );
});

test('long parts that begin alike are told apart', () => {
  const words = Array.from({ length: 100 }, (_, index) => `word${index}`).join(' ');
  const part = `${words} end`;
  const alike = `${words} and`;
  expect(occurrences(`${alike}\n${part}\n${alike}`, part)).toEqual({ first: alike.length + 1, count: 1 });
  expect(occurrences(`${alike}\n`, part)).toEqual({ first: -1, count: 0 });
  expect(occurrences(`${part}\n${alike}\n${part}`, part)).toEqual({ first: 0, count: 2 });
});

test.each([
  ['a', 'b'],
  ['ab', 'ba'],
])('long parts of repeated text are found, and are no way to keep the service busy', full, (one, other) => {
  // The engine's own search takes half a minute for this.
  const text = one.repeat(2_000_000);
  const half = one.repeat(20_000);
  expect(occurrences(text, half + other + half)).toEqual({ first: -1, count: 0 });
  expect(occurrences(half + other + text, half + other + half)).toEqual({ first: 0, count: 1 });
  expect(occurrences(text, half).count).toBe(2_000_000 - 20_000 + 1);
});
