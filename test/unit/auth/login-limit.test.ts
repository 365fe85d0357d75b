import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { failuresPerAddress, failuresPerName, failureWindow, LoginLimit } from '../../../main/features/auth/login-limit.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 2, 1) });
});
afterEach(() => {
  vi.useRealTimers();
});

const year = 365 * 24 * 3600 * 1000;

async function fail(limit: LoginLimit, times: number, name: (index: number) => string, address: (index: number) => string): Promise<void> {
  for (let index = 0; index < times; index += 1) await limit.take(name(index), address(index));
}

const refusal = (seconds: number) => ({ code: 'rate_limited', headers: { 'Retry-After': String(seconds) } });

test('a name is refused after ten failures, from any address, until the window is over', async () => {
  const limit = new LoginLimit();
  await fail(
    limit,
    failuresPerName,
    () => 'anna',
    (index) => `10.0.0.${index}`,
  );
  vi.advanceTimersByTime(60_000);
  await expect(limit.check('anna', '10.0.1.1')).rejects.toMatchObject(refusal(failureWindow - 60));
  await expect(limit.take('anna', '10.0.1.1')).rejects.toMatchObject(refusal(failureWindow - 60));
  await expect(limit.check('berta', '10.0.1.1')).resolves.toBeUndefined();
  vi.advanceTimersByTime((failureWindow - 60) * 1000);
  await expect(limit.check('anna', '10.0.1.1')).resolves.toBeUndefined();
  await expect(limit.take('anna', '10.0.1.1')).resolves.toBeUndefined();
});

test('an address is refused after sixty failures, whatever the names', async () => {
  const limit = new LoginLimit();
  await fail(
    limit,
    failuresPerAddress,
    (index) => `name ${index}`,
    () => '10.0.0.1',
  );
  await expect(limit.check('another', '10.0.0.1')).rejects.toMatchObject(refusal(failureWindow));
  await expect(limit.take('another', '10.0.0.1')).rejects.toMatchObject(refusal(failureWindow));
  await expect(limit.take('another', '10.0.0.2')).resolves.toBeUndefined();
});

test('all addresses of this machine count as one', async () => {
  const limit = new LoginLimit();
  const addresses = ['127.0.0.1', '::1', '::ffff:127.0.0.1', '127.3.2.1'];
  await fail(
    limit,
    failuresPerAddress,
    (index) => `name ${index}`,
    (index) => addresses[index % addresses.length] ?? '',
  );
  for (const address of addresses) await expect(limit.check('another', address)).rejects.toMatchObject({ code: 'rate_limited' });
});

test('a success clears the name and does not count against the address', async () => {
  const limit = new LoginLimit();
  for (let round = 0; round < failuresPerAddress + 5; round += 1) {
    await limit.take('anna', '10.0.0.1');
    await limit.succeeded('anna', '10.0.0.1');
  }
  await fail(
    limit,
    failuresPerName - 1,
    () => 'anna',
    () => '10.0.0.1',
  );
  await limit.take('anna', '10.0.0.1');
  await limit.succeeded('anna', '10.0.0.1');
  await expect(limit.check('anna', '10.0.0.1')).resolves.toBeUndefined();
});

test('an attempt that the name refuses does not count against the address', async () => {
  const limit = new LoginLimit();
  await fail(
    limit,
    failuresPerName,
    () => 'anna',
    () => '10.0.0.1',
  );
  for (let round = 0; round < failuresPerAddress; round += 1)
    await expect(limit.take('anna', '10.0.0.1')).rejects.toMatchObject({ code: 'rate_limited' });
  await expect(limit.take('berta', '10.0.0.1')).resolves.toBeUndefined();
});

test('many attempts at once do not all pass the same count', async () => {
  const limit = new LoginLimit();
  const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => limit.take('anna', '10.0.0.1')));
  expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(failuresPerName);
});

test('made-up names leave no timers once the address is refused', async () => {
  const limit = new LoginLimit();
  await Promise.allSettled(Array.from({ length: 5_000 }, (_, index) => limit.take(`name ${index}`, '127.0.0.1')));
  expect(vi.getTimerCount()).toBeLessThanOrEqual(failuresPerAddress + 1);
});

test('a clock that is set back by years neither locks for years nor asks for them', async () => {
  const limit = new LoginLimit();
  await fail(
    limit,
    failuresPerName,
    () => 'anna',
    () => '10.0.0.1',
  );
  vi.setSystemTime(Date.now() - 3 * year);
  await expect(limit.check('anna', '10.0.0.1')).rejects.toMatchObject(refusal(failureWindow));
  vi.advanceTimersByTime(failureWindow * 1000);
  await expect(limit.check('anna', '10.0.0.1')).resolves.toBeUndefined();
});

test('a clock that is set forward by years ends the window', async () => {
  const limit = new LoginLimit();
  await fail(
    limit,
    failuresPerName,
    () => 'anna',
    () => '10.0.0.1',
  );
  vi.setSystemTime(Date.now() + 3 * year);
  await expect(limit.check('anna', '10.0.0.1')).resolves.toBeUndefined();
  await expect(limit.take('anna', '10.0.0.1')).resolves.toBeUndefined();
});
