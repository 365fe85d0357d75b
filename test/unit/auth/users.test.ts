import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Auth } from '../../../main/features/auth/auth.ts';
import { failuresPerName } from '../../../main/features/auth/login-limit.ts';
import type { User } from '../../../main/contract/auth.ts';
import { newId } from '../../../main/lib/ids.ts';
import { address, openAuth, secret, tablesOf, type Fixture } from './fixture.ts';

let fixture: Fixture;
beforeEach(async () => {
  fixture = await openAuth();
});
afterEach(() => {
  fixture.dispose();
});

interface Update {
  readonly username?: string;
  readonly password?: string;
  readonly currentPassword?: string;
}

async function update(userId: string, body: Update): Promise<User> {
  const { users } = fixture.auth;
  const prepared = await users.prepareUpdate({ userId, isLogin: true }, body, address);
  return fixture.database.write(() => users.update({ userId, tokenId: 'another', isLogin: true }, body, prepared));
}

const logIn = (username: string, password: string) => fixture.auth.sessions.login({ username, password }, address);

describe('the owner', () => {
  test('is made once, without a password', async () => {
    expect(fixture.owner).toEqual({
      id: expect.any(String) as string,
      username: 'owner',
      isOwner: true,
      hasPassword: false,
      createdAt: '2026-03-01T00:00:00.000Z',
      updatedAt: '2026-03-01T00:00:00.000Z',
    });
    fixture.settings.now += 1000;
    expect(await fixture.database.write(() => fixture.auth.ensureOwner())).toEqual(fixture.owner);
    expect(fixture.auth.users.list({}).total).toBe(1);
  });

  test('stays the owner under another name', async () => {
    await update(fixture.owner.id, { username: 'Berta' });
    expect(await fixture.database.write(() => fixture.auth.ensureOwner())).toMatchObject({ id: fixture.owner.id, username: 'Berta' });
  });

  test('cannot be deleted', async () => {
    await expect(fixture.database.write(() => fixture.auth.users.remove(fixture.owner.id))).rejects.toMatchObject({ code: 'conflict' });
    expect(fixture.auth.users.me(fixture.owner.id)).toEqual(fixture.owner);
  });
});

