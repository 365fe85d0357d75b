// Loopback is not trust: any web page can send requests to it, and a hostile name can be made to point at it.

import type { RequestHandler } from 'express';
import { AppError } from '../lib/app-error.ts';

const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];

/** The values of `Host` under which a server on this loopback port is known. */
function hostsOf(port: number): string[] {
  return loopbackNames.flatMap((name) => (port === 80 ? [name, `${name}:80`] : [`${name}:${port}`]));
}

/** The origins of pages that come from this loopback port. */
export function originsOf(port: number): string[] {
  return loopbackNames.map((name) => new URL(`http://${name}:${port}`).origin);
}

export interface GuardOptions {
  /** The port that this server listens on. */
  readonly port: number;
  /** The ports whose pages may call it. */
  readonly pagePorts: readonly number[];
}

/**
 * Refuses, with 403 and before anything else is looked at, a `Host` that is not loopback with our port (DNS rebinding)
 * and an `Origin` that is not one of our own pages. Whole values are compared, never prefixes.
 */
export function guard({ port, pagePorts }: GuardOptions): RequestHandler {
  const hosts = new Set(hostsOf(port));
  const origins = new Set(pagePorts.flatMap(originsOf));
  return (req, _res, next) => {
    if (!hosts.has((req.headers.host ?? '').toLowerCase())) throw new AppError('forbidden', 'The Host header must be localhost with the port of the service');
    const { origin } = req.headers;
    if (origin !== undefined && !origins.has(origin)) throw new AppError('forbidden', 'Pages of this origin may not call the service');
    next();
  };
}
