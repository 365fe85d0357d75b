import { expect, test } from 'vitest';
import { readFilter } from '../../../main/http/dav/filter.ts';
import { childOf, readXml } from '../../../main/http/dav/xml.ts';
import { caldav } from '../../../main/http/dav/names.ts';

/** What the filter means whose VCALENDAR holds these. */
async function filterOf(inner: string): Promise<ReturnType<typeof readFilter>> {
  const query = `<C:calendar-query xmlns:C="urn:ietf:params:xml:ns:caldav"><C:filter><C:comp-filter name="VCALENDAR">${inner}`;
  return readFilter(childOf(await readXml(`${query}</C:comp-filter></C:filter></C:calendar-query>`), caldav('filter')));
}

const not = (name: string): string => `<C:comp-filter name="${name}"><C:is-not-defined/></C:comp-filter>`;
const has = (name: string, inner = ''): string => `<C:comp-filter name="${name}">${inner}</C:comp-filter>`;
const uid = '<C:prop-filter name="UID"><C:text-match>a</C:text-match></C:prop-filter>';
const byUid = { range: null, texts: [{ property: 'UID', text: 'a', isNegated: false }] };
const all = { range: null, texts: [] };

test.each([
  ['that are no tasks: all', not('VTODO'), all],
  ['that are neither tasks nor journal entries: all', not('VTODO') + not('VJOURNAL'), all],
  ['that are events and no tasks', has('VEVENT') + not('VTODO'), all],
  ['with a UID, and no tasks', not('VTODO') + has('VEVENT', uid), byUid],
  ['that are tasks: none', has('VTODO'), 'none'],
  ['that are events and tasks: none', has('VEVENT', uid) + has('VTODO'), 'none'],
  ['that are no events: none', not('VEVENT'), 'none'],
  ['without a time zone: not known', has('VEVENT') + not('VTIMEZONE'), 'unsupported'],
  ['with two kinds of events: not known', has('VEVENT', uid) + has('VEVENT'), 'unsupported'],
])('a filter for objects %s', async (_, inner, expected) => {
  expect(await filterOf(inner)).toEqual(expected);
});

test('up to 50 texts are looked for in each event, those of parameters among them', async () => {
  const named = (count: number): string => '<C:prop-filter name="ATTENDEE"/>'.repeat(count);
  const withParameter = '<C:prop-filter name="ATTENDEE"><C:param-filter name="CN"/></C:prop-filter>';
  expect(await filterOf(has('VEVENT', named(50)))).toMatchObject({ texts: { length: 50 } });
  expect(await filterOf(has('VEVENT', named(51)))).toBe('unsupported');
  expect(await filterOf(has('VEVENT', named(48) + withParameter))).toMatchObject({ texts: { length: 49 } });
  expect(await filterOf(has('VEVENT', named(49) + withParameter))).toBe('unsupported');
});

test('an element with too many attributes is refused before its tag has ended', async () => {
  const attributes = (count: number): string => Array.from({ length: count }, (_unused, index) => ` a${index}="x"`).join('');
  await expect(readXml(`<b${attributes(33)}`)).rejects.toMatchObject({ message: expect.stringContaining('too many attributes') as string });
  expect((await readXml(`<b${attributes(32)}><c${attributes(32)}/></b>`)).attributes.size).toBe(32);
});
