// Files of calendars as other programs write them, with what RFC 5545 does not allow and people have all the same.

import { describe, expect, test } from 'vitest';
import { recurrenceOf } from '../../../main/features/calendar/ics/imported-recurrence.ts';
import { readCalendarFile, type ImportedGroup } from '../../../main/features/calendar/ics/import-worker.ts';
import { full } from '../../support/tiers.ts';

/** Zones of the machine on both sides of UTC: what a file says does not depend on it. */
const machineZones = ['Asia/Tokyo', 'America/New_York', 'UTC'];

const vevent = (...lines: readonly string[]): string[] => ['BEGIN:VEVENT', 'DTSTAMP:20260101T000000Z', ...lines, 'END:VEVENT'];

function read(lines: readonly string[], { zone = 'Asia/Tokyo', isObject = false } = {}) {
  // Before the beginning stands what some programs leave there.
  const text = ['', '  BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n');
  const file = readCalendarFile({ bytes: Buffer.from(text), machineZone: zone, isObject });
  if (!file.ok) throw new Error(file.message);
  const groups = file.chunks.flatMap((chunk) => JSON.parse(Buffer.from(chunk).toString()) as ImportedGroup[]);
  return { ...file, groups };
}

/** A single event: where it is, with its zone; or why it was skipped. */
function timesOf(lines: readonly string[], zone?: string): string {
  const { groups, skipped } = read(vevent('UID:a', ...lines), zone === undefined ? {} : { zone });
  const event = groups[0]?.series;
  if (event === undefined || event === null) return skipped[0]?.reason ?? '';
  const [start, end] = [event.startAt, event.endAt].map((at) => new Date(at).toISOString().slice(5, 16));
  if (!event.isAllDay) return `${start} ${end} ${event.timeZone}`;
  const days = Math.round((event.endAt - event.startAt) / 86_400_000);
  return `${new Date(event.startAt).toLocaleDateString('sv-SE', { timeZone: event.timeZone })} ${days}`;
}

test.each([
  ['W. Europe Standard Time', '03-02T08:00 03-02T09:00 Europe/Berlin'],
  ['"Eastern Standard Time"', '03-02T14:00 03-02T15:00 America/New_York'],
  ['eastern standard time', '03-02T14:00 03-02T15:00 America/New_York'],
  ['/some.example.com/2026/Romance Standard Time', '03-02T08:00 03-02T09:00 Europe/Paris'],
  ['/mozilla.org/20070129_1/Europe/Berlin', '03-02T08:00 03-02T09:00 Europe/Berlin'],
  ['/freeassociation.sourceforge.net/Tzfile/America/Argentina/Buenos_Aires', '03-02T12:00 03-02T13:00 America/Argentina/Buenos_Aires'],
  ['"tzone://Microsoft/Utc"', '03-02T09:00 03-02T10:00 UTC'],
  ['"(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna"', '03-02T08:00 03-02T09:00 Europe/Amsterdam'],
  ['"(UTC+01:00) Amsterdam, Berlin, Bern, Rom, Stockholm, Wien"', '03-02T08:00 03-02T09:00 Europe/Amsterdam'],
  ['"Amsterdam, Belgrade, Berlin, Brussels, Budapest, Madrid, Paris, Prague, Stockholm"', '03-02T08:00 03-02T09:00 Europe/Amsterdam'],
  ['"(UTC) Dublin, Edinburgh, Lisbon, London"', '03-02T09:00 03-02T10:00 Europe/Dublin'],
  ['"(UTC-05:00) Eastern Time (US & Canada)"', '03-02T14:00 03-02T15:00 America/New_York'],
  ['"(UTC-05:00) Eastern Time (US and Canada)"', '03-02T14:00 03-02T15:00 America/New_York'],
  ['"Pacific Time (US & Canada), Tijuana"', '03-02T17:00 03-02T18:00 America/Los_Angeles'],
  ['"(UTC-07:00) Arizona"', '03-02T16:00 03-02T17:00 US/Arizona'],
  ['"(UTC-06:00) Guadalajara, Mexico City, Monterrey"', '03-02T15:00 03-02T16:00 America/Mexico_City'],
  ['"(UTC-04:00) Georgetown, La Paz, Manaus, San Juan"', '03-02T13:00 03-02T14:00 America/La_Paz'],
  ['"(UTC+02:00) Athens, Bucharest, Istanbul"', '03-02T07:00 03-02T08:00 Europe/Athens'],
  ['"(GMT+10:00) Canberra, Melbourne, Sydney"', '03-01T22:00 03-01T23:00 Australia/Canberra'],
])('a zone named %s, which the file does not explain', (zone, told) => {
  expect(timesOf([`DTSTART;TZID=${zone}:20260302T090000`, `DTEND;TZID=${zone}:20260302T100000`])).toBe(told);
});

