// PROPFIND: what there is, and what it is like (RFC 4918, 9.1).

import { setImmediate } from 'node:timers/promises';
import { notFound } from '../../lib/app-error.ts';
import { requireScope } from '../../lib/caller.ts';
import { calendarOf, readDepth, isMinimal, readBodyXml, type DavExchange } from './exchange.ts';
import { foundResponse, sendMultistatus, sendRefusal, wantedOf, type WantedProperties } from './multistatus.ts';
import { dav, homePath, principalPath } from './names.ts';
import { calendarProperties, homeProperties, objectProperties, davPath, principalProperties, rootProperties } from './properties.ts';
import { invalid } from '../../lib/app-error.ts';

/**
 * 207 with what is there, and with `Depth: 1` with what lies right in it; without a depth, and for `infinity`, 403 with the precondition
 * `propfind-finite-depth`. Throws 400 for another body, 403 without the scope `calendar:read`, 404, 413, 415.
 */
export async function propfind(exchange: DavExchange): Promise<void> {
  const { req, res } = exchange;
  const depth = readDepth(req, 'infinity');
  const root = await readBodyXml(exchange);
  if (root !== null && root.tag !== dav('propfind')) throw invalid({ path: '', message: 'The body must be a propfind' });
  if (depth === 'infinity') {
    sendRefusal(res, 403, dav('propfind-finite-depth'));
    return;
  }
  await sendMultistatus(res, parts(exchange, wantedOf(root, isMinimal(req)), depth === '1'));
}

async function* parts(exchange: DavExchange, wanted: WantedProperties, isDeep: boolean): AsyncGenerator<string> {
  const { resource, caller, collections } = exchange;
  const { userId } = caller;
  switch (resource.kind) {
    case 'root':
    case 'principals':
    case 'homes': {
      const path = { root: '/dav/', principals: '/dav/principals/', homes: '/dav/calendars/' }[resource.kind];
      yield foundResponse(path, rootProperties(caller), wanted);
      if (!isDeep) return;
      if (resource.kind !== 'homes') yield foundResponse(principalPath(userId), principalProperties(caller), wanted);
      if (resource.kind !== 'principals') yield foundResponse(homePath(userId), homeProperties(caller), wanted);
      return;
    }
    case 'principal':
      if (resource.userId !== userId) throw notFound('user');
      yield foundResponse(principalPath(userId), principalProperties(caller), wanted);
      return;
    case 'home': {
      if (resource.userId !== userId) throw notFound('user');
      requireScope(caller, 'calendar:read');
      yield foundResponse(homePath(userId), homeProperties(caller), wanted);
      if (!isDeep) return;
      const seq = collections.seq(userId);
      for (const calendar of collections.calendars(userId))
        yield foundResponse(davPath(caller, calendar), calendarProperties(caller, calendar, seq), wanted);
      return;
    }
    case 'calendar': {
      const calendar = calendarOf(exchange);
      // Read before the events: what changes meanwhile is told again the next time.
      yield foundResponse(davPath(caller, calendar), calendarProperties(caller, calendar, collections.seq(userId)), wanted);
      if (!isDeep) return;
      for (const page of collections.pages(userId, calendar.id)) {
        yield page
          .map((object) => foundResponse(davPath(caller, calendar, object), objectProperties(caller, calendar, object), wanted))
          .join('');
        await setImmediate();
      }
      return;
    }
    case 'object': {
      const calendar = calendarOf(exchange);
      const [object] = collections.named(userId, calendar.id, [resource.name]);
      if (object === undefined) throw notFound('event');
      yield foundResponse(davPath(caller, calendar, object), objectProperties(caller, calendar, object), wanted);
    }
  }
}
