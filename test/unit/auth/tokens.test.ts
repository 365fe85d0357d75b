import { createHmac, generateKeyPairSync, sign as signBytes } from 'node:crypto';
import fc from 'fast-check';
import jwt from 'jsonwebtoken';
import { expect, test } from 'vitest';
import { Tokens } from '../../../main/features/auth/tokens.ts';
import { newId } from '../../../main/lib/ids.ts';
import { secret } from './fixture.ts';
import { runs } from '../../support/property.ts';

const start = Date.UTC(2026, 2, 1);
const seconds = start / 1000;
const year = 365 * 24 * 3600 * 1000;
let now = start;

function tokens(): Tokens {
  now = start;
  return new Tokens(secret, () => now, newId);
}

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const claims = { sub: 'someone', iat: seconds, exp: seconds + 3600, jti: 'one' };

/** A token made by hand, signed with HMAC and the right secret. */
function forged(header: object, payload: unknown, hash = 'sha256', key = secret): string {
  return signed(encode(header), encode(payload), hash, key);
}

function signed(header: string, payload: string, hash = 'sha256', key = secret): string {
  return `${header}.${payload}.${createHmac(hash, key).update(`${header}.${payload}`).digest('base64url')}`;
}

test('an issued token tells user, id and times, and is a plain HS256 token', () => {
  const { token, tokenId, expiresAt } = tokens().issue('someone', 3600, null);
  expect(expiresAt).toBe(start + 3_600_000);
  expect(jwt.decode(token, { complete: true })).toMatchObject({
    header: { alg: 'HS256', typ: 'JWT' },
    payload: { sub: 'someone', iat: seconds, exp: seconds + 3600, jti: tokenId },
  });
  expect(jwt.verify(token, secret, { algorithms: ['HS256'], clockTimestamp: seconds })).toBeTruthy();
  expect(tokens().verify(token)).toEqual({
    userId: 'someone',
    isAccess: false,
    tokenId,
    notBefore: 0,
    expiresAt: seconds + 3600,
    stamp: null,
  });
});

test('an issued token tells the stamp that it was given', () => {
  expect(tokens().verify(tokens().issue('someone', 60, 'second').token)).toMatchObject({ stamp: 'second' });
});

test('a token that another program made with the secret is taken as well', () => {
  expect(tokens().verify(forged({ alg: 'HS256' }, claims))).toMatchObject({ userId: 'someone', tokenId: 'one' });
});

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const publicPem = publicKey.export({ type: 'spki', format: 'pem' }).toString();

function rs256(): string {
  const text = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${text}.${signBytes('RSA-SHA256', Buffer.from(text), privateKey).toString('base64url')}`;
}

test.each([
  ['no signature and alg none', `${encode({ alg: 'none' })}.${encode(claims)}.`],
  ['alg none with the signature of HS256', forged({ alg: 'none' }, claims)],
  ['alg NONE in other letters', `${encode({ alg: 'nOnE' })}.${encode(claims)}.`],
  ['HS512', forged({ alg: 'HS512', typ: 'JWT' }, claims, 'sha512')],
  ['HS384', forged({ alg: 'HS384', typ: 'JWT' }, claims, 'sha384')],
  ['RS256', rs256()],
  ['RS256 in the header, HMAC with the secret', forged({ alg: 'RS256', typ: 'JWT' }, claims)],
  ['HS256 with a public key as the secret', forged({ alg: 'HS256', typ: 'JWT' }, claims, 'sha256', publicPem)],
  ['another secret', jwt.sign(claims, `${secret}!`, { algorithm: 'HS256' })],
  ['no exp', forged({ alg: 'HS256' }, { sub: 'someone', iat: seconds, jti: 'one' })],
  ['exp as text', forged({ alg: 'HS256' }, { ...claims, exp: String(claims.exp) })],
  ['exp without end', signed(encode({ alg: 'HS256' }), Buffer.from('{"sub":"a","jti":"b","exp":1e999}').toString('base64url'))],
  ['no sub', forged({ alg: 'HS256' }, { ...claims, sub: undefined })],
  ['no jti', forged({ alg: 'HS256' }, { ...claims, jti: undefined })],
  ['an empty jti', forged({ alg: 'HS256' }, { ...claims, jti: '' })],
  ['a payload of null', forged({ alg: 'HS256' }, null)],
  ['a payload of text', forged({ alg: 'HS256' }, 'someone')],
  ['a payload of a list', forged({ alg: 'HS256' }, [])],
  ['no token at all', ''],
  ['two parts', 'a.b'],
  ['five parts', 'a.b.c.d.e'],
  ['words', 'let me in'],
])('%s is no token', (_what, token) => {
  expect(tokens().verify(token)).toBeNull();
});

test('a token that is altered in any place is no token, also after it was seen whole', () => {
  const known = tokens();
  const { token } = known.issue('someone', 3600, null);
  expect(known.verify(token)).not.toBeNull();
  fc.assert(
    fc.property(fc.nat(token.length - 1), fc.constantFrom('A', 'B', 'x', 'y', '0', '1', '9', '-', '_', '.', '='), (place, letter) => {
      fc.pre(token[place] !== letter);
      expect(known.verify(token.slice(0, place) + letter + token.slice(place + 1))).toBeNull();
    }),
    runs(100, 60),
  );
});

test('a token ends at its exp, and lives again when a wrong clock is put right', () => {
  const known = tokens();
  const { token } = known.issue('someone', 60, null);
  const fresh = new Tokens(secret, () => now, newId);
  for (const [time, expected] of [
    [start + 59_999, 'someone'],
    [start + 60_000, 'expired'],
    [start + 5 * year, 'expired'],
    [start + 1, 'someone'],
    [start - 5 * year, 'someone'],
    [start + 60_001, 'expired'],
  ] as const) {
    now = time;
    for (const verdict of [known.verify(token), fresh.verify(token)]) {
      expect([time, verdict === 'expired' ? verdict : verdict?.userId]).toEqual([time, expected]);
    }
  }
});

test('a token first seen after its end is remembered as what it is', () => {
  const { token } = tokens().issue('someone', 60, null);
  const late = tokens();
  now = start + year;
  expect(late.verify(token)).toBe('expired');
  now = start;
  expect(late.verify(token)).toMatchObject({ userId: 'someone' });
});

test('nbf is honoured each time', () => {
  const known = tokens();
  const token = forged({ alg: 'HS256' }, { ...claims, nbf: seconds + 10 });
  expect(known.verify(token)).toBe('expired');
  now = start + 10_000;
  expect(known.verify(token)).toMatchObject({ userId: 'someone' });
  now = start;
  expect(known.verify(token)).toBe('expired');
});

test('a lifetime beyond the year 9999 ends with that year, one below a second lasts a second', () => {
  expect(new Date(tokens().issue('someone', 1e15, null).expiresAt).toISOString()).toBe('9999-12-31T23:59:59.000Z');
  expect(tokens().issue('someone', 0.2, null).expiresAt).toBe(start + 1000);
});

test('a remembered token is checked far faster than a new one', () => {
  const issuer = tokens();
  const list = Array.from({ length: 500 }, (_, index) => issuer.issue(`user ${index}`, 3600, null).token);
  const known = tokens();
  const timed = (): number => {
    const begin = performance.now();
    for (const token of list) known.verify(token);
    return performance.now() - begin;
  };
  const first = timed();
  const second = Math.min(timed(), timed(), timed());
  expect(second).toBeLessThan(first / 3);
});
