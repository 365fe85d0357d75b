// Loopback is not trust: any web page can send requests to it, and a hostile name can be made to point at it.

import type { Request } from 'express';
import { AppError, invalid } from '../lib/app-error.ts';
import { countHeader } from '../lib/raw-headers.ts';

const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];

/** The values of `Host` under which a server on this loopback port is known. */
function hostsOf(port: number): string[] {
  return loopbackNames.flatMap((name) => (port === 80 ? [name, `${name}:80`] : [`${name}:${port}`]));
}

/** The origins of pages that come from this loopback port. */
export function originsOf(port: number): string[] {
  return loopbackNames.map((name) => new URL(`http://${name}:${port}`).origin);
}

interface GuardOptions {
  /** The port that this server listens on. */
  readonly port: number;
  /** The ports whose pages may call it. */
  readonly pagePorts: readonly number[];
}

/**
 * Refuses, before anything else is looked at, with 400 a request that names its host twice or not at all, or by an absolute target
 * that is not ours, and with 403 a `Host` that is not loopback with our port (DNS rebinding) and an `Origin` that is not one of
 * our own pages. Whole values are compared, never prefixes.
 */
export function guard({ port, pagePorts }: GuardOptions): (req: Request) => void {
  const hosts = new Set(hostsOf(port));
  const origins = new Set(pagePorts.flatMap(originsOf));
  return (req) => {
    checkHostHeaders(req);
    if (!req.url.startsWith('/')) usePathOfTarget(req, hosts);
    const { host = '' } = req.headers;
    if (!hosts.has(host) && !hosts.has(host.toLowerCase()))
      throw new AppError('forbidden', 'The Host header must be localhost with the port of the service');
    const { origin } = req.headers;
    if (origin !== undefined && !origins.has(origin)) throw new AppError('forbidden', 'Pages of this origin may not call the service');
  };
}

/** RFC 9112, 3.2: a request of HTTP/1.1 without a `Host`, and any with two, is answered with 400. Node would keep the first. */
function checkHostHeaders({ rawHeaders, httpVersion }: Request): void {
  const count = countHeader(rawHeaders, 'host');
  if (count > 1) throw invalid({ path: 'Host', message: 'was sent more than once' });
  if (count === 0 && httpVersion === '1.1') throw invalid({ path: 'Host', message: 'is missing' });
}

/**
 * The absolute form of a target (RFC 9112, 3.2.2) is for proxies, but every server has to take it: of our own host it is the path in it.
 */
function usePathOfTarget(req: Request, hosts: ReadonlySet<string>): void {
  if (req.url === '*') return;
  const target = URL.parse(req.url);
  if (target === null || !/^http:\/\//i.test(req.url) || !hosts.has(target.host) || target.username !== '' || target.password !== '') {
    throw new AppError('validation_failed', 'The target of the request names another host');
  }
  const path = req.url.replace(/^http:\/\/[^/?#]*/i, '');
  req.url = path.startsWith('/') ? path : `/${path}`;
  req.originalUrl = req.url;
}
