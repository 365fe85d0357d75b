// Who is let in and out of the page, without a browser: its storage, its address and the service are made here.

import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { SessionDoor } from '../../../renderer/api/session-door.ts';
import { forgetToken } from '../../../renderer/api/session.ts';

const baseUrl = 'http://localhost:8717';
const encoded = (value: object): string => btoa(JSON.stringify(value)).replaceAll('=', '');
/** A token of this user; of 90 seconds, of which `age` are over. */
const tokenOf = (sub: string, id: string, age = 60): string => {
  const now = Math.floor(Date.now() / 1_000);
  return `${encoded({})}.${encoded({ sub, iat: now - age, exp: now - age + 90, jti: id })}.signature`;
};

afterEach(() => {
  forgetToken();
  vi.unstubAllGlobals();
});

/** A page that was opened by a link with this token; gives what it stores, and what answers the renewal that it asks for. */
function page(token: string) {
  const stored = new Map<string, string>();
  const renewal = Promise.withResolvers<string>();
  const asked = vi.fn<(url: string) => Promise<Response>>(async (url) =>
    url === '/config.json' ? Response.json({ apiBaseUrl: baseUrl }) : Response.json({ token: await renewal.promise }),
  );
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }));
  vi.stubGlobal('location', { hash: '', pathname: '/', search: '' });
  vi.stubGlobal('history', { replaceState: () => undefined });
  vi.stubGlobal(
    'BroadcastChannel',
    class extends EventTarget {
      postMessage(): void {}
    },
  );
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.stubGlobal('fetch', asked);
  stored.set('daybook.token', token);
  return { stored, renewal, asked };
}

test('a renewal that is answered after its user has left changes nothing for the one who has come in since', async () => {
  const { stored, renewal, asked } = page(tokenOf('ada', 'first'));
  const door = new SessionDoor();
  const close = door.open();
  await vi.waitFor(() => {
    expect(asked.mock.calls.map(([url]) => url)).toContain(`${baseUrl}/api/auth/renew`);
  });
  door.leave();
  const own = tokenOf('bob', 'second');
  door.enter(own, true);
  renewal.resolve(tokenOf('ada', 'third'));
  await vi.waitFor(async () => {
    // Other tests of this process can hold other locks.
    const { held = [] } = await navigator.locks.query();
    expect(held.map(({ name }) => name)).not.toContain('daybook.renew');
  });
  close();
  expect([...stored]).toEqual([
    ['daybook.token', own],
    ['daybook.signedIn', 'yes'],
  ]);
});

test('a browser that forbids storage, channels and locks lets its user in all the same, and renews the session', async () => {
  const { renewal, asked } = page('');
  const insecure = new DOMException('The operation is insecure.', 'SecurityError');
  const refuse = (): never => {
    throw insecure;
  };
  vi.stubGlobal(
    'BroadcastChannel',
    class extends EventTarget {
      constructor() {
        super();
        refuse();
      }
    },
  );
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
  const locks = vi.spyOn(navigator.locks, 'request').mockRejectedValue(insecure);
  onTestFinished(() => {
    locks.mockRestore();
  });
  const door = new SessionDoor();
  const close = door.open();
  await vi.waitFor(() => {
    expect(door.where()).toMatchObject({ at: 'outside' });
  });
  door.enter(tokenOf('ada', 'first'), true);
  await vi.waitFor(() => {
    expect(asked.mock.calls.map(([url]) => url)).toContain(`${baseUrl}/api/auth/renew`);
  });
  const next = tokenOf('ada', 'second', 0);
  renewal.resolve(next);
  await vi.waitFor(() => {
    expect(door.where()).toMatchObject({ at: 'inside', session: { token: next } });
  });
  close();
});

test('a server that takes the question where the service is and does not answer is given up, and can be asked again', async () => {
  const { asked } = page(tokenOf('ada', 'first'));
  const late = new AbortController();
  const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal);
  onTestFinished(() => limit.mockRestore());
  vi.stubGlobal(
    'fetch',
    (_url: string, { signal }: RequestInit) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => {
          reject(new Error('late'));
        });
      }),
  );
  const door = new SessionDoor();
  const close = door.open();
  expect(door.where()).toEqual({ at: 'opening' });
  late.abort();
  await vi.waitFor(() => {
    expect(door.where()).toEqual({ at: 'failed' });
  });
  limit.mockRestore();
  vi.stubGlobal('fetch', asked);
  door.retry();
  await vi.waitFor(() => {
    expect(door.where()).toMatchObject({ at: 'inside' });
  });
  close();
});
