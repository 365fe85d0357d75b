// The properties of what lies below /dav, by their names; each as the XML inside of its element.

import type { CollectionOfEvents, EventObject } from '../../lib/calendar-collections.ts';
import type { Caller } from '../../lib/caller.ts';
import { collations } from './filter.ts';
import { apple, calendarPath, calendarServer, caldav, dav, homePath, objectPath, principalPath } from './names.ts';
import { element, escaped } from './xml.ts';

/** By their names with the namespace. What a function gives is escaped, and made only for what is asked for. */
export type Properties = ReadonlyMap<string, () => string>;

/** Largest file of one event, in bytes. */
export const maxObjectBytes = 2 * 1024 * 1024;

const href = (path: string): string => element(dav('href'), escaped(path));

function common({ userId }: Caller, kinds: readonly string[]): [string, () => string][] {
  return [
    [dav('resourcetype'), () => kinds.map((kind) => element(kind)).join('')],
    [dav('current-user-principal'), () => href(principalPath(userId))],
    [dav('principal-collection-set'), () => href('/dav/principals/')],
    [dav('owner'), () => href(principalPath(userId))],
  ];
}

const privileges = (names: readonly string[]): string => names.map((name) => element(dav('privilege'), element(dav(name)))).join('');

const reports = (tags: readonly string[]): string =>
  tags.map((tag) => element(dav('supported-report'), element(dav('report'), element(tag)))).join('');

/** Of `/dav/`, and of what holds homes and principals: it tells who asks, and nothing of others. */
export function rootProperties(caller: Caller): Properties {
  return new Map([...common(caller, [dav('collection')]), [dav('displayname'), () => 'Daybook']]);
}

/** Of the caller: where the calendars are, and what the caller is called. */
export function principalProperties(caller: Caller): Properties {
  const { userId, username } = caller;
  return new Map([
    ...common(caller, [dav('collection'), dav('principal')]),
    [dav('displayname'), () => escaped(username)],
    [dav('principal-URL'), () => href(principalPath(userId))],
    [caldav('calendar-home-set'), () => href(homePath(userId))],
    [caldav('calendar-user-address-set'), () => href(principalPath(userId))],
    [dav('supported-report-set'), () => ''],
    [dav('current-user-privilege-set'), () => privileges(['read'])],
  ]);
}

/** Of the folder of the caller's calendars. What the caller may do there follows from the scopes. */
export function homeProperties(caller: Caller): Properties {
  return new Map([
    ...common(caller, [dav('collection')]),
    [dav('displayname'), () => escaped(caller.username)],
    [dav('supported-report-set'), () => ''],
    [
      dav('current-user-privilege-set'),
      () =>
        privileges([
          'read',
          ...(caller.scopes.has('calendar:write') ? ['bind'] : []),
          ...(caller.scopes.has('calendar:delete') ? ['unbind'] : []),
        ]),
    ],
  ]);
}

/** From the number of an entry of the change feed; a URI, as RFC 6578 wants it. */
export const syncToken = (seq: number): string => `urn:x-daybook:sync:${seq}`;

/** Null for a token that is none of ours. */
export function readSyncToken(text: string): number | null {
  const [, digits] = /^urn:x-daybook:sync:(\d{1,15})$/.exec(text.trim()) ?? [];
  return digits === undefined ? null : Number(digits);
}

const calendarReports = [caldav('calendar-query'), caldav('calendar-multiget'), dav('sync-collection')];

/** Of a calendar, whose sync token and ctag are made of `seq`, the newest entry of the user's change feed. */
export function calendarProperties(caller: Caller, calendar: CollectionOfEvents, seq: number): Properties {
  const { displayName, color, createdAt } = calendar;
  return new Map([
    ...common(caller, [dav('collection'), caldav('calendar')]),
    [dav('displayname'), () => escaped(displayName)],
    [apple('calendar-color'), () => `${color.toUpperCase()}FF`],
    [caldav('supported-calendar-component-set'), () => element(caldav('comp'), '', ' name="VEVENT"')],
    [caldav('supported-calendar-data'), () => element(caldav('calendar-data'), '', ' content-type="text/calendar" version="2.0"')],
    [caldav('supported-collation-set'), () => collations.map((name) => element(caldav('supported-collation'), name)).join('')],
    [caldav('max-resource-size'), () => String(maxObjectBytes)],
    [calendarServer('getctag'), () => escaped(syncToken(seq))],
    [dav('sync-token'), () => escaped(syncToken(seq))],
    [dav('supported-report-set'), () => reports(calendarReports)],
    [dav('creationdate'), () => new Date(createdAt).toISOString()],
    [dav('current-user-privilege-set'), () => privileges(['read', ...writes(caller, calendar)])],
  ]);
}

function writes({ scopes }: Caller, { isWritable }: CollectionOfEvents): string[] {
  if (!isWritable) return [];
  const mayWrite = scopes.has('calendar:write');
  const mayDelete = scopes.has('calendar:delete');
  return [
    ...(mayWrite && mayDelete ? ['write'] : []),
    ...(mayWrite ? ['write-content', 'write-properties', 'bind'] : []),
    ...(mayDelete ? ['unbind'] : []),
  ];
}

/** The media type of an event. */
export const calendarType = 'text/calendar; charset=utf-8; component=VEVENT';

/** The entity tag of a version, with its quotes. */
export const etagOf = (version: number): string => `"${version}"`;

/** Of an event, without its text: that is added where a report asks for it. */
export function objectProperties(caller: Caller, calendar: CollectionOfEvents, object: EventObject): Properties {
  return new Map([
    ...common(caller, []),
    [dav('getetag'), () => escaped(etagOf(object.version))],
    [dav('getcontenttype'), () => escaped(calendarType)],
    [dav('getlastmodified'), () => new Date(object.updatedAt).toUTCString()],
    [dav('creationdate'), () => new Date(object.createdAt).toISOString()],
    [dav('current-user-privilege-set'), () => privileges(['read', ...writes(caller, calendar)])],
  ]);
}

/** The encoded path of a calendar, or of an event in it. */
export const davPath = ({ userId }: Caller, calendar: CollectionOfEvents, object?: { readonly name: string }): string =>
  object === undefined ? calendarPath(userId, calendar.name) : objectPath(userId, calendar.name, object.name);