test.each([
  'Romulan Standard Time',
  'Customized Time Zone',
  'tzone://Microsoft/Custom',
  '(UTC+01:00)',
  '(UTC+02:00) Berlin, Rome',
  'Lima, Paris',
  'Eastern',
  'UTC+01',
])('a zone named %s, which can be told by nothing: the event is left out, not brought to an hour that may be wrong', (zone) => {
  expect(timesOf([`DTSTART;TZID="${zone}":20260302T090000`])).toBe(`has the time zone ${zone}, which is not known`);
});

test('a zone of Windows that the file explains counts as it does there', () => {
  const standard = ['BEGIN:STANDARD', 'DTSTART:16010101T000000', 'TZOFFSETFROM:+0300', 'TZOFFSETTO:+0300', 'END:STANDARD'];
  const zone = ['BEGIN:VTIMEZONE', 'TZID:Romance Standard Time', ...standard, 'END:VTIMEZONE'];
  const { groups } = read([...zone, ...vevent('UID:a', 'DTSTART;TZID=Romance Standard Time:20260302T090000')]);
  expect(groups[0]?.series?.startAt).toBe(Date.parse('2026-03-02T06:00:00Z'));
});

describe('a zone of the file’s own', () => {
  const explained = (...rules: readonly [string, string]): string[] => [
    'BEGIN:VTIMEZONE',
    'TZID:Somewhere ',
    ...['BEGIN:STANDARD', 'DTSTART:19701101T020000', 'TZOFFSETFROM:-0400', 'TZOFFSETTO:-0500', `RRULE:${rules[0]}`, 'END:STANDARD'],
    ...['BEGIN:DAYLIGHT', 'DTSTART:19700308T020000', 'TZOFFSETFROM:-0500', 'TZOFFSETTO:-0400', `RRULE:${rules[1]}`, 'END:DAYLIGHT'],
    'END:VTIMEZONE',
  ];
  const at = (day: string, zone: readonly string[]) => read([...zone, ...vevent('UID:a', `DTSTART;TZID=Somewhere :2026${day}T120000`)]);

  test('changes its clocks on a weekday among days of a month', () => {
    const zone = explained(
      'FREQ=YEARLY;BYMINUTE=0;BYHOUR=2;BYMONTH=11;BYMONTHDAY=1,2,3,4,5,6,7;BYDAY=SU',
      'FREQ=YEARLY;BYMONTH=3;BYDAY=SU;BYMONTHDAY=14,8,9,10,11,12,13',
    );
    for (const [day, hour] of Object.entries({ '0307': 17, '0308': 16, '1031': 16, '1101': 17 }))
      expect(new Date(at(day, zone).groups[0]?.series?.startAt ?? 0).getUTCHours()).toBe(hour);
  });

  test.each([
    'FREQ=YEARLY;BYMONTH=11;BYDAY=SU',
    'FREQ=YEARLY;BYYEARDAY=300',
    'FREQ=MONTHLY;BYDAY=1SU',
    'FREQ=YEARLY;BYMONTHDAY=1,2;BYDAY=SU',
  ])('with the rule %s is not known, as half of its times would be wrong', (rule) => {
    const { groups, skipped } = at('0601', explained(rule, 'FREQ=YEARLY;BYMONTH=3;BYDAY=2SU'));
    expect([groups, skipped]).toEqual([[], [{ uid: 'a', reason: 'has the time zone Somewhere, which is not known' }]]);
  });

  test('that no other has is told of a series, which goes on by UTC, and of nothing else', full, () => {
    const own = explained('FREQ=YEARLY;BYMONTH=10;BYDAY=2SU', 'FREQ=YEARLY;BYMONTH=5;BYDAY=1SU');
    const known = explained('FREQ=YEARLY;BYMONTH=11;BYDAY=1SU', 'FREQ=YEARLY;BYMONTH=3;BYDAY=2SU');
    const lost = (zone: readonly string[], ...lines: readonly string[]): unknown => {
      const [group] = read([...zone, ...vevent('UID:a', 'DTSTART;TZID=Somewhere :20260501T120000', ...lines)]).groups;
      return [group?.series?.timeZone, group?.series?.lost];
    };
    expect(lost(own, 'RRULE:FREQ=DAILY;COUNT=9')).toEqual(['UTC', ['RRULE by the clocks of Somewhere']]);
    expect(lost(own)).toEqual(['UTC', []]);
    expect(lost(known, 'RRULE:FREQ=DAILY;COUNT=9')).toEqual(['America/New_York', []]);
  });
});

