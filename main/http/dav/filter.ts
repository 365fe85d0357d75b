// The filter of a calendar-query (RFC 4791, 9.7), as far as clients use it: VEVENT, a range of time, texts of properties and parameters.

import { davRefusal, type TextFilter, type TextMatch, type TimeRange } from '../../lib/calendar-collections.ts';
import { invalid } from '../../lib/app-error.ts';
import { caldav } from './names.ts';
import { childOf, nameOf, type XmlElement } from './xml.ts';

interface Filter {
  readonly range: TimeRange | null;
  readonly texts: readonly TextFilter[];
}

/** Each event is searched for each of them; clients send a few. */
const maxTexts = 50;

/**
 * `none` where no event can match; `unsupported` for what is not known here. Throws 400 for a time that is none, and 403 for a collation
 * that is not known.
 */
export function readFilter(filter: XmlElement | null): Filter | 'none' | 'unsupported' {
  const calendar = filter === null ? null : childOf(filter, caldav('comp-filter'));
  if (calendar === null) return { range: null, texts: [] };
  if (nameOf(calendar) !== 'VCALENDAR') return 'none';
  if (calendar.children.some(({ tag }) => tag !== caldav('comp-filter'))) return 'unsupported';
  const [events, ...more] = calendar.children.filter((child) => nameOf(child) === 'VEVENT');
  const others = calendar.children.filter((child) => nameOf(child) !== 'VEVENT');
  // Whether a time zone goes out with an event depends on that event.
  if (more.length > 0 || others.some((child) => nameOf(child) === 'VTIMEZONE')) return 'unsupported';
  // No event comes with components of another kind beside it.
  if (others.some((child) => childOf(child, caldav('is-not-defined')) === null)) return 'none';
  if (events === undefined) return { range: null, texts: [] };
  let range: TimeRange | null = null;
  const texts: TextFilter[] = [];
  for (const child of events.children) {
    if (child.tag === caldav('is-not-defined')) return 'none';
    if (child.tag === caldav('time-range') && range === null) range = readTimeRange(child);
    else {
      const text = child.tag === caldav('prop-filter') ? readTexts(child) : null;
      if (text === null) return 'unsupported';
      texts.push(...text);
    }
  }
  return texts.reduce((count, { parameters = [] }) => count + 1 + parameters.length, 0) > maxTexts ? 'unsupported' : { range, texts };
}

/** Null for what is not known here. */
function readTexts(filter: XmlElement): TextFilter[] | null {
  const property = nameOf(filter);
  if (!/^[A-Z0-9-]{1,100}$/.test(property)) return null;
  const isParameter = ({ tag }: XmlElement): boolean => tag === caldav('param-filter');
  const matches = readMatches(filter.children.filter((child) => !isParameter(child)));
  if (matches === null) return null;
  const parameters: NonNullable<TextFilter['parameters']>[number][] = [];
  for (const child of filter.children.filter(isParameter)) {
    const own = readMatches(child.children);
    if (own === null) return null;
    parameters.push(...own.map((match) => ({ name: nameOf(child), ...match })));
  }
  return matches.map((match) => ({ property, ...match, ...(parameters.length === 0 ? {} : { parameters }) }));
}

/** What a property or a parameter has to hold: without conditions, that it is there. Null for what is not known here. */
function readMatches(conditions: readonly XmlElement[]): TextMatch[] | null {
  if (conditions.length === 0) return [{ text: null, isNegated: false }];
  const matches: TextMatch[] = [];
  for (const child of conditions) {
    if (child.tag === caldav('is-not-defined')) matches.push({ text: null, isNegated: true });
    else if (child.tag === caldav('text-match')) matches.push(textMatch(child));
    else return null;
  }
  return matches;
}

/** How texts are compared (RFC 4791, 7.5.1). */
export const collations = ['i;ascii-casemap', 'i;unicode-casemap', 'i;octet'] as const;

/** Throws 403. */
function textMatch({ text, attributes }: XmlElement): TextMatch {
  const collation = attributes.get('collation') ?? 'i;ascii-casemap';
  if (!collations.some((name) => name === collation))
    throw davRefusal('forbidden', 'supported-collation', `Texts can be compared by ${collations.join(', ')}`);
  const isNegated = attributes.get('negate-condition') === 'yes';
  return { text, isNegated, ...(collation === 'i;octet' ? { isExact: true } : {}) };
}

/** Throws 400. */
export function readTimeRange({ attributes }: XmlElement): TimeRange {
  const [from, until] = [momentOf(attributes.get('start')), momentOf(attributes.get('end'))];
  if (from === null && until === null) throw invalid({ path: '', message: 'A time-range needs a start or an end' });
  if (from !== null && until !== null && until <= from) throw invalid({ path: '', message: 'A time-range must end after its start' });
  return { from, until };
}

function momentOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text) ?? [];
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(at)) throw invalid({ path: '', message: 'A time-range must be told in UTC, as in 20260301T093000Z' });
  return at;
}
