import type { LookupAddress } from 'node:dns';
import { promisify } from 'node:util';
import { describe, expect, test, vi } from 'vitest';
import { lookupFor, publicLookup, type Resolve } from '../../../main/features/links/lookup.ts';
import { pageWith, previewsOf, refusal, sendHtml, serve } from './servers.ts';

const at = (...addresses: string[]): LookupAddress[] => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

/** Gives the answers one after the other; the last one again and again. */
function answers(...each: LookupAddress[][]): Resolve {
  let next = 0;
  return vi.fn<Resolve>(() => Promise.resolve(each[Math.min(next++, each.length - 1)] ?? []));
}

describe('a name', () => {
  test.each([
    [at('127.0.0.1')],
    [at('::1')],
    [at('10.1.2.3')],
    [at('169.254.169.254')],
    [at('::ffff:10.0.0.1')],
    [at('fe80::1%eth0')],
    [at('64:ff9b::a00:1')],
    [at('93.184.215.14', '127.0.0.1')],
    [at('127.0.0.1', '93.184.215.14')],
    [at('2606:4700::6810:84e5', '93.184.215.14', 'fd00::1')],
  ])('that leads to %j is refused as the number would be', async (addresses) => {
    const { code, message } = await refusal(previewsOf([], { resolve: answers(addresses) }).preview('https://page.example/'));
    expect([code, message]).toEqual(['validation_failed', 'url must lead to an address on the public internet']);
  });

  test.each(['ENOTFOUND', 'EAI_AGAIN'])('that is unknown (%s) is 502', async (code) => {
    const resolve: Resolve = () => Promise.reject(Object.assign(new Error('getaddrinfo'), { code }));
    expect(await refusal(previewsOf([], { resolve }).preview('https://user-secret.example/secret'))).toMatchObject({
      code: 'upstream_failed',
      message: 'user-secret.example was not found',
    });
  });

  test('without any address is 502', async () => {
    expect(await refusal(previewsOf([], { resolve: answers([]) }).preview('https://page.example/'))).toMatchObject({
      code: 'upstream_failed',
    });
  });

  test('that never resolves ends with the deadline', async () => {
    const previews = previewsOf([], { resolve: () => new Promise(() => undefined), deadline: 50 });
    expect(await refusal(previews.preview('https://page.example/'))).toMatchObject({
      code: 'upstream_failed',
      message: 'page.example did not answer in time',
    });
  });
});

describe('a connection goes to the addresses that were checked', () => {
  test('the lookup hands out exactly these, in both forms, and asks once', async () => {
    const resolve = answers(at('93.184.215.14', '2606:4700::6810:84e5'), at('127.0.0.1'));
    const all = await promisify(publicLookup(resolve))('page.example', { all: true });
    expect(all).toEqual(at('93.184.215.14', '2606:4700::6810:84e5'));
    expect(resolve).toHaveBeenCalledTimes(1);
    const one: unknown[] = await new Promise((done) => {
      publicLookup(answers(at('93.184.215.14')))('page.example', {}, (...found) => {
        done(found);
      });
    });
    expect(one).toEqual([null, '93.184.215.14', 4]);
  });

  test('a name that leads elsewhere a moment later is not followed there', async () => {
    const server = await serve((_, res) => {
      sendHtml(res, pageWith('<title>The first</title>'));
    });
    // Nothing listens there: a second question would fail.
    const resolve = answers(at('127.0.0.1'), at('127.0.0.2'));
    const previews = previewsOf([], { resolve, allowOrigins: new Set([`http://page.example:${server.port}`]) });
    expect(await previews.preview(`http://page.example:${server.port}/`)).toMatchObject({ title: 'The first' });
    expect([server.asked, server.requests[0]?.headers.host]).toEqual([['/'], `page.example:${server.port}`]);
    expect(resolve).toHaveBeenCalledTimes(1);
  });

  test('each step of a redirect asks and checks anew', async () => {
    const server = await serve((req, res) => {
      res.writeHead(302, { Location: `http://page.example:${req.socket.localPort}/secret` }).end();
    });
    const resolve = answers(at('127.0.0.1'));
    const previews = previewsOf([], { resolve, allowOrigins: new Set([`http://start.example:${server.port}`]) });
    expect(await refusal(previews.preview(`http://start.example:${server.port}/`))).toMatchObject({ code: 'validation_failed' });
    expect(server.asked).toEqual(['/']);
    expect(vi.mocked(resolve).mock.calls).toEqual([['start.example'], ['page.example']]);
  });

  test('an allowed name leads wherever it does', async () => {
    const policy = { allowOrigins: new Set(['http://page.example:81']), resolve: answers(at('127.0.0.1')) };
    const found = promisify(lookupFor(new URL('http://page.example:81/a'), policy))('page.example', { all: true });
    expect(await found).toEqual(at('127.0.0.1'));
  });

  test('which is allowed at another port leads to public addresses alone', async () => {
    const policy = { allowOrigins: new Set(['http://page.example:81']), resolve: answers(at('127.0.0.1')) };
    const found = promisify(lookupFor(new URL('http://page.example:82/a'), policy))('page.example', { all: true });
    await expect(found).rejects.toMatchObject({ code: 'validation_failed' });
  });
});