test.each(machineZones)('days without VALUE=DATE, and hours without the zone of the start, on a machine in %s', (zone) => {
  const days = [['DTSTART:20260302'], ['DTSTART;TZID=US/Pacific:20260302', 'DTEND;TZID=US/Pacific:20260303']];
  for (const lines of [...days, ['DTSTART;VALUE=DATE-TIME:20260302 ', 'DURATION:PT86400S']])
    expect(timesOf(lines, zone)).toBe('2026-03-02 1');
  expect(timesOf(['DTSTART:20260302', 'DURATION:P1W', 'RRULE:', 'EXDATE:'], zone)).toBe('2026-03-02 7');
  const berlin = 'DTSTART;TZID=Europe/Berlin:20260302T090000';
  expect(timesOf([berlin, 'DTEND:20260302T100000'], zone)).toBe('03-02T08:00 03-02T09:00 Europe/Berlin');
});

test.each(machineZones)('dates that are left out in another form than the start has, on a machine in %s', (zone) => {
  const exdatesOf = (...lines: readonly string[]): unknown =>
    read(vevent('UID:a', ...lines), { zone }).groups[0]?.series?.recurrence?.exdates;
  const hours = ['DTSTART;TZID=Europe/Berlin:20260327T090000', 'RRULE:FREQ=DAILY;BYDAY=MO, TU, WE, TH, FR'];
  const left = ['2026-03-27T08:00:00.000Z', '2026-03-30T07:00:00.000Z'];
  expect(exdatesOf(...hours, 'EXDATE;VALUE=DATE:20260327,20260330')).toEqual(left);
  expect(exdatesOf(...hours, 'EXDATE:20260327T090000,20260330T090000 ')).toEqual(left);
  const days = ['DTSTART:20260327', 'RRULE:FREQ=DAILY'];
  expect(exdatesOf(...days, 'EXDATE:20260328', 'EXDATE:20260329T080000', 'EXDATE;TZID=Europe/Berlin:20260330T000000')).toEqual([
    '2026-03-28',
    '2026-03-29',
    '2026-03-30',
  ]);
});

test.each(machineZones)('occurrences and the end of a series of days that are told by a midnight, on a machine in %s', (zone) => {
  const ruleOf = (until: string): string | undefined =>
    read(vevent('UID:a', 'DTSTART;VALUE=DATE:20260302', `RRULE:FREQ=DAILY;UNTIL=${until}`), { zone }).groups[0]?.series?.recurrence?.rrule;
  const ends = { '20260310T230000Z': 11, '20260310T183000Z': 11, '20260311T050000Z': 11, '20260311T000000Z': 11, '20260311': 11 };
  const lastSeconds = { '20260311T225959Z': 11, '20260312T045959Z': 11, '20260311T235959Z': 11, '20260311T143007Z': 11 };
  for (const [until, day] of Object.entries({ ...ends, ...lastSeconds })) expect(ruleOf(until)).toBe(`FREQ=DAILY;UNTIL=202603${day}`);
  const moved = (id: string): string[] => vevent('UID:a', 'DTSTART;VALUE=DATE:20260305', id);
  const [group] = read(
    [...vevent('UID:a', 'DTSTART;VALUE=DATE:20260302', 'RRULE:FREQ=DAILY;COUNT=3'), ...moved('RECURRENCE-ID:20260303')],
    {
      zone,
    },
  ).groups;
  const third = group?.others[0]?.recurrenceId;
  for (const id of ['RECURRENCE-ID;TZID=GMT Standard Time:20260303T000000', 'RECURRENCE-ID:20260303T000000Z'])
    expect(read(moved(id), { zone }).groups[0]?.others[0]?.recurrenceId).toBe(third);
});

