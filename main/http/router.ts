// Finds the endpoint of a path in a tree of segments, so that the cost does not grow with the number of routes.

import type { NextFunction, Request, Response } from 'express';
import findMyWay from 'find-my-way';
import { AppError } from '../lib/app-error.ts';
import type { Endpoint } from '../invoke/endpoint.ts';
import { answerAtOnce } from './answer-head.ts';
import type { AnswerRequest } from './mount.ts';

/** Rejects with what is to be told. */
type RouteRequest = (req: Request, res: Response, next: NextFunction) => Promise<void>;

/** What there is at a path. */
interface Resource {
  /** With `:name` for each parameter. */
  readonly path: string;
  readonly methods: ReadonlyMap<string, AnswerRequest>;
  /** The value of `Allow`. */
  readonly allowed: string;
  /** Whether a DELETE can also name one of what is in it, by an id behind a slash. */
  readonly holdsOthers: boolean;
}

/** Ids, names and versions in a path; a longer segment is no record of ours. In characters, as they are sent. */
const maxSegmentLength = 4096;

/**
 * Hands each request to what `answerOf` gives for its endpoint; what no endpoint has goes on to `next`. A method that a known
 * path does not have is 405 with `Allow`; OPTIONS tells them, and HEAD is answered as GET is, but where a GET may write. A slash at the end
 * is passed over, unless an id is to follow it that a DELETE needs.
 */
export function createRouter(endpoints: readonly Endpoint[], answerOf: (endpoint: Endpoint) => AnswerRequest): RouteRequest {
  const tree = findMyWay({ caseSensitive: true, ignoreTrailingSlash: true, maxParamLength: maxSegmentLength });
  for (const [path, group] of Map.groupBy(endpoints, ({ route }) => route.path)) {
    const methods = new Map(group.map((endpoint) => [endpoint.route.method as string, answerOf(endpoint)]));
    const isRead = group.some(({ route, kind }) => route.method === 'GET' && kind !== 'command');
    const get = isRead ? methods.get('GET') : undefined;
    const allowed = [...methods.keys(), ...(get === undefined ? [] : ['HEAD']), 'OPTIONS'].join(', ');
    if (get !== undefined) methods.set('HEAD', get);
    // One tree for all methods: what is found tells which of them there are.
    const holdsOthers = endpoints.some(({ route }) => route.method === 'DELETE' && route.path.startsWith(`${path}/:`));
    tree.on('GET', path, () => undefined, { path, methods, allowed, holdsOthers } satisfies Resource);
  }
  return async (req, res, next) => {
    const found = tree.find('GET', pathOf(req));
    if (found === null) {
      next();
      return;
    }
    const { methods, allowed, path, holdsOthers } = found.store as Resource;
    // Of all there is: a client whose id is empty means none of it.
    if (holdsOthers && req.method === 'DELETE' && pathOf(req).endsWith('/'))
      throw new AppError('not_found', 'There is no id behind the slash of this address');
    // For the log, which tells of the pattern alone.
    res.locals['route'] = path;
    const answer = methods.get(req.method);
    if (answer !== undefined) await answer(req, res, found.params as Readonly<Record<string, string>>);
    else if (req.method === 'OPTIONS') answerAtOnce(res, 204, ['Allow', allowed], null);
    else throw new AppError('method_not_allowed', `${req.method} is not possible here`, { headers: { Allow: allowed } });
  };
}

/** Express' own `path` takes the whole address apart, at every request. */
function pathOf(req: Request): string {
  const { url } = req;
  const end = url.indexOf('?');
  const path = end === -1 ? url : url.slice(0, end);
  return path.includes('#') ? req.path : path;
}
