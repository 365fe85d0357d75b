import { createRequire } from 'node:module';
import { describe, expect, test, vi } from 'vitest';
import { readOpenGraph, maxDepth, maxElements, withinLimits } from '../../../main/features/links/open-graph.ts';
import { OpenGraphReader } from '../../../main/features/links/open-graph-reader.ts';
import { full } from '../../support/tiers.ts';
import { times } from '../../support/property.ts';
import { pageWith, previewsOf, refusal, sendHtml, serve } from './servers.ts';

const meta = (property: string, content: string): string => `<meta property="${property}" content="${content}">`;

async function previewOf(html: string): Promise<{ origin: string; preview: Record<string, string | null> }> {
  const server = await serve((_, res) => {
    sendHtml(res, html);
  });
  return { origin: server.origin, preview: await previewsOf([server]).preview(`${server.origin}/a/b?c=d`) };
}

describe('a page that is nested without end', () => {
  test.each([
    ['100,000 nested tags', '<div>'.repeat(100_000), maxDepth],
    ['100,000 nested tags of many kinds', '<b><i><u><a href="x"><em><font size="1">'.repeat(17_000), maxDepth],
    ['100,000 tags beside each other', '<span></span>'.repeat(78_000), maxElements],
  ])('%s: what it says in its head is found, and no more of the rest is parsed than the limits allow', full, async (_, body, limit) => {
    const html = `<html><head>${meta('og:title', 'Title')}</head><body><p>Text</p>${body}`;
    const elements = withinLimits(html).match(/<\w/g)?.length ?? 0;
    expect(elements).toBeGreaterThan(limit - 10);
    expect(elements).toBeLessThanOrEqual(limit + 10);
    expect((await readOpenGraph(html)).title).toBe('Title');
  });

  test('a page within the limits is parsed whole', () => {
    const html = pageWith('<title>Tab</title>', `<ul>${'<li>one<br>'.repeat(5_000)}</ul>`);
    expect(withinLimits(html)).toBe(html);
  });
});

