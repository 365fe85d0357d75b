import { afterEach, describe, expect, it, vi } from 'vitest';
import { endpoints } from '../../../main/contract/endpoints.ts';
import { createClient, type Client } from '../../../renderer/api/client.ts';
import { LiveSession } from '../../../renderer/api/live-session.ts';
import { routes } from '../../../renderer/api/routes.ts';
import { tokenInText } from '../../../renderer/api/session.ts';
import { allRoutes } from '../../support/routes.ts';

describe('routes', () => {
  it('are the endpoints of the contract, no more and no less', () => {
    expect(Object.keys(endpoints).toSorted()).toEqual(allRoutes.map(({ name }) => name).toSorted());
    expect(routes).toBe(endpoints);
  });
});

it('an answer of something else than the service is told as one', async () => {
  vi.stubGlobal('fetch', () =>
    Promise.resolve(new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'Content-Type': 'text/html' } })),
  );
  const call = createClient(new LiveSession({ baseUrl: 'http://localhost', token: 'first' })).call(routes.createEvent, {
    body: { title: 'Dentist' },
  });
  await expect(call).rejects.toThrow('Something else than Daybook’s service has answered (HTTP 502).');
  vi.unstubAllGlobals();
});

describe('a request whose token is replaced while it is on its way', () => {
  /** A service that takes the token `second` alone, and a session that gets it while the first request is answered. */
  function begin(): { readonly sent: string[]; readonly session: LiveSession; readonly client: Client } {
    const session = new LiveSession({ baseUrl: 'http://localhost', token: 'first' });
    const sent: string[] = [];
    vi.stubGlobal('fetch', (_url: string, { headers }: { readonly headers: Readonly<Record<string, string>> }) => {
      sent.push(headers['Authorization'] ?? '');
      return Promise.resolve(headers['Authorization'] === 'Bearer second' ? Response.json({}) : new Response(null, { status: 401 }));
    });
    return { sent, session, client: createClient(session) };
  }
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('is made again with the new one, by which alone the session may have ended', async () => {
    const { sent, session, client } = begin();
    const answer = client.call(routes.me, {});
    session.replace('second');
    await answer;
    expect(sent).toEqual(['Bearer first', 'Bearer second']);
  });

  it('ends the session where the token is still the same', async () => {
    const { sent, client } = begin();
    await expect(client.call(routes.me, {})).rejects.toMatchObject({ status: 401 });
    expect(sent).toEqual(['Bearer first']);
  });
});

describe('tokenInText', () => {
  it.each([
    ['abc.def.ghi', 'abc.def.ghi'],
    ['  abc.def.ghi\n', 'abc.def.ghi'],
    ['"abc.def.ghi"', 'abc.def.ghi'],
    ['http://localhost:8717/#token=abc.def.ghi', 'abc.def.ghi'],
    [' http://127.0.0.1:8717/#token=abc.def-_g%68i\n', 'abc.def-_ghi'],
    ['#token=abc&next=1', 'abc'],
    ['#token=%', '%'],
    ['', ''],
  ])('%j holds %j', (text, token) => {
    expect(tokenInText(text)).toBe(token);
  });
});
