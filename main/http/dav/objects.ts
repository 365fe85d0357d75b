// One event by its address: read, written, taken away (RFC 4791, 5.3).

import { AppError, notFound } from '../../lib/app-error.ts';
import { beginAnswer } from '../answer-head.ts';
import { rawReader } from '../body.ts';
import { calendarOf, conditionOf, matchesEtag, type DavExchange } from './exchange.ts';
import { calendarType, etagOf, maxObjectBytes } from './properties.ts';

const calendarReader = rawReader('text/calendar', maxObjectBytes);

/**
 * GET and HEAD: 200 with the event as a file of iCalendar, or 304 where `If-None-Match` names its version; with `ETag` and `Last-Modified`.
 * Throws 404 for an event that is not there, 412 where `If-Match` names another version, 403 without the scope `calendar:read`.
 */
export async function getObject(exchange: DavExchange): Promise<void> {
  const { req, res, resource, caller, collections } = exchange;
  const calendar = calendarOf(exchange);
  if (resource.kind !== 'object') throw notFound('event');
  const objects = collections.named(caller.userId, calendar.id, [resource.name]);
  const { value: event } = await collections.written(caller.userId, objects, null).next();
  if (typeof event?.text !== 'string') throw notFound('event');
  beginAnswer(res);
  res.setHeader('ETag', etagOf(event.version));
  res.setHeader('Last-Modified', new Date(event.updatedAt).toUTCString());
  if (req.get('If-Match') !== undefined) conditionOf(req)(event.version);
  const known = req.get('If-None-Match');
  if (known !== undefined && matchesEtag(known, event.version)) {
    res.writeHead(304).end();
    return;
  }
  const body = Buffer.from(event.text);
  res.writeHead(200, { 'Content-Type': calendarType, 'Content-Length': body.byteLength });
  res.end(req.method === 'HEAD' ? undefined : body);
}

/**
 * PUT: 201 for a new event, else 204; with an `ETag` only where the event comes back with the lines that were put. Throws 400, 403, 404,
 * 409 (each refusal of iCalendar with its precondition), 412 where a condition of the request is not met, 413 and 415 for the body.
 */
export async function putObject(exchange: DavExchange): Promise<void> {
  const { req, res, resource, current, collections } = exchange;
  calendarOf(exchange, 'calendar:write');
  if (resource.kind !== 'object') throw notFound('event');
  if (req.headers['content-range'] !== undefined) throw new AppError('validation_failed', 'A part of an event cannot be written');
  if (req.headers['content-type'] === undefined) req.headers['content-type'] = 'text/calendar';
  const check = conditionOf(req);
  const bytes = ((await calendarReader(req, res)) as Uint8Array | undefined) ?? new Uint8Array();
  const { isNew, version, isWhole } = await collections.put(current, {
    calendar: resource.calendar,
    name: resource.name,
    bytes,
    check,
    signal: goneSignal(exchange),
  });
  beginAnswer(res);
  // Without it the client reads what was kept. RFC 4791, 5.3.4, gives one for equal bytes alone, which no event has here: DTSTAMP,
  // LAST-MODIFIED, the order of lines and what is around the events are the service's. A client loses nothing by going on from its own
  // lines, and need not read each event that it has put.
  if (isWhole) res.setHeader('ETag', etagOf(version));
  res.writeHead(isNew ? 201 : 204, isNew ? { 'Content-Length': 0 } : {}).end();
}

/** DELETE: 204, and the event is in the trash. Throws 403, 404, 412. */
export async function deleteObject(exchange: DavExchange): Promise<void> {
  const { req, res, resource, current, collections } = exchange;
  calendarOf(exchange, 'calendar:delete');
  if (resource.kind !== 'object') throw notFound('event');
  await collections.remove(current, resource.calendar, resource.name, conditionOf(req));
  beginAnswer(res);
  res.writeHead(204).end();
}

function goneSignal({ res }: DavExchange): AbortSignal {
  const gone = new AbortController();
  res.once('close', () => {
    if (!res.writableFinished) gone.abort(new AppError('unavailable', 'The caller has gone away'));
  });
  return gone.signal;
}
