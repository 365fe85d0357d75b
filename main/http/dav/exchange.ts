// A request below /dav with what is known of it by the time it is answered.

import type { Request, Response } from 'express';
import { AppError, notFound } from '../../lib/app-error.ts';
import type { CalendarCollections, CheckVersion, CollectionOfEvents, CurrentCaller } from '../../lib/calendar-collections.ts';
import { requireScope, type Caller } from '../../lib/caller.ts';
import type { Scope } from '../../contract/scopes.ts';
import { isUtf8 } from 'node:buffer';
import { invalid } from '../../lib/app-error.ts';
import { rawReader } from '../body.ts';
import { readPrecondition } from '../../lib/precondition.ts';
import { ifHolds } from './if-header.ts';
import type { DavResource } from './names.ts';
import { etagOf } from './properties.ts';
import { readXml, type XmlElement } from './xml.ts';

export interface DavExchange {
  readonly req: Request;
  readonly res: Response;
  readonly resource: DavResource;
  readonly caller: Caller;
  readonly current: CurrentCaller;
  readonly collections: CalendarCollections;
}

/** The largest body of XML, in bytes: addresses of some tens of thousands of events. */
const maxXmlBytes = 8 * 1024 * 1024;

const xmlReader = rawReader(['application/xml', 'text/xml', 'application/*+xml'], maxXmlBytes);

/** The body's root element; null without a body. Throws 400, 413, 415. */
export async function readBodyXml({ req, res }: DavExchange): Promise<XmlElement | null> {
  // A body without a type is taken for what it has to be.
  if (req.headers['content-type'] === undefined) req.headers['content-type'] = 'application/xml';
  const bytes = (await xmlReader(req, res)) as Uint8Array | undefined;
  if (bytes === undefined) return null;
  if (!isUtf8(bytes)) throw invalid({ path: '', message: 'The body is not valid UTF-8' });
  const text = new TextDecoder().decode(bytes);
  return text.trim() === '' ? null : await readXml(text);
}

/** Throws 404 for a calendar that is not there, or another user's; 403 without the scope. */
export function calendarOf({ resource, caller, collections }: DavExchange, scope: Scope = 'calendar:read'): CollectionOfEvents {
  requireScope(caller, scope);
  const calendar =
    (resource.kind === 'calendar' || resource.kind === 'object') && resource.userId === caller.userId
      ? collections.maybeCalendar(caller.userId, resource.calendar)
      : null;
  if (calendar === null) throw notFound('calendar');
  return calendar;
}

/** What `If-Match` and `If-None-Match` demand of what is there (RFC 9110, 13.1), and the `If` of WebDAV. */
export function conditionOf(req: Request): CheckVersion {
  const ifHeader = req.get('If');
  const ifMatch = req.get('If-Match');
  const ifNoneMatch = req.get('If-None-Match')?.trim();
  const precondition = readPrecondition(ifMatch);
  return (version) => {
    if (ifHeader !== undefined && !ifHolds(ifHeader, req.path, version === null ? null : etagOf(version)))
      throw new AppError('version_mismatch', 'None of the conditions of If is met', version === null ? {} : { extra: { version } });
    if (version === null) {
      if (ifMatch !== undefined) throw new AppError('version_mismatch', 'There is nothing yet that If-Match could mean');
      return;
    }
    precondition.check(version);
    if (ifNoneMatch === undefined) return;
    if (matchesEtag(ifNoneMatch, version))
      throw new AppError('version_mismatch', 'There is such an event already', { extra: { version }, headers: { ETag: etagOf(version) } });
  };
}

/** Whether the list of `If-None-Match` names this version, or any. */
export function matchesEtag(list: string, version: number): boolean {
  const tags = list.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etagOf(version));
}

/** `0`, `1` or `infinity`. Throws 400. */
export function readDepth(req: Request, usual: '0' | 'infinity'): '0' | '1' | 'infinity' {
  const depth = req.get('Depth')?.trim().toLowerCase() ?? usual;
  if (depth === '0' || depth === '1' || depth === 'infinity') return depth;
  throw invalid({ path: 'Depth', message: 'must be 0, 1 or infinity' });
}

export const isMinimal = (req: Request): boolean => /\breturn=minimal\b/i.test(req.get('Prefer') ?? '') || req.get('Brief') === 't';
