// The names of WebDAV and CalDAV that are asked for and told, and where what they name lies.

/** The name of an element of WebDAV with its namespace, as `readXml` gives it: `{DAV:}prop`. The next three do so for theirs. */
export const dav = (name: string): string => `{DAV:}${name}`;
export const caldav = (name: string): string => `{urn:ietf:params:xml:ns:caldav}${name}`;
export const calendarServer = (name: string): string => `{http://calendarserver.org/ns/}${name}`;
export const apple = (name: string): string => `{http://apple.com/ns/ical/}${name}`;

/** What an address below /dav names; the segments are decoded. */
export type DavResource =
  | { readonly kind: 'root' }
  | { readonly kind: 'principals' }
  | { readonly kind: 'homes' }
  | { readonly kind: 'principal'; readonly userId: string }
  | { readonly kind: 'home'; readonly userId: string }
  | { readonly kind: 'calendar'; readonly userId: string; readonly calendar: string }
  | { readonly kind: 'object'; readonly userId: string; readonly calendar: string; readonly name: string };

/** The longest segment that names a calendar or an event, in characters. */
const maxNameLength = 250;

/** Null where there can be nothing. */
export function resourceOf(path: string): DavResource | null {
  const segments = path.split('/').slice(2);
  if (segments.at(-1) === '') segments.pop();
  const decoded: string[] = [];
  for (const segment of segments) {
    const name = decodedSegment(segment);
    if (name === null) return null;
    decoded.push(name);
  }
  const [area, userId, calendar, name, ...more] = decoded;
  if (area === undefined) return { kind: 'root' };
  if (more.length > 0) return null;
  if (area === 'principals')
    return userId === undefined ? { kind: 'principals' } : calendar === undefined ? { kind: 'principal', userId } : null;
  if (area !== 'calendars') return null;
  if (userId === undefined) return { kind: 'homes' };
  if (calendar === undefined) return { kind: 'home', userId };
  return name === undefined ? { kind: 'calendar', userId, calendar } : { kind: 'object', userId, calendar, name };
}

function decodedSegment(segment: string): string | null {
  try {
    const name = decodeURIComponent(segment);
    return name === '' || name === '.' || name === '..' || name.length > maxNameLength || /[/\\\p{Cc}]/u.test(name) ? null : name;
  } catch {
    return null;
  }
}

/** Where a user is described. These paths are encoded, and end in a slash but for an event's. */
export const principalPath = (userId: string): string => `/dav/principals/${userId}/`;
/** Where a user's calendars lie. */
export const homePath = (userId: string): string => `/dav/calendars/${userId}/`;
/** `name` is that of the calendar's address. */
export const calendarPath = (userId: string, name: string): string => `${homePath(userId)}${encodeURIComponent(name)}/`;
/** `calendar` and `name` are those of the addresses of the calendar and of the event. */
export const objectPath = (userId: string, calendar: string, name: string): string =>
  `${calendarPath(userId, calendar)}${encodeURIComponent(name)}`;
