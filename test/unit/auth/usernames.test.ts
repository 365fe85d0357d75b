import fc from 'fast-check';
import { expect, test } from 'vitest';
import { usernameKey } from '../../../main/features/auth/usernames.ts';
import { runs } from '../../support/property.ts';

test.each([
  ['Anna', 'aNNA'],
  ['ÄRGER', 'ärger'],
  ['Straße', 'STRASSE'],
  ['STRAẞE', 'strasse'],
  ['ΟΔΟΣ', 'οδος'],
  ['é', 'e\u0301'],
  ['ｗｉｄｅ', 'wide'],
])('%j and %j are one name', (a, b) => {
  expect(usernameKey(a)).toBe(usernameKey(b));
});

test.each([
  ['anna', 'anne'],
  ['Ärger', 'Arger'],
  ['a b', 'ab'],
])('%j and %j are two names', (a, b) => {
  expect(usernameKey(a)).not.toBe(usernameKey(b));
});

test('a name written in capitals or in small letters is the same name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 64 }), (name) => {
      expect(usernameKey(name.toUpperCase())).toBe(usernameKey(name));
      expect(usernameKey(usernameKey(name))).toBe(usernameKey(name));
    }),
    runs(100, 60),
  );
});
