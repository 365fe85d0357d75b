import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isTextDeeperThan, maybeJson } from '../../../main/lib/json.ts';
import { runs } from '../../support/property.ts';

test('what is no JSON is undefined', () => {
  expect(['null', '[1]', '', '{', 'undefined'].map(maybeJson)).toEqual([null, [1], undefined, undefined, undefined]);
});

test.each([
  ['lists within each other', '[[[]]]', 3],
  ['objects and lists', '{"a":[{"b":1}]}', 3],
  ['lists beside each other', '[[],[],[[]]]', 3],
  ['signs within texts', '["[[[[", "{{{{", "\\"[[[[", "\\\\"]', 1],
  ['text that has no end', '["[[[[', 1],
])('%s are as deep as the text says', (_, json, depth) => {
  const bytes = Buffer.from(json);
  expect(isTextDeeperThan(bytes, depth)).toBe(false);
  expect(isTextDeeperThan(bytes, depth - 1)).toBe(true);
});

test('long texts end where they end, whatever is escaped in them and wherever', () => {
  const piece = fc.constantFrom('\\', '"', '\\"', '[{', 'x'.repeat(30), 'x'.repeat(63), '\u001f', 'ü');
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 40 }), (pieces) => {
      const bytes = Buffer.from(JSON.stringify([[pieces.join('')], pieces.join('')]));
      expect([isTextDeeperThan(bytes, 1), isTextDeeperThan(bytes, 2)]).toEqual([true, false]);
    }),
    runs(300, 7),
  );
});
