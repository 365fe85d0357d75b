// CalDAV (RFC 4791) below /dav: which method does what. Loaded with the first request for it.

import type { Request, Response } from 'express';
import { errorStatus } from '../../contract/errors.ts';
import { AppError, notFound } from '../../lib/app-error.ts';
import { otherKey, refusalKey, type CalendarCollections, type CurrentCaller } from '../../lib/calendar-collections.ts';
import { answerAtOnce } from '../answer-head.ts';
import { deleteCalendar, makeCalendar, patchProperties } from './calendars.ts';
import type { DavExchange } from './exchange.ts';
import { davClasses, sendRefusal } from './multistatus.ts';
import { caldav, dav, objectPath, resourceOf, type DavResource } from './names.ts';
import { deleteObject, getObject, putObject } from './objects.ts';
import { propfind } from './propfind.ts';
import { report } from './report.ts';
import { element, escaped } from './xml.ts';

interface DavOptions {
  readonly collections: CalendarCollections;
  /** Throws `unauthorized`, `rate_limited`. */
  readonly authenticate: (request: Request) => Promise<CurrentCaller>;
}

type Answer = (exchange: DavExchange) => Promise<void>;

const onCollections: Readonly<Record<string, Answer>> = { PROPFIND: propfind, REPORT: report };

const methods: Readonly<Record<DavResource['kind'], Readonly<Record<string, Answer>>>> = {
  root: onCollections,
  principals: onCollections,
  homes: onCollections,
  principal: onCollections,
  home: onCollections,
  calendar: { ...onCollections, MKCALENDAR: makeCalendar, MKCOL: makeCalendar, PROPPATCH: patchProperties, DELETE: deleteCalendar },
  object: { ...onCollections, GET: getObject, HEAD: getObject, PUT: putObject, DELETE: deleteObject },
};

/** Answers a request whose path is `/dav` or lies below it. Rejects with what is to be told. */
export function createDav({ collections, authenticate }: DavOptions): (req: Request, res: Response) => Promise<void> {
  return async (req, res) => {
    res.locals['route'] = '/dav/*';
    const path = req.path === '/dav' ? '/dav/' : req.path;
    const resource = resourceOf(path);
    const allowed = `OPTIONS, ${Object.keys(resource === null ? onCollections : methods[resource.kind]).join(', ')}`;
    if (req.method === 'OPTIONS') {
      answerAtOnce(res, 200, ['DAV', davClasses, 'Allow', allowed], null);
      return;
    }
    const current = await authenticate(req);
    if (resource === null) throw notFound('calendar');
    const answer = methods[resource.kind][req.method];
    if (answer === undefined)
      throw new AppError('method_not_allowed', `${req.method} is not possible here`, { headers: { Allow: allowed, DAV: davClasses } });
    try {
      await answer({ req, res, resource, current, caller: current(), collections });
    } catch (error) {
      if (!(error instanceof AppError) || res.headersSent) throw error;
      const precondition = error.extra[refusalKey];
      if (typeof precondition !== 'string') throw error;
      const name = ['valid-sync-token', 'number-of-matches-within-limits'].includes(precondition) ? dav : caldav;
      const other = error.extra[otherKey];
      const path = typeof other === 'string' && resource.kind === 'object' ? objectPath(resource.userId, resource.calendar, other) : null;
      const inner = path === null ? '' : element(dav('href'), escaped(path));
      sendRefusal(res, errorStatus[error.code], name(precondition), error.message, inner);
    }
  };
}