test.each(machineZones)(
  'an occurrence of days in a series that begins at midnight is one of it, before and after it in the file, in %s',
  (zone) => {
    const times = vevent('UID:a', 'DTSTART;TZID=Europe/Vienna:20260302T000000', 'RRULE:FREQ=DAILY;COUNT=3');
    const days = vevent('UID:a', 'DTSTART;VALUE=DATE:20260305', 'RECURRENCE-ID;TZID=Europe/Vienna:20260303T000000');
    for (const lines of [
      [...times, ...days],
      [...days, ...times],
    ]) {
      const [group] = read(lines, { zone }).groups;
      expect(group?.others.map((other) => [other.recurrenceId, other.isAllDay, 'midnight' in other])).toEqual([
        [Date.parse('2026-03-02T23:00:00Z'), true, false],
      ]);
    }
  },
);

test('the end of a series of hours is UTC, whatever form it has in the file, and one that is no day is left to be refused', () => {
  const ruleOf = (until: string): string | undefined =>
    read(vevent('UID:a', 'DTSTART;TZID=America/New_York:20260302T090000', `RRULE:FREQ=DAILY;UNTIL=${until};INTERVAL=2`)).groups[0]?.series
      ?.recurrence?.rrule;
  for (const [until, utc] of Object.entries({
    '20260306': '20260307T045959Z',
    '20260309T090000': '20260309T130000Z',
    '20260309T130000Z': '20260309T130000Z',
    '99991231': '99991231T235959Z',
    '20261301': '20261301',
    soon: 'SOON',
  }))
    expect(ruleOf(until)).toBe(`FREQ=DAILY;UNTIL=${utc};INTERVAL=2`);
});

test.each(machineZones)(
  'an occurrence of days that Exchange names by a midnight in a zone that nothing tells, on a machine in %s',
  (zone) => {
    const series = vevent('UID:a', 'DTSTART;VALUE=DATE:20260219', 'RRULE:FREQ=WEEKLY;COUNT=3');
    const moved = vevent('UID:a', 'RECURRENCE-ID;TZID=UTC+01:20260226T000000', 'DTSTART;VALUE=DATE:20260227');
    const { groups, skipped } = read([...series, ...moved], { zone });
    const named = groups[0]?.others.map(({ recurrenceId }) => new Date(recurrenceId ?? 0).toLocaleDateString('sv-SE', { timeZone: zone }));
    expect([named, skipped]).toEqual([['2026-02-26'], []]);
  },
);

describe('quoted-printable, as vCalendar 1.0 and some programs have it', () => {
  const textsOf = (...lines: readonly string[]) => {
    const { groups, lost } = read(vevent('UID:a', 'DTSTART:20260302T090000Z', ...lines));
    const { title, description, location, kept, lost: own } = groups[0]?.series ?? {};
    return { title, description, location, kept, lost: [...lost, ...(own ?? [])] };
  };
  const nothing = { title: '(No title)', description: null, location: null, kept: [], lost: [] };

  test('texts are read without it, over soft line breaks and in their character sets', () => {
    expect(
      textsOf('SUMMARY;ENCODING=QUOTED-PRINTABLE:Caf=C3=A9 =3D Bar', 'DESCRIPTION;ENCODING=quoted-printable:One=0D=0A=', 'Two=', ' three'),
    ).toEqual({
      ...nothing,
      title: 'Café = Bar',
      description: 'One\nTwo three',
    });
    expect(textsOf('SUMMARY;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:Fr=FChst=FCck', 'LOCATION;QUOTED-PRINTABLE:K=FCche=', '')).toEqual(
      {
        ...nothing,
        title: 'Frühstück',
        location: 'Küche',
      },
    );
    expect(textsOf('SUMMARY;ENCODING=QUOTED-PRINTABLE;CHARSET=none-such:Caf=E9').title).toBe('Café');
  });

  test('what Daybook does not know is kept without it', () => {
    expect(textsOf('X-NOTE;X-A=b;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=C3=84=0A=', 'end').kept).toEqual([
      String.raw`X-NOTE;X-A=b:Ä\nend`,
    ]);
  });

  test('a soft line break before the end of the event is none, and no other line goes on after =', () => {
    expect(textsOf('SUMMARY;ENCODING=QUOTED-PRINTABLE:Cut=').title).toBe('Cut=');
    expect(textsOf('SUMMARY:1 + 1 =', 'LOCATION:Here')).toEqual({ ...nothing, title: '1 + 1 =', location: 'Here' });
  });

  test('a line with many parameters takes no time', () => {
    expect(textsOf(`X-A${';QUOTED-PRINTABLE'.repeat(100_000)}`).lost).toEqual(['X-A']);
  });
});

