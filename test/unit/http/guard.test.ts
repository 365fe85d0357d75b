import type { Request } from 'express';
import { expect, test } from 'vitest';
import { guard, originsOf } from '../../../main/http/guard.ts';

const check = guard({ port: 8716, pagePorts: [8717] });

/** What becomes of the target of a request to this host; the code of the refusal where it is refused. */
function targetOf(url: string, headers: Readonly<Record<string, string>> = { host: 'localhost:8716' }): string {
  const rawHeaders = Object.entries(headers).flat();
  const req = { url, originalUrl: url, headers, rawHeaders, httpVersion: '1.1' } as unknown as Request;
  try {
    check(req);
  } catch (error) {
    return (error as { code: string }).code;
  }
  expect(req.originalUrl).toBe(req.url);
  return req.url;
}

test.each([
  ['/api/notes?q=a', '/api/notes?q=a'],
  ['*', '*'],
  ['http://localhost:8716/api/notes?q=a', '/api/notes?q=a'],
  ['HTTP://LOCALHOST:8716/api/notes', '/api/notes'],
  ['http://[::1]:8716', '/'],
  ['http://127.0.0.1:8716?q=a', '/?q=a'],
  ['http://me@localhost:8716/api/notes', 'validation_failed'],
  ['http://me:secret@localhost:8716/api/notes', 'validation_failed'],
  ['http://localhost:8717/api/notes', 'validation_failed'],
  ['http://localhost/api/notes', 'validation_failed'],
  ['https://localhost:8716/api/notes', 'validation_failed'],
  ['http://localhost:8716.example.org/', 'validation_failed'],
  ['api/notes', 'validation_failed'],
])('a request for %s gets %s', (url, target) => {
  expect(targetOf(url)).toBe(target);
});

test.each([
  [{ host: 'LocalHost:8716' }, '/'],
  [{ host: '127.0.0.1:8716', origin: 'http://localhost:8717' }, '/'],
  [{ host: 'localhost' }, 'forbidden'],
  [{ host: 'localhost:8717' }, 'forbidden'],
  [{ host: 'localhost:8716', origin: 'http://localhost:8716' }, 'forbidden'],
  [{ host: 'localhost:8716', origin: 'null' }, 'forbidden'],
  [{ host: 'localhost:8716', origin: 'http://localhost:8717.example.org' }, 'forbidden'],
  [{}, 'validation_failed'],
])('a request with %j gets %s', (headers, target) => {
  expect(targetOf('/', headers)).toBe(target);
});

test('on the port of the web a host is known with and without it, and an origin without', () => {
  const onPort80 = guard({ port: 80, pagePorts: [80] });
  for (const host of ['localhost', 'localhost:80'])
    expect(() => {
      onPort80({ url: '/', headers: { host, origin: 'http://localhost' }, rawHeaders: ['Host', host], httpVersion: '1.1' } as Request);
    }).not.toThrow();
  expect(originsOf(80)).toEqual(['http://localhost', 'http://127.0.0.1', 'http://[::1]']);
});
