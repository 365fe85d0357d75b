// REPORT: events by what they hold, by their addresses, and by what has changed (RFC 4791, 7; RFC 6578).

import { setImmediate } from 'node:timers/promises';
import { AppError, invalid } from '../../lib/app-error.ts';
import { CooperativeScheduler } from '../../lib/cooperative-scheduler.ts';
import type { CollectionOfEvents, EventObject } from '../../lib/calendar-collections.ts';
import { calendarOf, isMinimal, readBodyXml, type DavExchange } from './exchange.ts';
import { foundResponse, sendMultistatus, sendRefusal, statusResponse, wantedOf, type WantedProperties } from './multistatus.ts';
import { caldav, dav, resourceOf } from './names.ts';
import { objectProperties, davPath, readSyncToken, syncToken, type Properties } from './properties.ts';
import { wantedData, type WantedData } from './calendar-data.ts';
import { readFilter } from './filter.ts';
import { childOf, element, escaped, type XmlElement } from './xml.ts';

interface WantedEvents extends WantedProperties {
  readonly data: WantedData;
}

/** How many events are written at a time. */
const sliceLength = 50;
/** How many characters are escaped at a time, at least. */
const escapedAtOnce = 100_000;
/** How many changes of a calendar one answer tells at most. */
const maxChanges = 100_000;

/**
 * 207 with the events that calendar-query, calendar-multiget or sync-collection asks for: 404 for one that is gone, 507 for one that is too
 * long for an answer. 403 with a precondition for another report, another resource than a calendar, a filter or a sync token that is not
 * known. Throws 400 for another body, 403 without the scope `calendar:read`, 404, 413, 415.
 */
export async function report(exchange: DavExchange): Promise<void> {
  const { req, res } = exchange;
  const root = await readBodyXml(exchange);
  if (root === null) throw invalid({ path: '', message: 'The body must say which report is wanted' });
  if (exchange.resource.kind !== 'calendar') {
    sendRefusal(res, 403, dav('supported-report'));
    return;
  }
  const calendar = calendarOf(exchange);
  const wanted = { ...wantedOf(root, isMinimal(req)), data: wantedData(root) };
  switch (root.tag) {
    case caldav('calendar-query'):
      await query(exchange, calendar, root, wanted);
      return;
    case caldav('calendar-multiget'):
      await sendMultistatus(res, multiget(exchange, calendar, root, wanted));
      return;
    case dav('sync-collection'):
      await sendMultistatus(res, syncCollection(exchange, calendar, root, wanted));
      return;
    default:
      sendRefusal(res, 403, dav('supported-report'));
  }
}

async function query(exchange: DavExchange, calendar: CollectionOfEvents, root: XmlElement, wanted: WantedEvents): Promise<void> {
  const { res, caller, collections } = exchange;
  const filter = readFilter(childOf(root, caldav('filter')));
  if (filter === 'unsupported') {
    sendRefusal(res, 403, caldav('supported-filter'));
    return;
  }
  async function* parts(): AsyncGenerator<string> {
    if (filter === 'none') return;
    const { range, texts } = filter as Exclude<typeof filter, string>;
    for await (const page of collections.matching(caller.userId, calendar.id, range, texts))
      yield* responses(exchange, calendar, page, wanted);
  }
  await sendMultistatus(res, parts());
}

async function* multiget(
  exchange: DavExchange,
  calendar: CollectionOfEvents,
  root: XmlElement,
  wanted: WantedEvents,
): AsyncGenerator<string> {
  const { caller, collections } = exchange;
  // Each event once, however often and by whatever addresses it is asked for.
  const hrefs = [...new Set(root.children.filter(({ tag }) => tag === dav('href')).map(({ text }) => text.trim()))];
  const told = new Set<string>();
  for (let at = 0; at < hrefs.length; at += sliceLength) {
    const names = new Map(hrefs.slice(at, at + sliceLength).map((href) => [href, nameIn(href, caller.userId, calendar)]));
    const objects = collections.named(
      caller.userId,
      calendar.id,
      [...new Set(names.values())].filter((name) => name !== null),
    );
    const found = new Set(objects.map(({ name }) => name));
    yield [...names]
      .filter(([, name]) => name === null || !found.has(name))
      .map(([href]) => statusResponse(href.slice(0, 2000), '404 Not Found'))
      .join('');
    yield* responses(
      exchange,
      calendar,
      objects.filter(({ name }) => !told.has(name)),
      wanted,
    );
    for (const name of found) told.add(name);
    await setImmediate();
  }
}

