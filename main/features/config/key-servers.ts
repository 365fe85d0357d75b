// An API key is for the server whose address was set when it was stored: a program's token cannot have it sent to another.

import { profileOfKey } from '../../contract/config-keys.ts';
import type { FieldError } from '../../lib/app-error.ts';

type Values = ReadonlyMap<string, string>;
type Get = (key: string) => string | null;

const isApiKey = (name: string): boolean => name === 'AI_API_KEY' || profileOfKey(name)?.field === 'API_KEY';

const ownAddress = (apiKey: string): string => apiKey.replace(/API_KEY$/, 'BASE_URL');

/** The server that is asked with an API key: its origin, as `URL.origin` writes it; null while no address is set. */
function serverOf(apiKey: string, get: Get): string | null {
  const address = get(ownAddress(apiKey)) ?? get('AI_BASE_URL');
  return address === null ? null : (URL.parse(address)?.origin ?? address);
}

/**
 * The addresses among `changes` by which another server than before would be sent an API key that the file or the environment has:
 * refused, unless the changes bring a new key as well. `overrides` is what the environment and flags give. They may be gone at the next
 * start, so the file is looked at alone as well; the servers of both are no other ones.
 */
export function addressesOfOtherServers(
  changes: ReadonlyMap<string, string | null>,
  stored: Values,
  overrides: Values,
): readonly FieldError[] {
  const starts = [overrides, new Map<string, string>()].map((over) => {
    const before: Get = (key) => (over.get(key) ?? stored.get(key)) || null;
    const after: Get = (key) => (over.has(key) || !changes.has(key) ? before(key) : (changes.get(key) ?? null));
    return { before, after };
  });
  return [...new Set([...stored.keys(), ...overrides.keys()])].flatMap((key) => {
    if (!isApiKey(key)) return [];
    const known = starts.map(({ before }) => serverOf(key, before));
    const isToOther = starts.some(({ before, after }) => {
      const server = serverOf(key, after);
      return before(key) !== null && before(key) === after(key) && server !== null && !known.includes(server);
    });
    if (!isToOther) return [];
    const path = changes.has(ownAddress(key)) ? ownAddress(key) : 'AI_BASE_URL';
    return [{ path, message: `would have ${key} sent to another server: a token for programs sets the key of that server with it` }];
  });
}
