import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../../../main/lib/caller.ts';
import { address, openAuth, type Fixture } from './fixture.ts';

let fixture: Fixture;

beforeAll(async () => {
  fixture = await openAuth();
  await fixture.addUser('berta', 'her long password');
});

afterAll(() => {
  fixture.dispose();
});

const basic = (name: string, password: string): string => `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;
const enter = (...all: readonly string[]): Promise<() => Caller> =>
  fixture.auth.calendarLogin.enter(
    { headers: { authorization: all[0] }, rawHeaders: all.flatMap((value) => ['Authorization', value]) },
    address,
  );
const refusal = expect.objectContaining({
  code: 'unauthorized',
  headers: { 'WWW-Authenticate': 'Basic realm="Daybook", charset="UTF-8"' },
});

test('credentials that are sent twice are refused, whichever is right', async () => {
  const [right, wrong] = [basic('berta', 'her long password'), basic('berta', 'another')];
  expect((await enter(right))().username).toBe('berta');
  await expect(enter(right, wrong)).rejects.toEqual(refusal);
  await expect(enter(right, right)).rejects.toEqual(refusal);
});

test('a caller that a password has let in may do nothing more once there is another', async () => {
  const user = await fixture.addUser('carla', 'her long password');
  const caller = await enter(basic('carla', 'her long password'));
  expect(caller().scopes).toEqual(new Set(['calendar:read', 'calendar:write', 'calendar:delete']));
  const { users } = fixture.auth;
  const change = { password: 'her next password', currentPassword: 'her long password' };
  const prepared = await users.prepareUpdate({ userId: user.id, isLogin: true }, change, address);
  await fixture.database.write(() => users.update({ userId: user.id, tokenId: 'none', isLogin: true }, change, prepared));
  expect(caller).toThrow(refusal);
  await expect(enter(basic('carla', 'her long password'))).rejects.toEqual(refusal);
  expect((await enter(basic('carla', 'her next password')))().username).toBe('carla');
});

test('a token is the password of its own user alone, and wrong ones keep no person out', async () => {
  const { token } = await fixture.auth.sessions.login({ username: 'berta', password: 'her long password' }, address);
  expect((await enter(basic('BERTA', token)))().actor).toEqual({ kind: 'caldav', id: null, name: 'caldav' });
  for (let attempt = 0; attempt < 10; attempt += 1) await expect(enter(basic('owner', token))).rejects.toEqual(refusal);
  for (let attempt = 0; attempt < 10; attempt += 1) await expect(enter(basic('berta', 'eyJh.b.c'))).rejects.toEqual(refusal);
  await expect(enter(basic('berta', 'eyJh.b.c'))).rejects.toThrow(expect.objectContaining({ code: 'rate_limited' }));
  expect((await enter(basic('berta', 'her long password')))().username).toBe('berta');
});

test('a password of three words with full stops between them is one of a person', async () => {
  await fixture.addUser('dora', 'correct.horse.battery');
  expect((await enter(basic('dora', 'correct.horse.battery')))().username).toBe('dora');
});

test('after a change of its name a user is known by the new one at once, also by a token of before', async () => {
  const user = await fixture.addUser('emil', 'his long password');
  const { token } = await fixture.auth.sessions.login({ username: 'emil', password: 'his long password' }, address);
  const caller = await enter(basic('emil', token));
  expect(caller().username).toBe('emil');
  const { users } = fixture.auth;
  const prepared = await users.prepareUpdate({ userId: user.id, isLogin: true }, { username: 'erich' }, address);
  await fixture.database.write(() => users.update({ userId: user.id, tokenId: 'none', isLogin: true }, { username: 'erich' }, prepared));
  expect(caller().username).toBe('erich');
  expect((await enter(basic('erich', token)))().username).toBe('erich');
  await expect(enter(basic('emil', token))).rejects.toEqual(refusal);
});