test('an event without a UID gets one by what it says, the same each time; twins get two', () => {
  const lunch = ['SUMMARY:Lunch', 'DTSTART:20260301T120000Z', 'DTEND:20260301T130000Z'];
  const uidsOf = (...events: readonly (readonly string[])[]): string[] =>
    read(events.flatMap((lines) => vevent(...lines))).groups.map(({ series }) => series?.uid ?? '');
  const [uid = ''] = uidsOf(lunch);
  expect(uid).toMatch(/^[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/);
  expect(uidsOf([...lunch.toReversed(), 'UID:', 'LAST-MODIFIED:20260102T000000Z', 'SEQUENCE:3'])).toEqual([uid]);
  const three = uidsOf(lunch, ['SUMMARY:Dinner', ...lunch.slice(1)], lunch);
  expect([three[0], new Set(three).size]).toEqual([uid, 3]);
  expect(read(vevent(...lunch), { isObject: true }).skipped).toEqual([{ uid: '', title: 'Lunch', reason: 'has no UID' }]);
});

test('what has no sense without a series is told', () => {
  const once = vevent('UID:once', 'DTSTART:20260301T120000Z', 'EXDATE:20260302T120000Z');
  const moved = vevent('UID:moved', 'DTSTART:20260301T120000Z', 'RECURRENCE-ID:20260302T120000Z', 'RRULE:FREQ=DAILY');
  const { groups } = read([...once, ...moved]);
  expect(groups.map(({ series, others }) => (series ?? others[0])?.lost)).toEqual([['EXDATE'], ['RRULE']]);
});

test('a line that is no property is told, and left out also of an alarm, which comes out again without it', () => {
  const alarm = ['BEGIN:VALARM', 'ACTION:AUDIO', 'rosoftInternetExplorer4</p>=0D=0A', 'TRIGGER:PT5M', 'END:VALARM'];
  const [group] = read(vevent('UID:a', 'DTSTART:20260301T120000Z', 'X-HTML:<p>=0D=0A', '<br class="clear" />', ...alarm)).groups;
  expect(group?.series?.kept).toEqual(['X-HTML:<p>=0D=0A', ...alarm.filter((line) => !line.startsWith('ros'))]);
  expect(group?.series?.lost).toEqual(['a line without a name']);
});

test('a time with parameters that no pattern may try in every way is read or told', () => {
  const start = `DTSTART${';x=========='.repeat(500)}`;
  expect(read(vevent('UID:a', `${start}:2026`)).skipped).toMatchObject([{ uid: 'a' }]);
  expect(read(vevent('UID:a', `${start}:20260301`)).groups).toHaveLength(1);
});

test('parameters with many signs take no time', () => {
  const line = `DTSTART${';a=b=c'.repeat(5_000)}:20260301T`;
  const { skipped } = read(vevent('UID:a', line), { zone: 'UTC' });
  expect(skipped.map(({ uid }) => uid)).toEqual(['a']);
});

test('a single event that is told in UTC is one of the zone that its calendar names; a series, and an object of CalDAV, stay in UTC', () => {
  const zoneOf = (lines: readonly string[], isObject = false): string | undefined => read(lines, { isObject }).groups[0]?.series?.timeZone;
  const single = vevent('UID:a', 'DTSTART:20260302T080000Z', 'DTEND:20260302T090000Z');
  const google = 'X-WR-TIMEZONE:Europe/Vienna';
  expect(zoneOf([google, ...single])).toBe('Europe/Vienna');
  expect(read([google, ...single]).groups[0]?.series?.startAt).toBe(Date.UTC(2026, 2, 2, 8));
  expect(zoneOf(single)).toBe('UTC');
  expect(zoneOf(['X-WR-TIMEZONE:Mars/Olympus', ...single])).toBe('UTC');
  expect(zoneOf([google, ...single], true)).toBe('UTC');
  expect(zoneOf([google, ...vevent('UID:a', 'DTSTART:20260302T080000Z', 'RRULE:FREQ=DAILY;COUNT=3')])).toBe('UTC');
  expect(zoneOf([google, ...vevent('UID:a', 'DTSTART;TZID=Asia/Tokyo:20260302T080000')])).toBe('Asia/Tokyo');
});

describe('a series with many occurrences from before its start', () => {
  /** An occurrence for each of the first hours of 2020, as they are told beside a series of 2026. */
  const early = (count: number): string[] =>
    Array.from({ length: count }, (_, hour) => {
      const time = new Date(Date.UTC(2020, 0, 1, hour)).toISOString().replaceAll(/[-:]|\.\d+/g, '');
      return vevent('UID:a', `RECURRENCE-ID:${time}`, `DTSTART:${time}`);
    }).flat();
  const series = (...more: readonly string[]): string[] => vevent('UID:a', 'DTSTART:20260101T000000Z', 'RRULE:FREQ=DAILY', ...more);

  test('is refused at once as an object; of a file each is an event of its own', () => {
    const lines = [...series(), ...early(1_001)];
    expect(read(lines, { isObject: true }).groups[0]?.refused).toEqual({
      uid: 'a',
      reason: 'cannot be kept: too many of its occurrences differ',
    });
    const [group] = read(lines).groups;
    expect([group?.refused, group?.others.length]).toEqual([undefined, 1_001]);
  });

  test('has no more dates than it may: those from before the start are left out, and told', () => {
    const later = Array.from({ length: 600 }, (_, minute) => new Date(Date.UTC(2026, 5, 1, 0, minute)).toISOString());
    const added = later.map((date) => `RDATE:${date.replaceAll(/[-:]|\.\d+/g, '')}`);
    const { series: whole = null, others = [] } = read([...series(...added), ...early(600)], { isObject: true }).groups[0] ?? {};
    if (whole === null) throw new Error('There is no series');
    const told = ({ recurrence, lost }: ReturnType<typeof recurrenceOf>) => [recurrence?.rdates, lost];
    expect(told(recurrenceOf(whole, { others, isOneObject: true }))).toEqual([later, []]);
    const rdates = ['2020-01-01T00:00:00.000Z', ...later];
    const named = { ...whole, recurrence: { rrule: 'FREQ=DAILY', rdates } };
    expect(told(recurrenceOf(named, { others, isOneObject: true }))).toEqual([later, ['RDATE']]);
  });
});

describe('several events of one UID', () => {
  const one = (title: string, ...lines: string[]): string[] => vevent('UID:0', `SUMMARY:${title}`, ...lines);
  const [first, second] = ['DTSTART:20260301T100000Z', 'DTSTART:20260302T100000Z'];
  const weekly = 'RRULE:FREQ=WEEKLY;COUNT=4';
  const moved = ['RECURRENCE-ID:20260308T100000Z', 'DTSTART:20260308T120000Z'];
  const cases: readonly (readonly [string, readonly string[][], readonly string[], readonly string[]])[] = [
    ['at different times', [one('A', first), one('B', second)], ['B 0', 'A'], []],
    ['a series and a single one', [one('S', first, weekly), one('M', ...moved), one('A', second)], ['S 0 +1', 'A'], []],
    ['the same twice', [one('A', first, 'SEQUENCE:1'), one('A', first)], ['A 0'], []],
    ['others at the same time', [one('A', first), one('B', first)], ['B 0'], ['A has the UID of another one that begins when it does']],
    ['an older one', [one('A', first, 'SEQUENCE:1'), one('B', second)], ['A 0'], ['B has the UID of a newer one']],
    ['at a time and on its day', [one('A', 'DTSTART:20260301T000000Z'), one('B', 'DTSTART;VALUE=DATE:20260301')], ['B 0', 'A'], []],
  ];
  test.each(cases)('%s', (_name, events, expected, left) => {
    const { groups, skipped } = read(events.flat(), { zone: 'UTC' });
    const told = groups.map(({ series, others }) =>
      [series?.title, ...(series?.uid === '0' ? ['0'] : []), ...others.map(() => '+1')].join(' '),
    );
    expect([told, skipped.map(({ title, reason }) => `${title} ${reason}`)]).toEqual([expected, left]);
    expect(read(events.flat(), { zone: 'UTC' }).groups).toEqual(groups);
  });

  test('a calendar object keeps the newest alone, and tells of the other', () => {
    const { groups, skipped } = read([...one('A', first), ...one('B', second)], { isObject: true });
    expect([groups.map(({ series }) => series?.title), skipped]).toEqual([['B'], [{ uid: '0', reason: 'is there twice' }]]);
  });
});
