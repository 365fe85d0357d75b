import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bearerToken } from '../../../main/features/auth/bearer.ts';
import { AppError } from '../../../main/lib/app-error.ts';
import { runs } from '../../support/property.ts';

const read = (authorization?: string): string => bearerToken({ headers: authorization === undefined ? {} : { authorization } });

test.each(['Bearer abc', 'bearer abc', 'BEARER abc', 'Bearer   abc', ' Bearer abc '])('%j names the token', (header) => {
  expect(read(header)).toBe('abc');
});

test.each([undefined, '', 'Basic YTpi', 'abc', 'Bearerabc', 'Token abc'])('%j names no token', (header) => {
  expect(() => read(header)).toThrow(expect.objectContaining({ code: 'unauthorized', headers: { 'WWW-Authenticate': 'Bearer' } }));
});

test.each(['Bearer', 'Bearer a b', 'Bearer a, Bearer b', 'bearer a,b c'])('%j is refused as a token', (header) => {
  expect(() => read(header)).toThrow(
    expect.objectContaining({ code: 'unauthorized', headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' } }),
  );
});

test('a header that was sent twice is refused', () => {
  const request = {
    headers: { authorization: 'Bearer a' },
    rawHeaders: ['Host', 'localhost', 'authorization', 'Bearer a', 'Authorization', 'Bearer b'],
  };
  expect(() => bearerToken(request)).toThrow(expect.objectContaining({ code: 'unauthorized' }));
  expect(bearerToken({ ...request, rawHeaders: request.rawHeaders.slice(0, 4) })).toBe('a');
});

test('any header gives a token or `unauthorized`, and the error does not repeat it', () => {
  const attempt = (header: string): string | AppError => {
    try {
      return read(header);
    } catch (error) {
      if (error instanceof AppError && error.code === 'unauthorized') return error;
      throw error;
    }
  };
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.string({ minLength: 20 }).map((rest) => `Bearer ${rest}`),
      ),
      (header) => {
        const outcome = attempt(header);
        const repeats =
          typeof outcome === 'string' ? outcome.includes(' ') : header.length >= 27 && outcome.message.includes(header.slice(7));
        expect(repeats).toBe(false);
      },
    ),
    runs(100, 60),
  );
});
