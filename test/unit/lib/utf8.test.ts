import fc from 'fast-check';
import { expect, test } from 'vitest';
import { utf8Of } from '../../../main/lib/utf8.ts';
import { anyCharacter } from '../../support/any-character.ts';
import { runs } from '../../support/property.ts';

test('gives the bytes that Buffer.from gives, of any well-formed text', () => {
  const texts = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.string({ unit: fc.constantFrom('a', 'é', '…', '\u{1F600}', '\0', '\uFEFF', '\u2028') }),
  );
  fc.assert(
    fc.property(texts, (text) => {
      expect(utf8Of(text)).toEqual(Buffer.from(text));
    }),
    runs(100, 7),
  );
});

test.each(['', 'plain', 'näher', 'too wide…'])('of a long text as well: %s', (some) => {
  const text = some.repeat(30_000);
  expect(utf8Of(text).equals(Buffer.from(text))).toBe(true);
});