describe('users', () => {
  test('are listed by name, with paging', async () => {
    for (const username of ['Zoe', 'anna', 'Émile', 'Berta']) await fixture.addUser(username, 'correct horse');
    const { users } = fixture.auth;
    expect(users.list({}).items.map((user) => user.username)).toEqual(['anna', 'Berta', 'owner', 'Zoe', 'Émile']);
    expect(users.list({ limit: 2, offset: 1 })).toMatchObject({
      items: [{ username: 'Berta' }, { username: 'owner' }],
      total: 5,
      limit: 2,
      offset: 1,
    });
    expect(users.list({ limit: 0 })).toEqual({ items: [], total: 5, limit: 0, offset: 0 });
    expect(users.list({ offset: 9 })).toEqual({ items: [], total: 5, limit: null, offset: 9 });
  });

  test.each(['Ärger', 'ÄRGER', 'a\u0308rger'])('the name %j is taken by ärger', async (username) => {
    await fixture.addUser('ärger', 'correct horse');
    await expect(fixture.addUser(username, 'another horse')).rejects.toMatchObject({ code: 'conflict' });
    expect(fixture.auth.users.list({}).total).toBe(2);
  });

  test('two who want one name at the same time: one gets it', async () => {
    const outcomes = await Promise.allSettled([fixture.addUser('anna', 'correct horse'), fixture.addUser('Anna', 'correct horse')]);
    expect(outcomes.map((outcome) => outcome.status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  test('take everything of theirs along when deleted, and nothing of others', async () => {
    const [anna, berta] = [await fixture.addUser('anna', 'correct horse'), await fixture.addUser('berta', 'correct horse')];
    const add = fixture.database.prepare<[string]>(
      "INSERT INTO changes (user_id, at, type, action, record_id, version) VALUES (?, 0, 'event', 'created', NULL, 0)",
    );
    const left = fixture.database.prepare<[], { user_id: string }>('SELECT user_id FROM changes');
    await fixture.database.write(() => {
      for (const { id } of [anna, berta, fixture.owner]) add.run(id);
    });
    await fixture.database.write(() => fixture.auth.users.remove(anna.id));
    expect(
      left
        .all()
        .map((row) => row.user_id)
        .toSorted(),
    ).toEqual([berta.id, fixture.owner.id].toSorted());
    await expect(fixture.database.write(() => fixture.auth.users.remove(anna.id))).rejects.toMatchObject({ code: 'not_found' });
    await expect(logIn('anna', 'correct horse')).rejects.toMatchObject({ code: 'unauthorized' });
  });
});

describe('a user with very many records', () => {
  test('is gone at once for all, the name is free, and the row goes with the last record', async () => {
    let left = 3;
    let toldOfMany = 0;
    const { users, sessions } = new Auth({
      ...tablesOf(fixture.database, fixture.store),
      secret,
      soloMode: () => false,
      tokenLifetime: () => 3600,
      clock: () => fixture.settings.now,
      newId,
      passwordCost: { ln: 4, r: 8, p: 1 },
      removeRecords: () => --left > 0,
      manyLeft: () => (toldOfMany += 1),
    });
    const anna = await fixture.addUser('anna', 'correct horse');
    const { token } = await sessions.login({ username: 'anna', password: 'correct horse' }, address);
    const rows = fixture.database.prepare<[], number>("SELECT count(*) FROM users WHERE id <> '' AND is_owner = 0").pluck();
    const slice = (): Promise<boolean> => fixture.database.write(() => users.removeSome());

    await fixture.database.write(() => users.remove(anna.id));
    expect([toldOfMany, rows.get()]).toEqual([1, 1]);
    expect(() => users.read(anna.id)).toThrow(/no such user/);
    expect(users.list({})).toMatchObject({ items: [{ isOwner: true }], total: 1 });
    expect(() => fixture.callerOf(token)).toThrow(/not valid/);
    await expect(sessions.login({ username: 'anna', password: 'correct horse' }, address)).rejects.toMatchObject({ code: 'unauthorized' });
    await expect(fixture.database.write(() => users.remove(anna.id))).rejects.toMatchObject({ code: 'not_found' });
    const again = await fixture.addUser('Anna', 'another horse');

    expect([await slice(), rows.get()]).toEqual([true, 2]);
    expect([await slice(), rows.get()]).toEqual([true, 1]);
    expect([await slice(), rows.get()]).toEqual([false, 1]);
    expect(users.read(again.id)).toMatchObject({ username: 'Anna' });
  });
});

describe('changing the own record', () => {
  test('the first password needs no current one, the next one does', async () => {
    const { id } = fixture.owner;
    fixture.settings.now += 1000;
    expect(await update(id, { password: 'correct horse' })).toMatchObject({ hasPassword: true, updatedAt: '2026-03-01T00:00:01.000Z' });
    await expect(update(id, { password: 'another horse' })).rejects.toMatchObject({
      code: 'validation_failed',
      errors: [{ path: 'currentPassword' }],
    });
    await expect(update(id, { password: 'another horse', currentPassword: 'wrong horse' })).rejects.toMatchObject({ code: 'forbidden' });
    await update(id, { password: 'another horse', currentPassword: 'correct horse' });
    await expect(logIn('owner', 'correct horse')).rejects.toMatchObject({ code: 'unauthorized' });
    expect(await logIn('owner', 'another horse')).toMatchObject({ user: { id } });
  });

  test('a name alone needs no password, but a wrong one that was sent is refused', async () => {
    const anna = await fixture.addUser('anna', 'correct horse');
    expect(await update(anna.id, { username: 'Anna' })).toMatchObject({ username: 'Anna' });
    await expect(update(anna.id, { username: 'hanna', currentPassword: 'wrong horse' })).rejects.toMatchObject({ code: 'forbidden' });
    expect(fixture.auth.users.me(anna.id).username).toBe('Anna');
  });

  test('a taken name changes nothing, the password neither', async () => {
    const anna = await fixture.addUser('anna', 'correct horse');
    await expect(update(anna.id, { username: 'OWNER', password: 'another horse', currentPassword: 'correct horse' })).rejects.toMatchObject(
      { code: 'conflict' },
    );
    expect(await logIn('anna', 'correct horse')).toMatchObject({ user: anna });
  });

  test('guesses at the current password and at the login share their limit, also under a new name', async () => {
    const anna = await fixture.addUser('anna', 'correct horse');
    for (let round = 0; round < failuresPerName / 2; round += 1) {
      await expect(update(anna.id, { password: 'another horse', currentPassword: 'wrong horse' })).rejects.toMatchObject({
        code: 'forbidden',
      });
      await expect(logIn('anna', 'wrong horse')).rejects.toMatchObject({ code: 'unauthorized' });
    }
    await update(anna.id, { username: 'hanna' });
    await expect(update(anna.id, { password: 'another horse', currentPassword: 'correct horse' })).rejects.toMatchObject({
      code: 'rate_limited',
    });
    await expect(logIn('hanna', 'correct horse')).rejects.toMatchObject({ code: 'rate_limited' });
  });

  test('two first passwords at the same time: one is set, the other is told', async () => {
    const outcomes = await Promise.allSettled([
      update(fixture.owner.id, { password: 'first horse' }),
      update(fixture.owner.id, { password: 'second horse' }),
    ]);
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused).toHaveLength(1);
    expect(refused[0]?.reason).toMatchObject({ code: 'conflict' });
  });

  test('a user who was deleted meanwhile is told that the token is no longer good', async () => {
    const anna = await fixture.addUser('anna', 'correct horse');
    const pending = update(anna.id, { password: 'another horse', currentPassword: 'correct horse' });
    // At once, outside the queue: the password is still being hashed.
    fixture.store.remove(anna.id);
    await expect(pending).rejects.toMatchObject({ code: 'unauthorized' });
  });
});
