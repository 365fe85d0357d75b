// Decides by its address alone whether a page may be asked for. What its name resolves to is checked when connecting.

import { isIP } from 'node:net';
import { invalid } from '../../lib/app-error.ts';
import { isPublicAddress } from './address.ts';
import { forbiddenTarget } from './failures.ts';

/** Names that mean this machine or its own network, whatever a resolver says of them. */
const localName = /(?:^|\.)(?:localhost|localdomain|local|internal|home\.arpa)$/;

/**
 * The address as it is asked for and remembered: without fragment and without the dot that may end a name.
 * Throws `validation_failed` naming `url` when it is not a whole address.
 */
export function parseTarget(text: string): URL {
  const url = URL.parse(text);
  if (url === null) throw invalid({ path: 'url', message: 'must be a whole web address, such as https://example.org/' });
  return tidied(url);
}

/** Where a page redirects to; null if that is no address. */
export function redirectTarget(location: string, from: URL): URL | null {
  const url = URL.parse(location, from.href);
  return url === null ? null : tidied(url);
}

function tidied(url: URL): URL {
  url.hash = '';
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1);
  return url;
}

/** An IPv6 address without its brackets. */
export function bareHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

/**
 * Throws `validation_failed` naming `url` unless the target is on the web, holds no user, and its host, where that is a number, is public.
 */
export function checkTarget(url: URL, allowOrigins: ReadonlySet<string>): void {
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw invalid({ path: 'url', message: 'must lead to a page by http or https' });
  if (url.username !== '' || url.password !== '') throw invalid({ path: 'url', message: 'must hold no user name and no password' });
  if (allowOrigins.has(url.origin)) return;
  const host = bareHost(url);
  const isPublic = isIP(host) === 0 ? !localName.test(host) && !host.endsWith('.') : isPublicAddress(host);
  if (!isPublic) throw forbiddenTarget();
}

/** Whether others may be told of this address as one on the web. */
export function isPublicTarget(url: URL, allowOrigins: ReadonlySet<string>): boolean {
  try {
    checkTarget(url, allowOrigins);
    return true;
  } catch {
    return false;
  }
}
