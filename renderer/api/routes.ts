// The lines of the contract's route table that the page uses. Only their types are taken from it:
// the schemas would bring the validation library along, and the service validates.

import type { changesApi } from '../../main/contract/changes.ts';
import type { eventsApi } from '../../main/contract/events.ts';
import type { Route } from '../../main/contract/route.ts';
import type { systemApi } from '../../main/contract/system.ts';

/** Where a route of the contract answers, with its types. */
export interface Line<R extends Pick<Route, 'method' | 'path'>> {
  readonly method: R['method'];
  readonly path: R['path'];
  /** Never set: carries the types of query, body and reply. */
  readonly types?: R;
}

/** Compiles only with the very path of the route; a test compares both with the table. */
function line<R extends Pick<Route, 'method' | 'path'>>(method: R['method'], path: R['path']): Line<R> {
  return { method, path };
}

export const routes = {
  openapi: line<typeof systemApi.openapi>('GET', '/api/openapi.json'),
  listEvents: line<typeof eventsApi.listEvents>('GET', '/api/events'),
  listChanges: line<typeof changesApi.listChanges>('GET', '/api/changes'),
} as const;
