// Calendars by their addresses: made, named, coloured and taken away (RFC 4791, 5.3.1; RFC 5689; RFC 4918, 9.2).

import { AppError, invalid, notFound } from '../../lib/app-error.ts';
import { requireScope } from '../../lib/caller.ts';
import { beginAnswer } from '../answer-head.ts';
import { calendarOf, readBodyXml, type DavExchange } from './exchange.ts';
import { propstat, sendMultistatus, sendRefusal } from './multistatus.ts';
import { apple, caldav, dav, calendarPath } from './names.ts';
import { calendarProperties } from './properties.ts';
import { childOf, element, escaped, type XmlElement } from './xml.ts';

/** What clients say of a calendar and Daybook has no place for; nothing is lost that a person would miss. */
const ignored = new Set([
  apple('calendar-order'),
  caldav('calendar-timezone'),
  caldav('calendar-timezone-id'),
  caldav('calendar-description'),
  caldav('calendar-free-busy-set'),
  caldav('schedule-calendar-transp'),
]);

/** What a client says of a new calendar alone: each has the same here. */
const ofNew = new Set([caldav('supported-calendar-component-set'), dav('resourcetype')]);

interface Fields {
  readonly name?: string;
  readonly color?: string;
  /** Properties that cannot be set. */
  readonly refused: readonly string[];
  /** Those that can. */
  readonly taken: readonly string[];
}

/**
 * MKCALENDAR, or the MKCOL of RFC 5689, which says itself that it is a calendar: 201 with its `Location`, or 403 with the precondition that
 * is not met. Throws 400 for another body, 403 for a property that cannot be set, or an address that cannot be a calendar's, 404 below
 * another user, 405 where there is one already, 409, 413, 415.
 */
export async function makeCalendar(exchange: DavExchange): Promise<void> {
  const { req, res, resource, caller, current, collections } = exchange;
  requireScope(caller, 'calendar:write');
  if (resource.kind !== 'calendar' || resource.userId !== caller.userId)
    throw resource.kind === 'calendar' ? notFound('user') : notPossible();
  const root = await readBodyXml(exchange);
  const [name, tag] = req.method === 'MKCOL' ? ['mkcol', dav('mkcol')] : ['mkcalendar', caldav('mkcalendar')];
  if (root !== null && root.tag !== tag) throw invalid({ path: '', message: `The body must be a ${name}` });
  const properties = setProperties(root);
  if (req.method === 'MKCOL' && !saysCalendar(properties)) {
    sendRefusal(res, 403, dav('valid-resourcetype'), 'Only calendars can be made here');
    return;
  }
  const components = properties.find(({ tag }) => tag === caldav('supported-calendar-component-set'));
  if (components !== undefined && !components.children.some(({ attributes }) => attributes.get('name')?.toUpperCase() === 'VEVENT')) {
    sendRefusal(res, 403, caldav('supported-calendar-component'));
    return;
  }
  const fields = fieldsOf(properties.filter((property) => !ofNew.has(property.tag)));
  if (fields.refused.length > 0) throw new AppError('forbidden', 'A property cannot be set on a calendar');
  await collections.createCalendar(current, resource.calendar, {
    displayName: fields.name ?? resource.calendar,
    color: fields.color ?? null,
  });
  beginAnswer(res);
  res.writeHead(201, { 'Content-Length': 0, Location: calendarPath(caller.userId, resource.calendar) }).end();
}

function saysCalendar(properties: readonly XmlElement[]): boolean {
  const kinds = properties.find(({ tag }) => tag === dav('resourcetype'))?.children.map(({ tag }) => tag) ?? [];
  return kinds.length === 2 && kinds.includes(dav('collection')) && kinds.includes(caldav('calendar'));
}

/**
 * PROPPATCH: 207, with 200 for each property. Where one cannot be set or removed it has 403, the others have 424, and nothing is changed.
 * Throws 400 for a body that is no propertyupdate or names no property, 403, 404, 413, 415.
 */
export async function patchProperties(exchange: DavExchange): Promise<void> {
  const { req, res, caller, current, collections } = exchange;
  const calendar = calendarOf(exchange, 'calendar:write');
  if (exchange.resource.kind !== 'calendar') throw notPossible();
  const root = await readBodyXml(exchange);
  if (root?.tag !== dav('propertyupdate')) throw invalid({ path: '', message: 'The body must be a propertyupdate' });
  const removed = root.children
    .filter(({ tag }) => tag === dav('remove'))
    .flatMap((remove) => childOf(remove, dav('prop'))?.children.map(({ tag }) => tag) ?? []);
  const { name, color, refused, taken } = fieldsOf(setProperties(root));
  // To remove what is not there is no error (RFC 4918, 14.23); what every calendar has cannot be removed.
  const standing = calendarProperties(caller, calendar, 0);
  const bad = [...refused, ...removed.filter((tag) => standing.has(tag))];
  const done = [...taken, ...removed.filter((tag) => !standing.has(tag))];
  if (bad.length + done.length === 0) throw invalid({ path: '', message: 'The body must name a property to set or to remove' });
  if (bad.length === 0)
    await collections.updateCalendar(current, calendar.name, {
      ...(name === undefined ? {} : { name }),
      ...(color === undefined ? {} : { color }),
    });
  const told = (tags: readonly string[], status: string): string =>
    tags.length === 0
      ? ''
      : propstat(
          tags.map((tag) => element(tag)),
          status,
        );
  const body = bad.length === 0 ? told(done, '200 OK') : told(bad, '403 Forbidden') + told(done, '424 Failed Dependency');
  // oxlint-disable-next-line typescript/require-await -- the answers of this protocol come in parts
  async function* parts(): AsyncGenerator<string> {
    yield element(dav('response'), element(dav('href'), escaped(req.path)) + body);
  }
  await sendMultistatus(res, parts());
}

/** DELETE: 204, and the calendar is gone with its events. Throws 403, 404, 409. */
export async function deleteCalendar(exchange: DavExchange): Promise<void> {
  const { res, current, collections } = exchange;
  const calendar = calendarOf(exchange, 'calendar:delete');
  await collections.removeCalendar(current, calendar.name);
  beginAnswer(res);
  res.writeHead(204).end();
}

const notPossible = (): AppError => new AppError('forbidden', 'This is not possible here');

function setProperties(root: XmlElement | null): XmlElement[] {
  return (root?.children ?? []).filter(({ tag }) => tag === dav('set')).flatMap((set) => [...(childOf(set, dav('prop'))?.children ?? [])]);
}

function fieldsOf(properties: readonly XmlElement[]): Fields {
  let fields: Omit<Fields, 'refused' | 'taken'> = {};
  const [refused, taken]: [string[], string[]] = [[], []];
  for (const { tag, text } of properties) {
    // With an alpha channel, as Apple writes it.
    const [color] = /^#[0-9a-f]{6}(?=(?:[0-9a-f]{2})?$)/i.exec(text.trim()) ?? [];
    if (tag === dav('displayname') && text.trim() !== '' && text.length <= 200) fields = { ...fields, name: text.trim() };
    else if (tag === apple('calendar-color') && color !== undefined) fields = { ...fields, color: color.toLowerCase() };
    else if (!ignored.has(tag)) {
      refused.push(tag);
      continue;
    }
    taken.push(tag);
  }
  return { ...fields, refused, taken };
}
