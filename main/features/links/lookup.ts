import { lookup } from 'node:dns/promises';
import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from './address.ts';
import { forbiddenTarget } from './failures.ts';

/** All addresses of a name; rejects as `dns.lookup` does. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

/** Where requests may go. */
export interface LookupPolicy {
  /** Origins, as `URL.origin` writes them, that need not be public. */
  readonly allowOrigins: ReadonlySet<string>;
  readonly resolve: Resolve;
}

/** The machine's own resolver, with its hosts file. */
export const systemResolve: Resolve = (hostname) => lookup(hostname, { all: true });

/**
 * A lookup for `http.request` that hands out only addresses which it has checked. The connection goes to one of these,
 * so a name that answers otherwise a moment later gains nothing. One address that is not public refuses them all.
 */
export function publicLookup(resolve: Resolve): LookupFunction {
  return lookupOf(resolve, (addresses) => {
    if (!addresses.every(({ address }) => isPublicAddress(address))) throw forbiddenTarget();
  });
}

/** The lookup for requests to `url`: without the check where its origin, as `URL.origin` writes it, is allowed by name. */
export function lookupFor(url: URL, { allowOrigins, resolve }: LookupPolicy): LookupFunction {
  return allowOrigins.has(url.origin) ? openLookup(resolve) : publicLookup(resolve);
}

function openLookup(resolve: Resolve): LookupFunction {
  return lookupOf(resolve, () => undefined);
}

function lookupOf(resolve: Resolve, check: (addresses: readonly LookupAddress[]) => void): LookupFunction {
  const checked = async (hostname: string): Promise<[LookupAddress, ...LookupAddress[]]> => {
    const [first, ...others] = await resolve(hostname);
    if (first === undefined) throw Object.assign(new Error('no address'), { code: 'ENODATA' });
    check([first, ...others]);
    return [first, ...others];
  };
  const answer = async (...[hostname, options, callback]: Parameters<LookupFunction>): Promise<void> => {
    let addresses;
    try {
      addresses = await checked(hostname);
    } catch (error) {
      callback(error as NodeJS.ErrnoException, []);
      return;
    }
    if (options.all === true) callback(null, addresses);
    else callback(null, addresses[0].address, addresses[0].family);
  };
  return (...question) => {
    void answer(...question);
  };
}