describe('what a page says of itself', () => {
  test('all of it', full, async () => {
    const head = `<title>Tab</title>${meta('og:title', 'Title')}${meta('og:description', 'About')}${meta('og:site_name', 'Site')}${meta('og:url', 'https://example.org/own')}${meta('og:image', 'https://example.org/i.png')}<link rel="icon" href="https://example.org/f.ico">`;
    expect((await previewOf(pageWith(head))).preview).toEqual({
      url: 'https://example.org/own',
      title: 'Title',
      description: 'About',
      image: 'https://example.org/i.png',
      siteName: 'Site',
      favicon: 'https://example.org/f.ico',
    });
  });

  test('its title, its description and its canonical address, if it knows no Open Graph', async () => {
    const { origin, preview } = await previewOf(
      pageWith(
        '<title>Tab</title><meta name="description" content="About"><link rel="canonical" href="/own">',
        '<img src="https://example.org/counter.png">',
      ),
    );
    expect(preview).toEqual({ url: `${origin}/own`, title: 'Tab', description: 'About', image: null, siteName: null, favicon: null });
  });

  test('the first of several tags counts, those of its head before those of its body', full, async () => {
    const head = `${meta('og:title', 'Title')}${meta('og:title', 'Second')}${meta('og:url', '')}${meta('og:url', 'https://example.org/own')}`;
    const body = [
      ...['og:title', 'og:description', 'og:site_name'].map((property) => meta(property, `Body ${property}`)),
      ...['og:title', 'og:description', 'og:url'].map((property) => meta(property, 'https://example.org/last')),
    ];
    expect(await readOpenGraph(pageWith(head, body.join('')))).toMatchObject({
      title: 'Title',
      description: 'Body og:description',
      siteName: 'Body og:site_name',
      url: 'https://example.org/own',
    });
    const twitter = ['title', 'description'].flatMap((name) => [meta(`twitter:${name}`, name), meta(`twitter:${name}`, 'Second')]);
    expect(await readOpenGraph(pageWith(twitter.join('')))).toMatchObject({ title: 'title', description: 'description' });
  });

  test('an image in its text is none of it', async () => {
    expect((await readOpenGraph(pageWith('<title>Tab</title>', '<img src="https://example.org/counter.png">'))).images).toEqual([]);
  });

  test('what it says for Twitter', async () => {
    const head =
      '<meta name="twitter:title" content="Title"><meta name="twitter:description" content="About"><meta name="twitter:image" content="/i.png">';
    const { origin, preview } = await previewOf(pageWith(head));
    expect(preview).toMatchObject({ title: 'Title', description: 'About', image: `${origin}/i.png` });
  });

  test('relative addresses are seen from the page', async () => {
    const { origin, preview } = await previewOf(
      pageWith(`${meta('og:image', '../i.png?a=1&amp;b=2')}${meta('og:url', '?x')}<link rel="shortcut icon" href="//icons.example/f.ico">`),
    );
    expect(preview).toMatchObject({ image: `${origin}/i.png?a=1&b=2`, url: `${origin}/a/b?x`, favicon: 'http://icons.example/f.ico' });
  });

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' java\nscript:alert(1)',
    'data:image/png;base64,AAAA',
    'data:text/html,&lt;script&gt;',
    'file:///etc/passwd',
    'ftp://example.org/x',
    'blob:https://example.org/1',
    'about:blank',
    'http://',
    'http://user:secret@example.org/i.png',
    'http://127.0.0.1/',
    'http://192.168.1.1/reboot',
    'http://localhost:8716/',
    'http://[::1]/',
    `https://example.org/${'x'.repeat(2_000)}`,
  ])('an address that is none of the web is left out: %s', async (address) => {
    const { origin, preview } = await previewOf(
      pageWith(`${meta('og:title', 'T')}${meta('og:image', address)}${meta('og:url', address)}<link rel="icon" href="${address}">`),
    );
    expect(preview).toMatchObject({ title: 'T', url: `${origin}/a/b?c=d`, image: null, favicon: null });
  });

  test('the first image that is of the web', async () => {
    const head = ['javascript:alert(1)', 'data:image/png,x', '/good.png', '/other.png']
      .map((address) => meta('og:image', address))
      .join('');
    const { origin, preview } = await previewOf(pageWith(head));
    expect(preview['image']).toBe(`${origin}/good.png`);
  });

  test.each([
    ['Fish &amp; Chips &lt;b&gt; &quot;x&quot; &#x41;&nbsp;B', 'Fish & Chips <b> "x" A B'],
    ['&amp;lt;script&amp;gt;', '&lt;script&gt;'],
    ['  many \n\t  spaces\u00a0\u2003 ', 'many spaces'],
    ['a\u0000b\u0007c\u001bd\u007f\u0085e', 'a\ufffdbcde'],
    ['evil\u202Efdp.exe\u202C \u2066x\u2069', 'evilfdp.exe x'],
    ['👩‍👩‍👧 e\u0301', '👩‍👩‍👧 e\u0301'],
    ['   ', null],
    ['', null],
  ])('the text %j', async (written, text) => {
    const { title, description } = await readOpenGraph(pageWith(`${meta('og:title', written)}${meta('og:description', written)}`));
    expect([title, description]).toEqual([text, text]);
  });

  test('texts are cut by characters', async () => {
    const { title, description, siteName } = await readOpenGraph(
      pageWith(['og:title', 'og:description', 'og:site_name'].map((property) => meta(property, '😀'.repeat(5_000))).join('')),
    );
    expect([title, description, siteName]).toEqual(['😀'.repeat(300), '😀'.repeat(1_000), '😀'.repeat(200)]);
  });

  test('in the body, where the head says too little', async () => {
    expect(await readOpenGraph(pageWith('<title>Tab</title>', meta('og:description', 'Late')))).toMatchObject({
      title: 'Tab',
      description: 'Late',
    });
    expect(await readOpenGraph('<script>"</head>"</script><title>Late</title>')).toMatchObject({ title: 'Late' });
  });

  test('nothing at all', async () => {
    for (const html of ['', ' ', '\uFEFF', '<', '<!doctype html>', '</head>', '\u0000', '{"no":"page"}']) {
      expect(await readOpenGraph(html)).toEqual({ title: null, description: null, siteName: null, url: null, images: [], favicon: null });
    }
  });
});

