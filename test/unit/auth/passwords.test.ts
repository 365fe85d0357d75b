import { scryptSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { Passwords } from '../../../main/features/auth/passwords.ts';
import { full } from '../../support/tiers.ts';
import { quickest } from './fixture.ts';

const passwords = new Passwords();
/** For what holds at any cost. */
const cheap = new Passwords({ ln: 10, r: 8, p: 1 });
const authorize = (): Promise<void> => Promise.resolve();

test('a hash is a PHC string, the scrypt key that its parameters describe, and holds nothing of the password', full, async () => {
  const hash = await passwords.hash('correct horse');
  expect(hash).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(hash).not.toContain('horse');
  const [, , , salt, key] = hash.split('$');
  const expected = scryptSync('correct horse', Buffer.from(salt ?? '', 'base64'), 32, { N: 2 ** 15, r: 8, p: 3, maxmem: 2 ** 26 });
  expect(Buffer.from(key ?? '', 'base64')).toEqual(expected);
});

test('each hash has a salt of its own', async () => {
  const salts = await Promise.all([1, 2].map(async () => (await cheap.hash('correct horse')).split('$')[3]));
  expect(new Set(salts).size).toBe(2);
});

test('the right password matches, any other does not', async () => {
  const hash = await cheap.hash('correct horse');
  expect(await cheap.matches('correct horse', hash, authorize)).toBe(true);
  expect(await cheap.matches('Correct horse', hash, authorize)).toBe(false);
  expect(await cheap.matches('', hash, authorize)).toBe(false);
});

test('the way in which a letter is composed does not count', async () => {
  const hash = await cheap.hash('café au lait');
  expect(await cheap.matches('cafe\u0301 au lait', hash, authorize)).toBe(true);
});

test('parameters are read from the hash', async () => {
  const salt = Buffer.from('salt of 16 bytes');
  const key = scryptSync('correct horse', salt, 32, { N: 2 ** 10, r: 4, p: 1 });
  const hash = `$scrypt$ln=10,r=4,p=1$${salt.toString('base64').replace(/=+$/, '')}$${key.toString('base64').replace(/=+$/, '')}`;
  expect(await passwords.matches('correct horse', hash, authorize)).toBe(true);
  expect(await passwords.matches('wrong horse', hash, authorize)).toBe(false);
});

test('an unreadable hash is an error that does not show it', async () => {
  await expect(passwords.matches('correct horse', '$argon2id$hidden', authorize)).rejects.toThrow(
    /^A stored password hash has an unknown format$/,
  );
});

test('without a hash nothing matches, at the cost of any check', async () => {
  // Dear enough that all else hardly counts.
  const dear = new Passwords({ ln: 13, r: 8, p: 1 });
  const hash = await dear.hash('correct horse');
  // Processor time, of which other work on the machine takes none.
  const times = { withHash: [] as number[], without: [] as number[] };
  for (let round = 0; round < 3; round += 1) {
    for (const [kind, stored] of [
      ['withHash', hash],
      ['without', null],
    ] as const) {
      const begin = process.cpuUsage();
      expect(await dear.matches('wrong horse', stored, authorize)).toBe(false);
      times[kind].push(process.cpuUsage(begin).user);
    }
  }
  const [withHash, without] = [quickest(times.withHash), quickest(times.without)];
  expect(without).toBeGreaterThan(withHash / 3);
  expect(without).toBeLessThan(withHash * 3);
});

test('what `authorize` throws is thrown, and no password is tried', async () => {
  const hash = await cheap.hash('correct horse');
  await expect(cheap.matches('correct horse', hash, () => Promise.reject(new Error('not now')))).rejects.toThrow('not now');
});
