import { describe, expect, test } from 'vitest';
import { OpenGraphReader } from '../../../main/features/links/open-graph-reader.ts';
import { RemotePictures } from '../../../main/features/links/remote-pictures.ts';
import { full } from '../../support/tiers.ts';
import { pageWith, previewsOf, refusal, sendHtml, serve, until } from './servers.ts';

const day = 24 * 60 * 60 * 1000;

describe('a preview is remembered', () => {
  test('for a day, by the address without its fragment', full, async () => {
    let now = 1_000_000;
    let title = 'Old';
    const server = await serve((_, res) => {
      sendHtml(res, pageWith(`<title>${title}</title>`));
    });
    const previews = previewsOf([server], { clock: () => now });
    const titleOf = async (url: string): Promise<string | null> => (await previews.preview(url)).title;
    expect(await titleOf(`${server.origin}/a`)).toBe('Old');
    title = 'New';
    now += day - 1;
    expect(await titleOf(`${server.origin.toUpperCase()}/x/../a#part`)).toBe('Old');
    expect(await titleOf(`${server.origin}/a?b`)).toBe('New');
    now += 1;
    expect(await titleOf(`${server.origin}/a`)).toBe('New');
    expect(server.asked).toEqual(['/a', '/a?b', '/a']);
  });

  test('not when the clock was set back before it', full, async () => {
    let now = day * 100;
    const server = await serve((_, res) => {
      sendHtml(res, pageWith('<title>T</title>'));
    });
    const previews = previewsOf([server], { clock: () => now });
    await previews.preview(server.origin);
    now -= day * 90;
    await previews.preview(server.origin);
    expect(server.asked).toHaveLength(2);
  });

  test('a failure is not', async () => {
    let status = 500;
    const server = await serve((_, res) => {
      res.writeHead(status, { 'Content-Type': 'text/html' }).end('<title>T</title>');
    });
    const previews = previewsOf([server]);
    await refusal(previews.preview(server.origin));
    status = 200;
    expect(await previews.preview(server.origin)).toMatchObject({ title: 'T' });
  });
});

describe('many who ask at once', () => {
  test('for one address cause one request', async () => {
    const server = await serve((_, res) => {
      setTimeout(() => {
        sendHtml(res, pageWith('<title>T</title>'));
      }, 30);
    });
    const previews = previewsOf([server]);
    const all = await Promise.all(Array.from({ length: 50 }, () => previews.preview(server.origin)));
    expect([new Set(all.map(({ title }) => title)), server.asked]).toEqual([new Set(['T']), ['/']]);
  });

  test('for many addresses: eight are fetched, 32 wait, others are 503; all that wait are answered', full, async () => {
    let open = (): void => undefined;
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    let most = 0;
    let running = 0;
    const server = await serve((_, res) => {
      running += 1;
      most = Math.max(most, running);
      void opened.then(() => {
        running -= 1;
        sendHtml(res, pageWith('<title>T</title>'));
      });
    });
    const previews = previewsOf([server]);
    const asked = Array.from({ length: 40 }, (_, index) => previews.preview(`${server.origin}/${index}`));
    await until(() => running === 8);
    expect(await refusal(previews.preview(`${server.origin}/one-more`))).toMatchObject({
      code: 'unavailable',
      headers: { 'Retry-After': expect.stringMatching(/^\d+$/) },
    });
    open();
    expect((await Promise.all(asked)).map(({ title }) => title)).toEqual(Array(40).fill('T'));
    expect(most).toBe(8);
  });

  test('one that waits and gives up leaves its place to another', async () => {
    let answering = false;
    const server = await serve((_, res) => {
      if (answering) sendHtml(res, pageWith('<title>T</title>'));
    });
    const previews = previewsOf([server]);
    const controllers = Array.from({ length: 40 }, () => new AbortController());
    const given = controllers.map(({ signal }, index) => refusal(previews.preview(`${server.origin}/${index}`, signal)));
    await until(() => server.asked.length === 8);
    controllers.at(-1)?.abort(new Error('gone'));
    answering = true;
    const another = previews.preview(`${server.origin}/another`);
    for (const controller of controllers) controller.abort(new Error('gone'));
    expect(await another).toMatchObject({ title: 'T' });
    expect(new Set((await Promise.all(given)).map(({ message }) => message))).toEqual(new Set(['gone']));
    expect(server.asked).toEqual([...Array.from({ length: 8 }, (_, index) => `/${index}`), '/another']);
  });
});

describe('who gives up', () => {
  test('leaves the fetch to the others', async () => {
    let answer = (): void => undefined;
    const server = await serve((_, res) => {
      answer = () => {
        sendHtml(res, pageWith('<title>T</title>'));
      };
    });
    const previews = previewsOf([server]);
    const first = new AbortController();
    const second = new AbortController();
    const given = refusal(previews.preview(server.origin, first.signal));
    const kept = previews.preview(server.origin, second.signal);
    await until(() => server.asked.length === 1);
    first.abort(new Error('gone'));
    expect(await given).toMatchObject({ message: 'gone' });
    answer();
    expect(await kept).toMatchObject({ title: 'T' });
  });

  test('ends the fetch as the last one; the next who asks begins anew', async () => {
    let silent = true;
    const server = await serve((_, res) => {
      if (!silent) sendHtml(res, pageWith('<title>T</title>'));
    });
    const previews = previewsOf([server]);
    const controllers = [new AbortController(), new AbortController()];
    const given = controllers.map(({ signal }) => refusal(previews.preview(server.origin, signal)));
    await until(() => server.asked.length === 1);
    for (const controller of controllers) controller.abort(new Error('gone'));
    silent = false;
    const next = previews.preview(server.origin);
    expect((await Promise.all(given)).map(({ message }) => message)).toEqual(['gone', 'gone']);
    expect(await next).toMatchObject({ title: 'T' });
    await until(() => server.connections() === 0);
  });

  test('before asking causes nothing', async () => {
    const server = await serve((_, res) => {
      res.end();
    });
    expect(await refusal(previewsOf([server]).preview(server.origin, AbortSignal.abort(new Error('gone'))))).toMatchObject({
      message: 'gone',
    });
    expect(server.asked).toEqual([]);
  });
});

test('a stop ends what is under way and what waits, and says so', async () => {
  const server = await serve(() => undefined);
  const previews = previewsOf([server], { reader: new OpenGraphReader({ timeoutMs: 60_000 }) });
  const ended = Array.from({ length: 9 }, (_, index) => refusal(previews.preview(`${server.origin}/${index}`)));
  await until(() => server.asked.length === 8);
  await previews.stop();
  const message = `127.0.0.1:${server.port} was not read, as the service is stopping`;
  expect((await Promise.all(ended)).map((error) => error.message)).toEqual(Array(9).fill(message));
  await until(() => server.connections() === 0);
});

test('pictures of other servers › a stop ends what is fetched with 502, and what waits with 503', async () => {
  const server = await serve(() => undefined);
  const stopping = new AbortController();
  const pictures = new RemotePictures(new Set([server.origin]), stopping.signal);
  const ended = Array.from({ length: 5 }, (_, index) => refusal(pictures.read(`${server.origin}/${index}`)));
  await until(() => server.asked.length === 4);
  stopping.abort();
  expect((await Promise.all(ended)).map(({ code }) => code)).toEqual([...Array<string>(4).fill('upstream_failed'), 'unavailable']);
});