describe('a hostile page', () => {
  test('with 10,000 images', full, async () => {
    const head = Array.from({ length: 10_000 }, (_, index) => meta('og:image', `/${index}.png`)).join('');
    const { origin, preview } = await previewOf(pageWith(head));
    expect(preview['image']).toBe(`${origin}/0.png`);
  });

  test('with 25,000 titles, which take no longer than other tags', full, async () => {
    const timed = async (property: string, count: number): Promise<number> => {
      const tags = Array.from({ length: count }, (_, index) => meta(property, String(index)));
      const begin = process.cpuUsage();
      const { title } = await readOpenGraph(pageWith(`<title>Tab</title>${meta('description', 'About')}${tags.join('')}`));
      const { user, system } = process.cpuUsage(begin);
      expect(title).toBe(property === 'og:title' ? '0' : 'Tab');
      return user + system;
    };
    await timed('og:type', 1_000);
    const other = await timed('og:type', 25_000);
    expect(await timed('og:title', 25_000)).toBeLessThan(5 * other);
  });

  test('as deep and as long as the limits allow is read, and the next page as well', full, async () => {
    // Each paragraph opens all of them again in a parser that follows HTML to the letter.
    const formatting = Array.from({ length: 200 }, (_, index) => `<b class="${index}">`).join('');
    const server = await serve((req, res) => {
      sendHtml(
        res,
        pageWith(`<title>${req.url ?? ''}</title>`, req.url === '/deep' ? formatting + '<p>x'.repeat(times(9_000, 29_000)) : ''),
      );
    });
    const previews = previewsOf([server], { deadline: 60_000, reader: new OpenGraphReader({ timeoutMs: 60_000 }) });
    const answers = await Promise.all(['/deep', '/next'].map((path) => previews.preview(server.origin + path)));
    expect(answers.map(({ title }) => title)).toEqual(['/deep', '/next']);
    await previews.stop();
  });

  test('that is not read in time is 502', full, async () => {
    const server = await serve((_req, res) => {
      sendHtml(res, pageWith('<title>Late</title>'));
    });
    // Not enough for any page: the thread does not even start in it.
    const previews = previewsOf([server], { deadline: 60_000, reader: new OpenGraphReader({ timeoutMs: 0 }) });
    expect(await refusal(previews.preview(`${server.origin}/late`))).toMatchObject({
      code: 'upstream_failed',
      message: `127.0.0.1:${server.port} sent a page that takes too long to read`,
    });
    await previews.stop();
  });

  test('with names of what every object has', async () => {
    const head = ['__proto__', 'constructor', 'toString', 'og:__proto__'].map((property) => meta(property, 'x')).join('');
    expect(
      await readOpenGraph(pageWith(`${head}<title>T</title><script type="application/ld+json">{"__proto__":{"title":"y"}</script>`)),
    ).toMatchObject({ title: 'T', description: null });
  });
});

test('the scraper never fetches anything', async () => {
  // Its own undici, and Node's.
  const undici = createRequire(createRequire(import.meta.url).resolve('open-graph-scraper'))('undici') as {
    fetch: unknown;
    getGlobalDispatcher: () => object;
  };
  const dispatch = vi.spyOn(undici.getGlobalDispatcher() as { dispatch: () => boolean }, 'dispatch');
  const fetching = vi.spyOn(globalThis, 'fetch');
  for (const html of ['', 'https://example.org/', pageWith(meta('og:url', 'https://example.org/'))]) await readOpenGraph(html);
  expect([dispatch.mock.calls, fetching.mock.calls]).toEqual([[], []]);
  vi.restoreAllMocks();
});
