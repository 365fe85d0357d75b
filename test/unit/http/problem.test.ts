import type { RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import { problemType, writeProblem } from '../../../main/http/problem.ts';
import { AppError } from '../../../main/lib/app-error.ts';
import { serve } from '../links/servers.ts';

/** What a server says that answers in this way. */
async function ask(listener: RequestListener): Promise<Response> {
  const { origin } = await serve(listener);
  return fetch(origin);
}

/** With these the document is long, and written in slices. */
const steps = Array.from({ length: 5_000 }, (_, index) => ({ stepType: 'replace', from: index, to: index }));

const stale = (extra: Readonly<Record<string, unknown>>, headers: Readonly<Record<string, string>> = {}): AppError =>
  new AppError('stale_version', 'The note is at version 2, not at 1', { extra: { version: 2, ...extra }, headers });

test('a problem of many members is sent whole', async () => {
  const response = await ask((_req, res) => {
    res.setHeader('ETag', '"1"');
    writeProblem(res, stale({ steps }, { 'X-Told': 'yes' }));
  });
  expect([response.status, response.headers.get('Content-Type'), response.headers.get('X-Told')]).toEqual([409, problemType, 'yes']);
  expect(response.headers.get('ETag')).toBeNull();
  expect(await response.json()).toMatchObject({ code: 'stale_version', status: 409, version: 2, steps });
});

test('of one that cannot be written in slices, or not be sent any more, the connection is cut', async () => {
  await expect(
    ask((_req, res) => {
      writeProblem(res, stale({ steps: [...steps, 1n] }));
    }),
  ).rejects.toThrow('fetch failed');
  await expect(
    ask((_req, res) => {
      writeProblem(res, stale({ steps }, { 'X-Told': 'a\nb' }));
    }),
  ).rejects.toThrow('fetch failed');
});

test('once an answer has begun, the connection is cut', async () => {
  const response = await ask((_req, res) => {
    res.writeHead(200, { 'Content-Length': 10 });
    res.write('a', () => {
      writeProblem(res, stale({}));
    });
  });
  await expect(response.text()).rejects.toThrow('terminated');
});
