import { expect, test } from 'vitest';
import { Auth } from '../../../main/features/auth/auth.ts';
import { UserStore } from '../../../main/features/auth/store.ts';
import { newId } from '../../../main/lib/ids.ts';
import { tablesOf } from './fixture.ts';
import { openNew } from '../storage/fixture.ts';

const day = 24 * 60 * 60 * 1000;

test('a revoked token is remembered until 30 days after its end, and not for ever', async () => {
  const database = openNew();
  const time = { now: Date.UTC(2026, 2, 1) };
  const auth = new Auth({
    ...tablesOf(database, new UserStore(database)),
    secret: 's'.repeat(32),
    soloMode: () => true,
    tokenLifetime: () => 3600,
    clock: () => time.now,
    newId,
  });
  await database.write(() => auth.ensureOwner());
  const { token } = auth.serviceToken();
  const request = { headers: { authorization: `Bearer ${token}` } };
  const caller = auth.authenticate(request);
  await database.write(() => {
    auth.sessions.logout(caller);
  });
  const remembered = (): unknown => database.prepare('SELECT count(*) AS tokens FROM revoked_tokens').get();
  const forget = (): Promise<boolean> => database.write(() => auth.sessions.forgetRevoked());
  time.now += 7 * day + 29 * day;
  expect(await forget()).toBe(false);
  expect(remembered()).toEqual({ tokens: 1 });
  time.now += 2 * day;
  await forget();
  expect(remembered()).toEqual({ tokens: 0 });
  expect(() => auth.authenticate(request)).toThrow('The token has expired');
});
