// The header If of WebDAV (RFC 4918, 10.4): lists of conditions, for the resource of the request or for others that it names.

import { invalid } from '../../lib/app-error.ts';

/** `Not`, a state token, or an ETag. */
const condition = /^\s*(Not\s+|Not(?=[<[]))?(?:<([^<>]*)>|\[((?:W\/)?"[^"]*")\])/i;
const list = /^\s*(?:<([^<>]*)>\s*)?\(((?:[^()"<>]|"[^"]*"|<[^<>]*>)*)\)/;

/**
 * Whether one of the lists holds for what lies at `path` with this ETag; null where nothing is. There are no locks here, so that no state
 * token holds; of other resources nothing is known. Throws 400.
 */
export function ifHolds(header: string, path: string, etag: string | null): boolean {
  const refused = (): never => {
    throw invalid({ path: 'If', message: 'must be lists of conditions, such as (["3"])' });
  };
  let rest = header;
  let isHere = true;
  let holds = false;
  do {
    const [whole, resource, conditions = ''] = list.exec(rest) ?? refused();
    if (resource !== undefined) isHere = URL.parse(resource, 'http://localhost/')?.pathname === path;
    holds = all(conditions, isHere ? etag : null, refused) || holds;
    rest = rest.slice(whole.length);
  } while (rest.trim() !== '');
  return holds;
}

function all(conditions: string, etag: string | null, refused: () => never): boolean {
  let rest = conditions;
  let holds = true;
  do {
    const [whole, not, , tag] = condition.exec(rest) ?? refused();
    // Strong comparison: a weak tag never matches.
    const isMet = tag !== undefined && tag === etag;
    holds &&= isMet === (not === undefined);
    rest = rest.slice(whole.length);
  } while (rest.trim() !== '');
  return holds;
}
