import jwt from 'jsonwebtoken';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { Auth } from '../../../main/features/auth/auth.ts';
import { failuresPerName } from '../../../main/features/auth/login-limit.ts';
import { Tokens } from '../../../main/features/auth/tokens.ts';
import { AppError } from '../../../main/lib/app-error.ts';
import { delegationOf } from '../../../main/lib/caller.ts';
import { newId } from '../../../main/lib/ids.ts';
import { full } from '../../support/tiers.ts';
import { address, quickest, openAuth, secret, tablesOf, type Fixture } from './fixture.ts';

let fixture: Fixture;
beforeEach(async () => {
  fixture = await openAuth();
});
afterEach(() => {
  fixture.dispose();
});

const refused = expect.objectContaining({ code: 'unauthorized', headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' } }) as Error;
const year = 365 * 24 * 3600 * 1000;

async function logIn(username: string, password: string): Promise<string> {
  return (await fixture.auth.sessions.login({ username, password }, address)).token;
}

/** False for 401; any other error is thrown. */
function isLetIn(token: string): boolean {
  try {
    return fixture.callerOf(token).userId !== '';
  } catch (error) {
    if (error instanceof AppError && error.code === 'unauthorized') return false;
    throw error;
  }
}

async function logOut(token: string): Promise<void> {
  const caller = fixture.callerOf(token);
  await fixture.database.write(() => fixture.auth.sessions.logout(caller));
}

describe('checking a token', () => {
  test('tells who asks, from the database of this moment', async () => {
    await fixture.addUser('anna', 'correct horse');
    const token = await logIn('anna', 'correct horse');
    const caller = fixture.callerOf(token);
    expect(caller).toMatchObject({ username: 'anna', isOwner: false, expiresAt: fixture.settings.now / 1000 + 3600 });
    await fixture.database.write(() => fixture.auth.users.update(caller, { username: 'hanna' }, { basedOn: null, passwordHash: null }));
    expect(fixture.callerOf(token).username).toBe('hanna');
  });

  test('refuses a revoked token that was remembered a moment ago, and no other of the user', async () => {
    const [first, second] = [fixture.auth.serviceToken().token, fixture.auth.serviceToken().token];
    expect(fixture.callerOf(first).isOwner).toBe(true);
    await logOut(first);
    expect(() => fixture.callerOf(first)).toThrow(refused);
    expect(fixture.callerOf(second).isOwner).toBe(true);
    fixture.settings.now -= 5 * year;
    expect(() => fixture.callerOf(first)).toThrow(refused);
  });

  test('a token whose sub was changed but whose jti is known has the rights of that user alone', async () => {
    const { token: ownersToken } = fixture.auth.serviceToken();
    const owner = fixture.callerOf(ownersToken);
    const anna = await fixture.addUser('anna', 'correct horse');
    const annasToken = await logIn('anna', 'correct horse');
    const { tokenId } = fixture.callerOf(annasToken);
    const signed = (sub: string, jti: string): string =>
      jwt.sign({ sub, jti, iat: 1, exp: owner.expiresAt }, secret, { algorithm: 'HS256' });
    expect(fixture.callerOf(signed(anna.id, owner.tokenId))).toMatchObject({ userId: anna.id, username: 'anna', isOwner: false });
    expect(fixture.callerOf(signed(owner.userId, tokenId))).toMatchObject({ userId: owner.userId, isOwner: true });
    expect(isLetIn(signed(newId(), owner.tokenId))).toBe(false);
  });

  test('a revocation outlives the process that made it', async () => {
    const { token } = fixture.auth.serviceToken();
    await logOut(token);
    const other = new Auth({
      ...tablesOf(fixture.database, fixture.store),
      secret,
      soloMode: () => true,
      tokenLifetime: () => 1,
      clock: () => fixture.settings.now,
      newId,
    });
    expect(() => other.authenticate({ headers: { authorization: `Bearer ${token}` } })).toThrow(refused);
  });

  test('refuses the token of a deleted user at once, also of one who never was', async () => {
    const anna = await fixture.addUser('anna', 'correct horse');
    const token = await logIn('anna', 'correct horse');
    expect(fixture.callerOf(token).userId).toBe(anna.id);
    await fixture.database.write(() => fixture.auth.users.remove(anna.id));
    expect(() => fixture.callerOf(token)).toThrow(refused);
    const tokens = new Tokens(secret, () => fixture.settings.now, newId);
    expect(() => fixture.callerOf(tokens.issue(newId(), 60, null).token)).toThrow(refused);
  });

  test('an expired token is refused, and good again once the clock is put right', () => {
    const { token, expiresAt } = fixture.auth.serviceToken();
    expect(expiresAt).toBe(fixture.settings.now + 7 * 24 * 3600 * 1000);
    const { now } = fixture.settings;
    for (const [time, good] of [
      [now, true],
      [expiresAt - 1, true],
      [expiresAt, false],
      [now + 5 * year, false],
      [now - 5 * year, true],
      [now, true],
    ] as const) {
      fixture.settings.now = time;
      expect([time, isLetIn(token)]).toEqual([time, good]);
    }
  });

  test('solo mode acts on the next check, both ways, and never on the owner', async () => {
    await fixture.addUser('anna', 'correct horse');
    const [anna, owner] = [await logIn('anna', 'correct horse'), fixture.auth.serviceToken().token];
    for (const soloMode of [false, true, false, true]) {
      fixture.settings.soloMode = soloMode;
      expect(isLetIn(anna)).toBe(!soloMode);
      expect(isLetIn(owner)).toBe(true);
    }
  });
});

describe('logging in', () => {
  test('takes the name in any case, and reads the lifetime each time', async () => {
    const anna = await fixture.addUser('Änna', 'correct horse');
    fixture.settings.tokenLifetime = 60;
    const login = await fixture.auth.sessions.login({ username: 'äNNA', password: 'correct horse' }, address);
    expect(login).toMatchObject({ tokenType: 'Bearer', expiresAt: '2026-03-01T00:01:00.000Z', user: anna });
    fixture.settings.tokenLifetime = 120;
    expect(await fixture.auth.sessions.login({ username: 'Änna', password: 'correct horse' }, address)).toMatchObject({
      expiresAt: '2026-03-01T00:02:00.000Z',
    });
  });

  test('succeeds in solo mode, for a token that is good once that ends', async () => {
    await fixture.addUser('anna', 'correct horse');
    fixture.settings.soloMode = true;
    const token = await logIn('anna', 'correct horse');
    expect(() => fixture.callerOf(token)).toThrow(refused);
    fixture.settings.soloMode = false;
    expect(fixture.callerOf(token).username).toBe('anna');
  });

  test('a wrong password, an unknown name and a user without a password are refused in the same words', async () => {
    await fixture.addUser('anna', 'correct horse');
    const errors = await Promise.all(
      [
        ['anna', 'wrong horse'],
        ['nobody', 'wrong horse'],
        ['owner', ''],
        ['owner', 'wrong horse'],
      ].map(([username = '', password = '']) =>
        logIn(username, password).then(
          () => null,
          (error: unknown) => error,
        ),
      ),
    );
    expect(errors[0]).toMatchObject({ code: 'unauthorized', headers: { 'WWW-Authenticate': 'Bearer' } });
    for (const error of errors) expect(error).toEqual(errors[0]);
  });

  test('a wrong password, an unknown name and a user without a password cost alike', full, async () => {
    const costly = await openAuth({ ln: 13, r: 8, p: 1 });
    onTestFinished(() => {
      costly.dispose();
    });
    await costly.addUser('anna', 'correct horse');
    const times: Record<string, number[]> = { anna: [], nobody: [], owner: [] };
    // Processor time, of which other work on the machine takes none.
    for (let round = 0; round < 7; round += 1) {
      for (const [username, list] of Object.entries(times)) {
        const begin = process.cpuUsage();
        await expect(costly.auth.sessions.login({ username, password: 'wrong horse' }, address)).rejects.toMatchObject({
          code: 'unauthorized',
        });
        list.push(process.cpuUsage(begin).user);
      }
    }
    const [known = 0, ...others] = Object.values(times).map(quickest);
    for (const other of others) {
      expect(other).toBeGreaterThan(known / 3);
      expect(other).toBeLessThan(known * 3);
    }
  });

  test.each(['anna', 'nobody'])('after ten failures %s is refused even with the right password', async (username) => {
    await fixture.addUser('anna', 'correct horse');
    const attempts = await Promise.allSettled(Array.from({ length: failuresPerName + 3 }, () => logIn(username, 'wrong horse')));
    const codes = attempts.map((attempt) => (attempt.status === 'rejected' ? (attempt.reason as { code: string }).code : 'in'));
    expect(codes.filter((code) => code === 'unauthorized')).toHaveLength(failuresPerName);
    expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(3);
    await expect(logIn(username.toUpperCase(), 'correct horse')).rejects.toMatchObject({
      code: 'rate_limited',
      message: 'There were too many wrong passwords; try again later',
    });
  });

  test('many right passwords at once are all let in', async () => {
    await fixture.addUser('anna', 'correct horse');
    const tokens = await Promise.all(Array.from({ length: failuresPerName + 4 }, () => logIn('anna', 'correct horse')));
    expect(new Set(tokens).size).toBe(failuresPerName + 4);
  });

  test('a user who is deleted while the password is being checked gets no token', async () => {
    const anna = await fixture.addUser('anna', 'correct horse');
    const login = logIn('anna', 'correct horse');
    // At once, outside the queue: the password is still being hashed.
    fixture.store.remove(anna.id);
    await expect(login).rejects.toMatchObject({ code: 'unauthorized' });
  });
});

describe('logging out', () => {
  test('tells of the revoked token after the commit, and not of one that was rolled back', async () => {
    const told: string[] = [];
    fixture.auth.onRevoked((tokenId) => {
      told.push(tokenId);
    });
    const [first, second] = [fixture.auth.serviceToken(), fixture.auth.serviceToken()];
    const failing = fixture.database.write(() => {
      fixture.auth.sessions.logout(fixture.callerOf(first.token));
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    const good = fixture.database.write(() => {
      fixture.auth.sessions.logout(fixture.callerOf(second.token));
      expect(told).toEqual([]);
    });
    await good;
    expect(told).toEqual([second.tokenId]);
    expect(fixture.callerOf(first.token).isOwner).toBe(true);
  });

  test('twice with one token is the same as once', async () => {
    const { token } = fixture.auth.serviceToken();
    const caller = fixture.callerOf(token);
    await Promise.all([0, 1].map(() => fixture.database.write(() => fixture.auth.sessions.logout(caller))));
    expect(() => fixture.callerOf(token)).toThrow(refused);
  });
});

describe('going on with work that a caller has begun', () => {
  const scopes = ['notes:read', 'notes:write', 'config:write'] as const;

  test('for a login: after its own end too, with no scope but the delegated ones', async () => {
    const anna = await fixture.addUser('anna', 'correct horse');
    const delegation = delegationOf(fixture.callerOf(await logIn('anna', 'correct horse')), scopes);
    expect(delegation).toEqual({ userId: anna.id, tokenId: null, tokenEndsAt: null, scopes });
    fixture.settings.now += year;
    const caller = fixture.auth.sessions.standIn(delegation);
    expect(caller).toMatchObject({ userId: anna.id, username: 'anna', isLogin: true, scopes: new Set(scopes) });
    fixture.settings.soloMode = true;
    expect(() => fixture.auth.sessions.standIn(delegation)).toThrow(refused);
  });

  test('for a program: with no scope that its token lacks, and until that ends or is revoked', async () => {
    const { accessTokens, sessions } = fixture.auth;
    const end = fixture.settings.now + year;
    const owner = fixture.callerOf(fixture.auth.serviceToken().token);
    const { id, token } = await fixture.database.write(() =>
      accessTokens.create(owner, { name: 'Reading list', scopes: ['notes:read', 'notes:write'], expiresAt: new Date(end).toISOString() }),
    );
    const delegation = delegationOf(fixture.callerOf(token), scopes);
    expect(delegation).toMatchObject({ tokenId: id, tokenEndsAt: end });
    expect(sessions.standIn(delegation)).toMatchObject({ isLogin: false, scopes: new Set(['notes:read', 'notes:write']) });
    fixture.settings.now = end;
    expect(() => sessions.standIn(delegation)).toThrow('has expired');
    fixture.settings.now = end - 1;
    expect(sessions.standIn(delegation).actor).toEqual({ kind: 'token', id, name: 'Reading list' });
    await fixture.database.write(() => accessTokens.remove(owner.userId, id));
    expect(() => sessions.standIn(delegation)).toThrow('was revoked');
  });

  test('a token without an end has none here', async () => {
    const owner = fixture.callerOf(fixture.auth.serviceToken().token);
    const { token } = await fixture.database.write(() =>
      fixture.auth.accessTokens.create(owner, { name: 'Stays', scopes: ['notes:read'], expiresAt: null }),
    );
    expect(delegationOf(fixture.callerOf(token), scopes).tokenEndsAt).toBeNull();
  });
});
