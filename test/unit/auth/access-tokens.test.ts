import { afterEach, beforeEach, expect, test } from 'vitest';
import { TokenUse } from '../../../main/features/auth/token-use.ts';
import { windowActor } from '../../../main/lib/caller.ts';
import { openAuth, type Fixture } from './fixture.ts';

const day = 24 * 60 * 60 * 1000;

let fixture: Fixture;
beforeEach(async () => {
  fixture = await openAuth();
});
afterEach(() => {
  fixture.dispose();
});

const make = (expiresAt: string | null) => {
  const login = fixture.callerOf(fixture.auth.serviceToken().token);
  return fixture.database.write(() => fixture.auth.accessTokens.create(login, { name: 'Script', scopes: ['notes:read'], expiresAt }));
};

test('a caller with a login may do everything, one with a token what the token says, under its name', async () => {
  expect(fixture.callerOf(fixture.auth.serviceToken().token)).toMatchObject({ isLogin: true, actor: windowActor });
  const { id, token } = await make(null);
  const caller = fixture.callerOf(token);
  expect(caller).toMatchObject({ isLogin: false, tokenId: id, expiresAt: null, actor: { kind: 'token', id, name: 'Script' } });
  expect([...caller.scopes]).toEqual(['notes:read']);
});

test('a token ends at its whole second, lives again if the clock is put back, and is forgotten 30 days after its end', async () => {
  const { now } = fixture.settings;
  const { token, expiresAt } = await make(new Date(now + day + 999).toISOString());
  expect(Date.parse(expiresAt ?? '')).toBe(now + day);
  fixture.settings.now = now + day;
  expect(() => fixture.callerOf(token)).toThrow('The token has expired');
  fixture.settings.now = now + 31 * day;
  await fixture.database.write(() => fixture.auth.accessTokens.forgetEnded());
  expect(fixture.auth.accessTokens.list(fixture.owner.id, {}).total).toBe(1);
  fixture.settings.now = now;
  expect(fixture.callerOf(token).userId).toBe(fixture.owner.id);
  fixture.settings.now = now + 31 * day + 1;
  await fixture.database.write(() => fixture.auth.accessTokens.forgetEnded());
  expect(fixture.auth.accessTokens.list(fixture.owner.id, {}).total).toBe(0);
  fixture.settings.now = now;
  expect(() => fixture.callerOf(token)).toThrow('The token was revoked');
});

test('who watches is told of a revocation once it is committed, and of none that was rolled back', async () => {
  const { id, token } = await make(null);
  const seen: boolean[] = [];
  const stop = fixture.auth.onAccessChange(() => {
    try {
      fixture.callerOf(token);
      seen.push(true);
    } catch {
      seen.push(false);
    }
  });
  const revoke = (work: () => void): Promise<void> =>
    fixture.database.write(() => {
      fixture.auth.accessTokens.remove(fixture.owner.id, id);
      work();
    });
  await expect(
    revoke(() => {
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  expect([seen, fixture.callerOf(token).tokenId]).toEqual([[], id]);
  await revoke(() => undefined);
  expect(seen).toEqual([false]);
  stop();
  await fixture.addUser('anna', 'correct horse');
  await fixture.database.write(() => {
    fixture.store.holders.forget();
  });
  expect(seen).toEqual([false]);
});

test('the last use is written down with the next flush, not with each request, and again after a failure', async () => {
  const written: [string, number][] = [];
  const errors: unknown[] = [];
  let now = 1000;
  let writes = 0;
  let isFull = true;
  const use = new TokenUse({
    store: { used: (...of) => written.push(of) },
    write: (work) => {
      writes += 1;
      return isFull ? Promise.reject(new Error('disk full')) : Promise.resolve(work());
    },
    clock: () => now,
    log: { error: (details: unknown) => errors.push(details) },
  });
  await use.flush();
  for (const at of [1000, 2000, 3000]) {
    now = at;
    use.note('a');
  }
  expect([writes, use.lastUse('a'), use.lastUse('b')]).toEqual([0, 3000, null]);
  await use.flush();
  expect([written, errors.length, use.lastUse('a')]).toEqual([[], 1, 3000]);
  isFull = false;
  await use.flush();
  await use.flush();
  expect([written, writes, use.lastUse('a')]).toEqual([[['a', 3000]], 2, null]);
});
