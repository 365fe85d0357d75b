import { expect, test } from 'vitest';
import { maintenanceTasks } from '../../../main/composition/features.ts';
import { Auth } from '../../../main/features/auth/auth.ts';
import { UserStore } from '../../../main/features/auth/store.ts';
import { ClockWatch } from '../../../main/lib/clock.ts';
import { newId } from '../../../main/lib/ids.ts';
import { Maintenance } from '../../../main/storage/maintenance.ts';
import { openAuth, tablesOf } from './fixture.ts';
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

test('after a leap of the clock no token is forgotten: one that was revoked stays so, one of a program goes on when the clock is set right', async () => {
  const { auth, database, settings, owner, callerOf, dispose } = await openAuth();
  const { now } = settings;
  let up = 0;
  const watch = new ClockWatch({ clock: () => settings.now, uptime: () => up, lastNews: null });
  const tasks = maintenanceTasks({ prune: () => false }, auth);
  const maintenance = new Maintenance({ write: (work) => database.write(work), tasks, watch, log: { error: () => undefined } });
  const round = (): Promise<void> => maintenance.run();
  const { token } = auth.serviceToken();
  const login = callerOf(token);
  const expiresAt = new Date(now + 10 * day).toISOString();
  const program = await database.write(() => auth.accessTokens.create(login, { name: 'Script', scopes: ['notes:read'], expiresAt }));
  await database.write(() => {
    auth.sessions.logout(login);
  });
  settings.now += 60 * day;
  await round();
  settings.now = now;
  expect(() => callerOf(token)).toThrow('The token was revoked');
  expect(callerOf(program.token).userId).toBe(owner.id);
  settings.now += 60 * day;
  up += 60 * day;
  await round();
  expect(auth.accessTokens.list(owner.id, {}).total).toBe(0);
  dispose();
});