/** The name of an event of the calendar; null for what lies elsewhere. */
function nameIn(href: string, userId: string, calendar: CollectionOfEvents): string | null {
  const path = URL.parse(href, 'http://localhost/')?.pathname ?? '';
  const resource = path.startsWith('/dav/') ? resourceOf(path) : null;
  return resource?.kind === 'object' && resource.userId === userId && [calendar.name, calendar.id].includes(resource.calendar)
    ? resource.name
    : null;
}

async function* syncCollection(
  exchange: DavExchange,
  calendar: CollectionOfEvents,
  root: XmlElement,
  wanted: WantedEvents,
): AsyncGenerator<string> {
  const { caller, collections } = exchange;
  const { userId } = caller;
  const text = childOf(root, dav('sync-token'))?.text.trim() ?? '';
  const limit = limitOf(root);
  if (text === '') {
    // Read before the events: what changes meanwhile is told again the next time.
    const seq = collections.seq(userId);
    let count = 0;
    for (const page of collections.pages(userId, calendar.id)) {
      count += page.length;
      if (limit !== null && count > limit)
        throw reportRefusal('forbidden', 'number-of-matches-within-limits', 'The first synchronisation cannot be cut');
      yield* responses(exchange, calendar, page, wanted);
    }
    yield element(dav('sync-token'), escaped(syncToken(seq)));
    return;
  }
  const since = readSyncToken(text);
  if (since === null) throw reportRefusal('forbidden', 'valid-sync-token', 'The sync token is none of this service');
  const { changed, removed, seq, isWhole } = await changesSince(exchange, calendar, since, limit ?? maxChanges);
  yield removed.map((name) => statusResponse(davPath(caller, calendar, { name }), '404 Not Found')).join('');
  yield* responses(exchange, calendar, changed, wanted);
  if (!isWhole) yield statusResponse(davPath(caller, calendar), '507 Insufficient Storage', tooMany);
  yield element(dav('sync-token'), escaped(syncToken(seq)));
}

async function changesSince({ caller, collections }: DavExchange, { id }: CollectionOfEvents, since: number, limit: number) {
  try {
    return await collections.changes(caller.userId, id, since, limit);
  } catch (error) {
    if (error instanceof AppError && error.code === 'history_gone')
      throw reportRefusal('forbidden', 'valid-sync-token', 'What has changed since that sync token is not known any more');
    throw error;
  }
}

/** A number of results; null for all. Throws 400. */
function limitOf(root: XmlElement): number | null {
  const limit = childOf(root, dav('limit'));
  const text = limit === null ? undefined : childOf(limit, dav('nresults'))?.text.trim();
  if (text === undefined) return null;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw invalid({ path: '', message: 'nresults must be a number of at least 1' });
  return Number(text);
}

function reportRefusal(code: 'forbidden', precondition: string, detail: string): AppError {
  return new AppError(code, detail, { extra: { precondition } });
}

/** Events with the properties that are wanted, and their texts where those are among them. */
async function* responses(
  { caller, collections }: DavExchange,
  calendar: CollectionOfEvents,
  objects: readonly EventObject[],
  wanted: WantedEvents,
): AsyncGenerator<string> {
  const propertiesOf = (object: EventObject): Properties => objectProperties(caller, calendar, object);
  const told = (object: EventObject, properties: Properties): string =>
    foundResponse(davPath(caller, calendar, object), properties, wanted);
  const scheduler = new CooperativeScheduler();
  const withText = wanted.tags.includes(caldav('calendar-data'));
  for (let at = 0; at < objects.length; at += sliceLength) {
    const some = objects.slice(at, at + sliceLength);
    if (!withText) {
      for (const object of some) yield told(object, propertiesOf(object));
      continue;
    }
    for await (const object of collections.written(caller.userId, some, wanted.data.portion)) {
      if (object.text === null) {
        yield statusResponse(davPath(caller, calendar, object), '507 Insufficient Storage', tooMany);
        continue;
      }
      const data = await escapedInSlices(wanted.data.cut(object.text), scheduler);
      yield told(object, new Map([...propertiesOf(object), [caldav('calendar-data'), () => data]]));
    }
  }
}

/** As `escaped`: the occurrences of an event can be millions of characters. */
async function escapedInSlices(text: string, scheduler: CooperativeScheduler): Promise<string> {
  let data = '';
  for (let at = 0; at < text.length;) {
    // Between lines, so that no character is cut.
    const end = text.indexOf('\n', at + escapedAtOnce) + 1 || text.length;
    data += escaped(text.slice(at, end));
    at = end;
    await scheduler.yieldIfDue();
  }
  return data;
}

/** Why an answer does not tell all. */
const tooMany = element(dav('error'), element(dav('number-of-matches-within-limits')));
