import { expect, test } from 'vitest';
import { parseAllowedOrigins } from '../../../main/features/links/allowed-origins.ts';

test.each<[string | undefined, string[]]>([
  [undefined, []],
  ['', []],
  [' , ', []],
  ['http://127.0.0.1:8080', ['http://127.0.0.1:8080']],
  ['http://127.0.0.1:8080/, https://LOCALHOST:443 ,http://[::1]:9', ['http://127.0.0.1:8080', 'https://localhost', 'http://[::1]:9']],
])('the origins of %j', (value, origins) => {
  expect(parseAllowedOrigins(value)).toEqual({ origins: new Set(origins), refused: [] });
});

test.each([
  '*',
  'null',
  '127.0.0.1:8080',
  'localhost',
  'http://',
  'http://127.0.0.1:8080/path',
  'http://127.0.0.1:8080/?',
  'http://127.0.0.1:8080/#',
  'http://127.0.0.1:99999',
  'http://*.example.org',
  'ftp://127.0.0.1',
  'file:///',
])('"%s" allows nothing, and does not harm its neighbours', (entry) => {
  expect(parseAllowedOrigins(`http://a.example, ${entry}, http://b.example`)).toEqual({
    origins: new Set(['http://a.example', 'http://b.example']),
    refused: [entry],
  });
});

test('a password is not repeated', () => {
  expect(parseAllowedOrigins('http://user:secret@127.0.0.1')).toEqual({ origins: new Set(), refused: ['…@127.0.0.1'] });
});
