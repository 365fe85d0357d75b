import { describe, expect, test } from 'vitest';
import { pageWith, previewsOf, refusal, sendHtml, serve } from './servers.ts';

const page = pageWith('<title>Arrived</title><link rel="icon" href="icon.png">');

describe('a redirect', () => {
  test.each([301, 302, 303, 307, 308])('by %i is followed, and what the page names is seen from where it was found', async (status) => {
    const server = await serve((req, res) => {
      if (req.url === '/there/page') sendHtml(res, page);
      else res.writeHead(status, { Location: '/there/page#part', 'Set-Cookie': 'session=1' }).end('<title>Not this</title>');
    });
    expect(await previewsOf([server]).preview(`${server.origin}/here?secret=1`)).toEqual({
      url: `${server.origin}/there/page`,
      title: 'Arrived',
      description: null,
      image: null,
      siteName: null,
      favicon: `${server.origin}/there/icon.png`,
    });
    expect(
      server.requests.map(({ headers: { cookie, authorization, referer, connection } }) => [cookie, authorization, referer, connection]),
    ).toEqual([1, 2].map(() => [undefined, undefined, undefined, 'close']));
  });

  test('five of them are followed, six are 502', async () => {
    const server = await serve((req, res) => {
      const left = Number(req.url?.slice(1));
      if (left === 0) sendHtml(res, page);
      else res.writeHead(302, { Location: `/${left - 1}` }).end();
    });
    const previews = previewsOf([server]);
    expect(await previews.preview(`${server.origin}/5`)).toMatchObject({ title: 'Arrived', url: `${server.origin}/0` });
    expect(await refusal(previews.preview(`${server.origin}/6`))).toMatchObject({
      code: 'upstream_failed',
      message: `127.0.0.1:${server.port} redirects too often`,
    });
    expect(server.asked).toEqual(['/5', '/4', '/3', '/2', '/1', '/0', '/6', '/5', '/4', '/3', '/2', '/1']);
  });

  test('in a circle is 502', async () => {
    const server = await serve((_, res) => {
      res.writeHead(302, { Location: '/' }).end();
    });
    expect(await refusal(previewsOf([server]).preview(server.origin))).toMatchObject({ code: 'upstream_failed' });
  });

  test('between two allowed origins is followed', async () => {
    const second = await serve((_, res) => {
      sendHtml(res, page);
    });
    const first = await serve((_, res) => {
      res.writeHead(302, { Location: second.origin }).end();
    });
    expect(await previewsOf([first, second]).preview(first.origin)).toMatchObject({ title: 'Arrived', url: `${second.origin}/` });
  });

  test('to another port of an allowed host is 400, and no request is made there', async () => {
    const hidden = await serve((_, res) => {
      sendHtml(res, page);
    });
    const server = await serve((_, res) => {
      res.writeHead(302, { Location: hidden.origin }).end();
    });
    expect(await refusal(previewsOf([server]).preview(server.origin))).toMatchObject({
      code: 'validation_failed',
      errors: [{ path: 'url', message: 'must lead to an address on the public internet' }],
    });
    expect(hidden.asked).toEqual([]);
  });

  test.each([
    'http://127.0.0.1:1/',
    '//localhost/',
    'http://2130706433/',
    'http://[::1]/',
    'http://169.254.169.254/latest/meta-data/',
    'https://printer.local/',
    'file:///etc/passwd',
    'ftp://example.org/',
    'javascript:alert(1)',
    'data:text/html,x',
    'http://user:secret@example.org/',
  ])('to %s is 400', async (location) => {
    const server = await serve((_, res) => {
      res.writeHead(307, { Location: location }).end();
    });
    const { code, errors, message } = await refusal(previewsOf([server]).preview(server.origin));
    expect([code, errors[0]?.path, message.includes('secret')]).toEqual(['validation_failed', 'url', false]);
  });

  test.each<[string, Record<string, string>]>([
    ['without a location', {}],
    ['to what is no address', { Location: 'http://[' }],
  ])('%s is 502', async (_, headers) => {
    const server = await serve((_, res) => {
      res.writeHead(302, headers).end();
    });
    expect(await refusal(previewsOf([server]).preview(server.origin))).toMatchObject({ code: 'upstream_failed' });
  });

  test.each([300, 304, 305])('status %i is none', async (status) => {
    const server = await serve((_, res) => {
      res.writeHead(status, { Location: '/other', 'Content-Type': 'text/html' }).end();
    });
    expect(await refusal(previewsOf([server]).preview(server.origin))).toMatchObject({ code: 'upstream_failed' });
    expect(server.asked).toEqual(['/']);
  });
});
