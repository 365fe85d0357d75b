import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ImportReport } from '../../main/contract/calendar-files.ts';
import type { Event, EventList } from '../../main/contract/events.ts';
import { full } from '../support/tiers.ts';
import { cleanEnvironment } from '../support/process.ts';
import { requestsTo } from '../support/requests.ts';
import { startTestService, type Answer, type TestService } from '../support/service.ts';

let service: TestService;
let berta: string;

beforeAll(async () => {
  service = await startTestService();
  berta = await service.signUp('berta');
});

afterAll(() => service.dispose());

const path = '/api/calendars';
const noId = '01890a5d-ac96-774b-bcce-b302099a8057';
const fixture = (name: string): string => readFileSync(join(import.meta.dirname, 'calendars', name), 'utf8').replaceAll('\n', '\r\n');

const { must } = requestsTo(() => service);

const newCalendar = async (): Promise<string> => (await must(201, 'POST', path, { name: 'Family' })).id as string;
const eventsOf = async (id: string, query = ''): Promise<Event[]> =>
  ((await must(200, 'GET', `/api/events?calendarId=${id}${query}`)) as EventList).items;
const exported = async (id: string): Promise<string> => (await must(200, 'GET', `${path}/${id}/export.ics`)) as string;
const lastSeq = async (): Promise<number> => (await must(200, 'GET', '/api/changes?limit=0')).lastSeq as number;

const send = (id: string, body: string | Uint8Array<ArrayBuffer>, query = '', headers: Record<string, string> = {}): Promise<Answer> =>
  typeof body === 'string'
    ? service.request('POST', `${path}/${id}/import${query}`, {
        body,
        headers: { 'Content-Type': 'text/calendar; charset=utf-8', ...headers },
      })
    : fetch(`${service.baseUrl}${path}/${id}/import${query}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${service.token()}`, 'Content-Type': 'text/calendar' },
        body,
      }).then(async (response) => ({ status: response.status, headers: response.headers, body: await response.json() }));

async function bring(id: string, text: string, query = ''): Promise<ImportReport> {
  const { status, body } = await send(id, text, query);
  expect([status, body]).toEqual([200, expect.anything()]);
  return body as ImportReport;
}

const calendar = (...lines: readonly string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//x//y//EN', ...lines, 'END:VCALENDAR', ''].join('\r\n');
const vevent = (...lines: readonly string[]): string[] => ['BEGIN:VEVENT', 'DTSTAMP:20260101T000000Z', ...lines, 'END:VEVENT'];
const lunch = vevent('UID:lunch', 'SUMMARY:Lunch', 'DTSTART:20260301T120000Z', 'DTEND:20260301T130000Z');

// The one that Debian's packages are for: another may come first in the path.
const python = '/usr/bin/python3';

/** What Debian's python3-icalendar reads in a text: a line for each event. */
function readByPython(text: string): string[] {
  const program = `
import sys
from icalendar import Calendar
calendar = Calendar.from_ical(sys.stdin.buffer.read())
for component in calendar.walk():
    if component.name == 'VTIMEZONE': component.to_tz()
    if component.name != 'VEVENT': continue
    start, end = component.decoded('DTSTART'), component.decoded('DTEND')
    rule = component['RRULE'].to_ical().decode() if 'RRULE' in component else ''
    print('|'.join([str(component['UID']), str(component['SUMMARY']), start.isoformat(), end.isoformat(), rule, str(component['SEQUENCE'])]))
`;
  const { stdout, stderr, status } = spawnSync(python, ['-c', program], { input: text, encoding: 'utf8', env: cleanEnvironment() });
  expect([status, stderr]).toEqual([0, '']);
  return stdout.trim().split('\n');
}

/** What khal lists of a file, from one day to another. */
function listedByKhal(text: string, from: string, until: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-khal-'));
  try {
    const config = `[calendars]\n[[one]]\npath = ${folder}/one\n[locale]\nlocal_timezone = Europe/Berlin\ndefault_timezone = Europe/Berlin
timeformat = %H:%M\ndateformat = %Y-%m-%d\nlongdateformat = %Y-%m-%d\ndatetimeformat = %Y-%m-%d %H:%M\nlongdatetimeformat = %Y-%m-%d %H:%M
[sqlite]\npath = ${folder}/khal.db\n`;
    writeFileSync(join(folder, 'config'), config);
    writeFileSync(join(folder, 'in.ics'), text);
    mkdirSync(join(folder, 'one'));
    const khal = (...of: readonly string[]): ReturnType<typeof spawnSync> =>
      spawnSync('khal', ['-c', join(folder, 'config'), ...of], {
        encoding: 'utf8',
        env: { ...cleanEnvironment(), LC_ALL: 'C.UTF-8', HOME: folder },
      });
    const imported = khal('import', '--batch', '-a', 'one', join(folder, 'in.ics'));
    expect([imported.status, imported.stderr]).toEqual([0, '']);
    const listed = khal('list', '--format', '{start-date} {start-time} {title}', '--day-format', '', from, until);
    expect([listed.status, listed.stderr]).toEqual([0, '']);
    return String(listed.stdout)
      .trim()
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const hasTools = spawnSync(python, ['-c', 'import icalendar']).status === 0 && spawnSync('khal', ['--version']).status === 0;

describe('GET /api/calendars/:id/export.ics', () => {
  test("404 for another user's and for none", async () => {
    const id = await newCalendar();
    expect((await service.request('GET', `${path}/${noId}/export.ics`)).status).toBe(404);
    expect((await service.request('GET', `${path}/${id}/export.ics`, { token: berta })).status).toBe(404);
  });

  test(
    '200 with colours by their names, which come in as they were: purple of an event itself, none for that of the calendar',
    full,
    async () => {
      const [calendarId, other] = [await newCalendar(), await newCalendar()];
      for (const color of ['#800080', 'purple', 'teal'])
        await must(201, 'POST', '/api/events', { calendarId, title: color, date: '2026-03-31', color });
      const text = await exported(calendarId);
      expect(text.match(/^COLOR:.*$/gm)?.map((line) => line.trim())).toEqual(['COLOR:purple', 'COLOR:teal']);
      await bring(other, text);
      expect((await eventsOf(other)).map(({ title, color }) => `${title} ${color}`).toSorted()).toEqual(
        ['#800080 #800080', 'purple purple', 'teal teal'].toSorted(),
      );
    },
  );

  test('200 that two other readers understand: zones, whole days, series and occurrences that differ', full, async (context) => {
    if (!hasTools) context.skip('no python3-icalendar and khal on this machine');
    const calendarId = await newCalendar();
    const make = async (body: object): Promise<Event> => (await must(201, 'POST', '/api/events', { calendarId, ...body })) as Event;
    const call = await make({
      title: 'Call; to “Köln”, 🎉',
      description: 'a\nb,c;d\\e',
      date: '2026-03-31',
      start: '09:30',
      end: '10:00',
      timeZone: 'America/New_York',
      color: 'teal',
    });
    await make({ title: 'Fair', startDate: '2026-05-01', endDate: '2026-05-03', isAllDay: true, timeZone: 'Asia/Tokyo' });
    const series = await make({
      title: 'Digging',
      date: '2026-03-23',
      start: '18:30',
      end: '20:00',
      timeZone: 'Europe/Berlin',
      recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=MO;COUNT=5', exdates: ['2026-04-06T16:30:00.000Z'] },
    });
    await must(200, 'PUT', `/api/events/${series.id}_20260330T163000Z?scope=one`, {
      title: 'Digging late',
      startTime: '2026-03-30T19:00',
      endTime: '2026-03-30T20:00',
    });
    const answer = await service.request('GET', `${path}/${calendarId}/export.ics`);
    expect([answer.headers.get('Content-Type'), answer.headers.get('Content-Disposition')]).toEqual([
      'text/calendar; charset=utf-8',
      expect.stringContaining('Family.ics'),
    ]);
    const text = answer.body as string;
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(readByPython(text)).toEqual([
      `${call.id}|Call; to “Köln”, 🎉|2026-03-31T09:30:00-04:00|2026-03-31T10:00:00-04:00||0`,
      expect.stringContaining('|Fair|2026-05-01|2026-05-03||0'),
      `${series.id}|Digging|2026-03-23T18:30:00+01:00|2026-03-23T20:00:00+01:00|FREQ=WEEKLY;COUNT=5;BYDAY=MO|1`,
      `${series.id}|Digging late|2026-03-30T19:00:00+02:00|2026-03-30T20:00:00+02:00||1`,
    ]);
    expect(listedByKhal(text, '2026-03-20', '2026-05-10')).toEqual([
      '2026-03-23 18:30 Digging',
      '2026-03-30 19:00 Digging late',
      '2026-03-31 15:30 Call; to “Köln”, 🎉',
      '2026-04-13 18:30 Digging',
      '2026-04-20 18:30 Digging',
      expect.stringContaining('Fair'),
      expect.stringContaining('Fair'),
    ]);
    const own = await service.request('GET', `/api/events/${series.id}/export.ics`);
    expect([own.status, (own.body as string).match(/BEGIN:VEVENT/g)?.length]).toEqual([200, 2]);
  });
});

test('GET /api/calendars/:id/export.ics › the end of a rule is UTC or a day, as RFC 5545 has it, and comes back the same', async () => {
  const id = await newCalendar();
  const day = { date: '2026-06-01', calendarId: id };
  const hour = { ...day, start: '10:00', end: '11:00', timeZone: 'Europe/Berlin' };
  for (const until of ['20260605', '20260605T100000', '20260605T080000Z'])
    await must(201, 'POST', '/api/events', { title: until, ...hour, recurrence: { rrule: `FREQ=DAILY;UNTIL=${until}` } });
  await must(201, 'POST', '/api/events', { title: 'day', ...day, recurrence: { rrule: 'FREQ=DAILY;UNTIL=20260605T100000' } });
  const out = await exported(id);
  expect([...out.matchAll(/UNTIL=(\S+)/g)].map(([, until]) => until)).toEqual([
    '20260605T215959Z',
    '20260605T080000Z',
    '20260605T080000Z',
    '20260605',
  ]);
  expect(await bring(id, out)).toMatchObject({ created: 0, updated: 0, unchanged: 4 });
});

test.each([
  ['00:30', '01:15', ['DTSTART;TZID=Europe/Vienna:20261025T023000', 'DTEND:20261025T011500Z']],
  ['01:10', '01:40', ['DTSTART:20261025T011000Z', 'DTEND:20261025T014000Z']],
  ['01:30', '03:30', ['DTSTART:20261025T013000Z', 'DTEND;TZID=Europe/Vienna:20261025T043000']],
])('GET /api/calendars/:id/export.ics › the second of two equal hours is told as such, and comes back › %s', async (start, end, lines) => {
  const [id, other] = [await newCalendar(), await newCalendar()];
  const times = { startTime: `2026-10-25T${start}:00.000Z`, endTime: `2026-10-25T${end}:00.000Z` };
  const single = { title: 'Night', ...times, timeZone: 'Europe/Vienna', calendarId: id };
  await must(201, 'POST', '/api/events', single);
  const [alone] = await eventsOf(id);
  await must(201, 'POST', '/api/events', { ...single, recurrence: { rrule: 'FREQ=DAILY;COUNT=2' } });
  const out = (await must(200, 'GET', `/api/events/${alone?.id}/export.ics`)) as string;
  expect(out.match(/^DT(?:START|END)[;:](?=.*2026102).*$/gm)?.filter((line) => !/^DTSTART:\d{8}T\d{6}$/.test(line))).toEqual(lines);
  expect(await bring(other, await exported(id))).toMatchObject({ created: 2, skipped: [] });
  const [copy, series] = (await eventsOf(other)).toSorted((a, b) => Number(a.recurrence !== null) - Number(b.recurrence !== null));
  expect(copy).toMatchObject(times);
  const length = ({ startTime, endTime }: Pick<Event, 'startTime' | 'endTime'>): number => Date.parse(endTime) - Date.parse(startTime);
  expect(series === undefined ? null : length(series)).toBe(length(times));
});

describe('POST /api/calendars/:id/import', () => {
  test.each<[string, string | Uint8Array<ArrayBuffer>, number, string]>([
    ['no calendar', 'hello', 400, 'validation_failed'],
    ['nothing', '', 400, 'validation_failed'],
    ['a blank', ' ', 400, 'validation_failed'],
    ['empty lines after a mark of the byte order', '\uFEFF\r\n\r\n', 400, 'validation_failed'],
    ['another text with lines', 'BEGIN:VCARD\r\nEND:VCARD\r\n', 400, 'validation_failed'],
    ['a calendar that is cut off', calendar(...lunch).replace('END:VCALENDAR', ''), 400, 'validation_failed'],
    ['broken UTF-8', new Uint8Array(Buffer.from(calendar(...lunch).replace('Lunch', 'L\xffnch'), 'latin1')), 400, 'validation_failed'],
    ['more than 20 MB', 'x'.repeat(20 * 1024 * 1024 + 1), 413, 'too_large'],
  ])('refused for %s, and nothing is kept', async (_, body, status, code) => {
    const id = await newCalendar();
    const seq = await lastSeq();
    const answer = await send(id, body);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect([await eventsOf(id), await lastSeq()]).toEqual([[], seq]);
  });

  test('415 for another type, 404 for a calendar that is not there, 400 for a parameter that is none', async () => {
    const id = await newCalendar();
    expect((await send(id, calendar(), '', { 'Content-Type': 'application/json' })).status).toBe(415);
    expect((await send(noId, calendar())).status).toBe(404);
    expect((await send(id, calendar(), '?dryRun=yes')).status).toBe(400);
  });

  test('200 for a dry run, which tells what would come of it and changes nothing', async () => {
    const id = await newCalendar();
    const seq = await lastSeq();
    expect(await bring(id, calendar(...lunch), '?dryRun=true')).toEqual({
      created: 1,
      updated: 0,
      unchanged: 0,
      kept: 0,
      conflicts: [],
      silentAlarms: 0,
      skipped: [],
      lost: [],
      batchId: null,
    });
    expect([await eventsOf(id), await lastSeq()]).toEqual([[], seq]);
  });

  test('200 for a file of Google Calendar: the series with its differing occurrence, what is unknown comes out again, a second import changes nothing', async () => {
    const id = await newCalendar();
    const report = await bring(id, fixture('google.ics'));
    expect(report).toMatchObject({
      created: 3,
      updated: 0,
      unchanged: 0,
      kept: 0,
      conflicts: [],
      silentAlarms: 0,
      skipped: [],
      lost: [],
    });
    const march = await eventsOf(id, '&startDate=2026-03-01T00:00Z&endDate=2026-04-14T00:00Z');
    expect(march.map(({ title, startTime, location }) => [title, startTime, location])).toEqual([
      ['Digging 🌱', '2026-03-02T17:30:00.000Z', 'Allotment 12, Gate B'],
      ['Digging 🌱', '2026-03-09T17:30:00.000Z', 'Allotment 12, Gate B'],
      ['Called off', '2026-03-10T12:00:00.000Z', null],
      ['Digging on a Tuesday', '2026-03-17T18:00:00.000Z', 'Allotment 12, Gate B'],
      ['Digging 🌱', '2026-03-23T17:30:00.000Z', 'Allotment 12, Gate B'],
      ['Digging 🌱', '2026-03-30T16:30:00.000Z', 'Allotment 12, Gate B'],
      ['Digging 🌱', '2026-04-13T16:30:00.000Z', 'Allotment 12, Gate B'],
    ]);
    expect(march.filter(({ isCancelled }) => isCancelled).map(({ title }) => title)).toEqual(['Called off']);
    expect(march[0]).toMatchObject({ timeZone: 'Europe/Berlin', description: 'Bring gloves, and a spade.\nRain or shine.' });
    expect(march.map(({ reminders }) => reminders.map(({ minutesBefore }) => minutesBefore).join())).toEqual([
      '30',
      '30',
      '',
      '',
      '30',
      '30',
      '30',
    ]);
    const text = (await exported(id)).replaceAll('\r\n ', '');
    for (const line of [
      'ORGANIZER;CN=Garden club:mailto:club@example.org',
      'ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;CN=Ada;X-NUM-GUESTS=0:mailto:ada@example.org',
      'TRIGGER:-P0DT0H30M0S',
      'UID:2k9v7club@google.com',
      'X-GOOGLE-CONFERENCE:https://meet.example.org/abc-defg-hij',
      'SEQUENCE:2',
    ])
      expect(text).toContain(`${line}\r\n`);
    const seq = await lastSeq();
    // When they were made is that of the first time: a file that tells another time at each read changes nothing.
    const later = fixture('google.ics').replaceAll('CREATED:2026', 'CREATED:2019');
    for (const file of [fixture('google.ics'), later])
      expect(await bring(id, file)).toMatchObject({ created: 0, updated: 0, unchanged: 3 });
    expect(await bring(id, await exported(id))).toMatchObject({ created: 0, updated: 0, unchanged: 3 });
    expect(await lastSeq()).toBe(seq);
    await must(200, 'POST', '/api/undo', { batchId: report.batchId });
    expect(await eventsOf(id)).toEqual([]);
  });

  test(
    '200 with alarms as reminders and reminders as alarms, of an occurrence its own; what is no reminder comes out again',
    full,
    async (context) => {
      if (!hasTools) context.skip('no python3-icalendar and khal on this machine');
      const id = await newCalendar();
      const alarm = (trigger: string, ...more: readonly string[]): string[] => [
        'BEGIN:VALARM',
        ...more,
        `TRIGGER:${trigger}`,
        'END:VALARM',
      ];
      const display = ['ACTION:DISPLAY', 'DESCRIPTION:Now'];
      const series = ['UID:club', 'SUMMARY:Club', 'DTSTART:20260302T090000Z', 'DTEND:20260302T100000Z', 'RRULE:FREQ=DAILY;COUNT=3'];
      const one = ['UID:club', 'SUMMARY:Club', 'RECURRENCE-ID:20260303T090000Z', 'DTSTART:20260303T090000Z', 'DTEND:20260303T100000Z'];
      const fair = ['UID:fair', 'SUMMARY:Fair', 'DTSTART;VALUE=DATE:20260501', 'DTEND;VALUE=DATE:20260502'];
      const text = calendar(
        ...vevent(...series, ...alarm('-PT10M', ...display), ...alarm('PT5M', ...display)),
        ...vevent(...one, 'X-OF-ONE:kept', ...alarm('-PT1H', 'X-UID:a', ...display)),
        ...vevent(...fair, ...alarm('-P1D', ...display), ...alarm('-PT15M', 'ACTION:EMAIL', 'SUMMARY:x', 'ATTENDEE:mailto:a@example.org')),
      );
      expect(await bring(id, text)).toMatchObject({ created: 2, skipped: [], lost: [], silentAlarms: 2 });
      const found = await eventsOf(id, '&startDate=2026-03-01T00:00Z&endDate=2026-06-01T00:00Z');
      expect(found.map(({ title, reminders }) => `${title} ${reminders.map(({ minutesBefore }) => minutesBefore).join()}`)).toEqual([
        'Club 10',
        'Club 60',
        'Club 10',
        'Fair 1440',
      ]);
      const out = await exported(id);
      for (const line of ['X-OF-ONE:kept', 'X-UID:a', 'TRIGGER:-PT10M', 'TRIGGER:PT5M', 'TRIGGER:-PT1H', 'TRIGGER:-P1D', 'ACTION:EMAIL'])
        expect(out.split(`${line}\r\n`)).toHaveLength(2);
      readByPython(out);
      expect(listedByKhal(out, '2026-03-01', '2026-03-31')).toHaveLength(3);
      expect(await bring(id, text)).toMatchObject({ created: 0, updated: 0, unchanged: 2 });
      expect(await bring(id, out)).toMatchObject({ created: 0, updated: 0, unchanged: 2 });
      const own = (await must(201, 'POST', '/api/events', {
        title: 'Own',
        calendarId: id,
        startTime: '2026-04-01T09:00:00Z',
        endTime: '2026-04-01T10:00:00Z',
        reminders: [{ minutesBefore: 0 }, { minutesBefore: 45 }],
      })) as unknown as Event;
      expect(await bring(id, await exported(id))).toMatchObject({ created: 0, updated: 0, unchanged: 3 });
      await must(200, 'PUT', `/api/events/${own.id}`, { reminders: [] });
      await must(200, 'PUT', `/api/events/${found[0]?.id}`, { reminders: [{ minutesBefore: 3 }] });
      const changed = await exported(id);
      expect(changed.match(/TRIGGER:\S+/g)?.toSorted()).toEqual(
        ['TRIGGER:-P1D', 'TRIGGER:-PT15M', 'TRIGGER:-PT1H', 'TRIGGER:-PT3M', 'TRIGGER:PT5M'].toSorted(),
      );
    },
  );

  test('200 with an occurrence of an event that does not repeat as its own event, and the first of a rule that ends before it', async () => {
    const id = await newCalendar();
    const text = calendar(
      ...vevent('UID:one', 'SUMMARY:One', 'DTSTART:20260301T120000Z'),
      ...vevent('UID:one', 'SUMMARY:Other', 'RECURRENCE-ID:20260302T120000Z', 'DTSTART:20260302T130000Z'),
      ...vevent('UID:over', 'SUMMARY:Over', 'DTSTART;VALUE=DATE:20260303', 'RRULE:FREQ=DAILY;UNTIL=20260302'),
    );
    expect(await bring(id, text)).toMatchObject({ created: 3, skipped: [], lost: [{ uid: 'over', property: 'RRULE' }] });
    const events = await eventsOf(id, '&startDate=2026-03-01&endDate=2026-04-01');
    expect(events.map(({ title }) => title)).toEqual(['One', 'Other', 'Over']);
    expect(await bring(id, text)).toMatchObject({ created: 0, updated: 0, unchanged: 3 });
  });

  test('200 with rules that end with a semicolon, or name the calendar that all others follow', async () => {
    const id = await newCalendar();
    const rules = [
      'RRULE:FREQ=DAILY;COUNT=2;',
      'RRULE:RSCALE=GREGORIAN;FREQ=DAILY;COUNT=2;SKIP=OMIT',
      'RRULE:RSCALE=HEBREW;FREQ=DAILY;COUNT=2',
    ];
    const events = rules.flatMap((rule, index) => vevent(`UID:rule${index}`, 'DTSTART:20260301T120000Z', rule));
    expect(await bring(id, calendar(...events))).toMatchObject({ created: 2, skipped: [{ uid: 'rule2' }], lost: [] });
    const out = await exported(id);
    expect(out.match(/^RRULE:.*$/gm)?.map((line) => line.trim())).toEqual(['RRULE:FREQ=DAILY;COUNT=2', 'RRULE:FREQ=DAILY;COUNT=2']);
    expect(await bring(id, calendar(...events))).toMatchObject({ created: 0, updated: 0, unchanged: 2 });
  });

  test('200 with events that end as they begin: they last a minute here, go out as they came in, and can be given an end', async () => {
    const id = await newCalendar();
    const at = 'DTSTART;TZID=Europe/Berlin:20260302T090000';
    const text = calendar(
      ...vevent('UID:alone', at),
      ...vevent('UID:same', at, 'DTEND;TZID=Europe/Berlin:20260302T090000'),
      ...vevent('UID:none', at, 'DURATION:PT0S'),
      ...vevent('UID:minute', at, 'DURATION:PT1M'),
      ...vevent('UID:series', at, 'RRULE:FREQ=DAILY;COUNT=3'),
      ...vevent('UID:series', 'RECURRENCE-ID;TZID=Europe/Berlin:20260303T090000', 'DTSTART;TZID=Europe/Berlin:20260303T120000'),
      ...vevent('UID:long', at, 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=2'),
      ...vevent('UID:long', 'RECURRENCE-ID;TZID=Europe/Berlin:20260303T090000', 'DTSTART;TZID=Europe/Berlin:20260303T120000'),
    );
    expect(await bring(id, text)).toMatchObject({ created: 6, skipped: [], lost: [] });
    const events = await eventsOf(id, '&startDate=2026-03-02&endDate=2026-03-05');
    const minutes = events.map(({ startTime, endTime }) => (Date.parse(endTime) - Date.parse(startTime)) / 60_000);
    expect(minutes.toSorted((a, b) => a - b)).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 60]);
    const endsIn = (file: string): string[] =>
      file
        .split('BEGIN:VEVENT')
        .slice(1)
        .map((each) => `${/UID:(\w+)/.exec(each)?.[1]} ${/DTEND\S+T(\d{4})/.exec(each)?.[1] ?? 'none'}`)
        .toSorted();
    const ends = ['alone none', 'long 1000', 'long none', 'minute 0901', 'none none', 'same none', 'series none', 'series none'];
    const out = await exported(id);
    expect(endsIn(out)).toEqual(ends);
    for (const each of [text, out]) expect(await bring(id, each)).toMatchObject({ created: 0, updated: 0, unchanged: 6 });
    const [event] = await eventsOf(id, '&startDate=2026-03-04&endDate=2026-03-05');
    await must(200, 'PUT', `/api/events/${event?.id}?scope=all`, { title: 'Bell' });
    expect(endsIn(await exported(id))).toEqual(ends);
    await must(200, 'PUT', `/api/events/${event?.id}?scope=all`, { endTime: '2026-03-02T09:30', startTime: '2026-03-02T09:00' });
    expect(endsIn(await exported(id))).toContain('series 0930');
  });

  test(
    '200 for a file of Outlook: a zone of its own counts with its offsets, an event is kept in UTC, a series by clocks like these',
    full,
    async () => {
      const id = await newCalendar();
      expect(await bring(id, fixture('outlook.ics'))).toMatchObject({
        created: 3,
        skipped: [{ uid: 'mars', title: 'Nowhere', reason: expect.stringContaining('Planet Mars') }],
        lost: [{ uid: null, property: 'VTODO' }],
      });
      const told = (events: readonly Event[]): unknown[] => events.map(({ title, startTime, timeZone }) => [title, startTime, timeZone]);
      expect(told(await eventsOf(id))).toEqual([
        ['Winter review', '2026-01-20T09:00:00.000Z', 'UTC'],
        ['Wochenbeginn', '2026-03-02T08:00:00.000Z', 'Europe/Berlin'],
        ['Half-year review', '2026-07-15T08:00:00.000Z', 'UTC'],
      ]);
      // A series goes on by the clocks of its zone: at nine in winter and in summer, but for the one left out and the one moved.
      expect(told(await eventsOf(id, '&startDate=2026-03-09T00:00Z&endDate=2026-04-14T00:00Z'))).toEqual([
        ['Wochenbeginn', '2026-03-09T08:00:00.000Z', 'Europe/Berlin'],
        ['Wochenbeginn', '2026-03-23T08:00:00.000Z', 'Europe/Berlin'],
        ['Wochenbeginn', '2026-03-30T07:00:00.000Z', 'Europe/Berlin'],
        ['Wochenbeginn am Dienstag', '2026-04-07T07:30:00.000Z', 'UTC'],
        ['Wochenbeginn', '2026-04-13T07:00:00.000Z', 'Europe/Berlin'],
      ]);
      const text = (await exported(id)).replaceAll('\r\n ', '');
      for (const part of ['X-ALT-DESC;FMTTYPE=text/html:<html xmlns:o=', 'X-MICROSOFT-CDO-BUSYSTATUS:BUSY', 'ORGANIZER;CN="Meier, Eva":'])
        expect(text).toContain(part);
      expect(await bring(id, fixture('outlook.ics'))).toMatchObject({ created: 0, updated: 0, unchanged: 3 });
    },
  );

  test('200 by UID: newer changes the event, older changes nothing, another calendar has an event of its own', async () => {
    const [id, other] = [await newCalendar(), await newCalendar()];
    const version = (sequence: number, title: string): string =>
      calendar(...vevent('UID:one', `SEQUENCE:${sequence}`, `SUMMARY:${title}`, 'DTSTART:20260301T120000Z', 'DTEND:20260301T130000Z'));
    await bring(id, version(3, 'Lunch'));
    expect(await bring(id, version(4, 'Dinner'))).toMatchObject({ updated: 1 });
    expect(await bring(id, version(3, 'Lunch'))).toMatchObject({ updated: 0, unchanged: 1 });
    const [event] = await eventsOf(id);
    expect(event).toMatchObject({ title: 'Dinner', version: 2 });
    await must(200, 'PUT', `/api/events/${event?.id}`, { title: 'Supper' });
    expect(await bring(id, version(4, 'Dinner'))).toMatchObject({ updated: 0, unchanged: 1 });
    expect(await exported(id)).toContain('SEQUENCE:5');
    expect(await bring(other, version(3, 'Lunch'))).toMatchObject({ created: 1 });
    expect((await eventsOf(other)).map(({ title }) => title)).toEqual(['Lunch']);
  });

  test('200 tells of what cannot be used and takes the rest: times, rules, lengths, lines without a sense', async () => {
    const id = await newCalendar();
    const text = calendar(
      ...lunch,
      ...vevent('UID:no-start', 'SUMMARY:x'),
      ...vevent('UID:no-day', 'DTSTART:20260230T120000Z'),
      ...vevent('UID:back', 'DTSTART:20260301T120000Z', 'DTEND:20260301T110000Z'),
      ...vevent('UID:rule', 'DTSTART:20260301T120000Z', 'RRULE:FREQ=SECONDLY'),
      ...vevent('UID:short', 'DTSTART:20260302T120000Z', `SUMMARY:${'x'.repeat(600)}`, '???'),
      ...vevent('UID:orphan', 'RECURRENCE-ID:20260101T120000Z', 'SUMMARY:Orphan', 'DTSTART:20260303T120000Z', 'DURATION:PT2H'),
      ...vevent('UID:day', 'RECURRENCE-ID;VALUE=DATE:20260101', 'SUMMARY:Day of none', 'DTSTART;VALUE=DATE:20260305'),
      ...vevent('SUMMARY:No UID', 'DTSTART:20260306T120000Z'),
    );
    const report = await bring(id, text);
    expect(report).toMatchObject({ created: 5 });
    expect(report.skipped.map(({ uid }) => uid).toSorted()).toEqual(['back', 'no-day', 'no-start', 'rule']);
    expect(report.skipped).toContainEqual({ uid: 'no-day', reason: 'has a DTSTART that is no day or time that exists' });
    expect(report.lost).toEqual([
      { uid: 'short', property: 'SUMMARY' },
      { uid: 'short', property: 'a line without a name' },
    ]);
    expect((await eventsOf(id)).map(({ title, endTime }) => [title.slice(0, 6), endTime])).toEqual([
      ['Lunch', '2026-03-01T13:00:00.000Z'],
      ['xxxxxx', '2026-03-02T12:01:00.000Z'],
      ['Orphan', '2026-03-03T14:00:00.000Z'],
      ['Day of', expect.any(String)],
      ['No UID', '2026-03-06T12:01:00.000Z'],
    ]);
    const out = await exported(id);
    expect(out.match(/^RECURRENCE-ID.*$/gm)).toEqual(['RECURRENCE-ID:20260101T120000Z', 'RECURRENCE-ID;VALUE=DATE:20260101']);
    for (const again of [text, out]) expect(await bring(id, again)).toMatchObject({ created: 0, updated: 0, unchanged: 5, batchId: null });
    await must(200, 'POST', '/api/undo', { batchId: report.batchId });
    expect(await eventsOf(id)).toEqual([]);
  });

  test('200 for a property of 5 MB in folded lines: what is too long is cut and told', async () => {
    const id = await newCalendar();
    const folded = `DESCRIPTION:${'x'.repeat(60)}\r\n${` ${'y'.repeat(73)}\r\n`.repeat(70_000)}`.trimEnd();
    const report = await bring(id, calendar(...vevent('UID:long', 'SUMMARY:Long', 'DTSTART:20260301T120000Z', folded)));
    expect(report).toMatchObject({ created: 1, lost: [{ uid: 'long', property: 'DESCRIPTION' }] });
    expect((await eventsOf(id))[0]?.description).toHaveLength(100_000);
  });

  test('200 tells of dates and rules that have no place; with too many dates an event does not come in, as the others would be wrong', async () => {
    const id = await newCalendar();
    const day = (index: number): string =>
      `${new Date(Date.UTC(2026, 2, 2 + index)).toISOString().slice(0, 10).replaceAll('-', '')}T120000Z`;
    const out = Array.from({ length: 1_001 }, (_, index) => day(index));
    const report = await bring(
      id,
      calendar(
        ...vevent('UID:period', 'DTSTART:20260301T120000Z', 'RRULE:FREQ=DAILY;COUNT=2', `RDATE;VALUE=PERIOD:${day(9)}/PT2H`),
        ...vevent('UID:but', 'DTSTART:20260301T120000Z', 'RRULE:FREQ=DAILY;COUNT=3', 'EXRULE:FREQ=DAILY;COUNT=1'),
        ...vevent('UID:but', `DTSTART:${day(1)}`, `RECURRENCE-ID;RANGE=THISANDFUTURE:${day(0)}`),
        ...vevent('UID:rules', 'DTSTART:20260301T120000Z', 'RRULE:FREQ=DAILY;COUNT=2', 'RRULE:FREQ=YEARLY;COUNT=2'),
        ...vevent('UID:most', 'DTSTART:20260301T120000Z', 'RRULE:FREQ=DAILY', ...out.slice(1).map((text) => `EXDATE:${text}`)),
        ...vevent('UID:many', 'DTSTART:20260301T120000Z', 'RRULE:FREQ=DAILY', `EXDATE:${out.join(',')}`),
      ),
    );
    expect(report).toMatchObject({ created: 4, skipped: [{ uid: 'many', reason: 'has more than 1000 dates of EXDATE' }] });
    expect(report.lost).toEqual([
      { uid: 'period', property: 'RDATE;VALUE=PERIOD' },
      { uid: 'but', property: 'EXRULE' },
      { uid: 'but', property: 'RECURRENCE-ID;RANGE=THISANDFUTURE' },
      { uid: 'rules', property: 'RRULE' },
    ]);
  });

  test('200 with occurrences that are cancelled as such, without a time left out, dates without a rule, days of the clocks, and names of zones with escapes', async () => {
    const id = await newCalendar();
    const zone = ['BEGIN:STANDARD', 'DTSTART:16010101T000000', 'TZOFFSETFROM:+0530', 'TZOFFSETTO:+0530', 'END:STANDARD'];
    const off = 'STATUS:CANCELLED';
    const text = calendar(
      ...['BEGIN:VTIMEZONE', 'TZID:(UTC+05:30) Chennai\\, Mumbai', ...zone, 'END:VTIMEZONE'],
      ...vevent('UID:daily', 'SUMMARY:Daily', 'DTSTART:20260301T120000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=4'),
      ...vevent('UID:daily', 'SUMMARY:Daily', 'DTSTART:20260302T120000Z', 'RECURRENCE-ID:20260302T120000Z', off),
      ...vevent('UID:daily', 'RECURRENCE-ID:20260304T120000Z', off),
      // An older one than what differs does not count.
      ...vevent('UID:daily', 'SUMMARY:Later', 'SEQUENCE:2', 'DTSTART:20260303T130000Z', 'RECURRENCE-ID:20260303T120000Z'),
      ...vevent('UID:daily', 'SEQUENCE:1', 'DTSTART:20260303T120000Z', 'RECURRENCE-ID:20260303T120000Z', off),
      ...vevent('UID:days', 'SUMMARY:Days', 'DTSTART;VALUE=DATE:20260310', 'RRULE:FREQ=DAILY;COUNT=3'),
      ...vevent('UID:days', 'DTSTART;VALUE=DATE:20260311', 'RECURRENCE-ID;VALUE=DATE:20260311', off),
      ...vevent('UID:nothing', 'DTSTART:20260301T120000Z', 'RECURRENCE-ID:20260301T120000Z', off),
      ...vevent('UID:dates', 'SUMMARY:Dates', 'DTSTART:20260315T120000Z', 'RDATE:20260317T150000Z,20260319T120000Z'),
      ...vevent('UID:night', 'SUMMARY:Night', 'DTSTART;TZID=Europe/Berlin:20260328T120000', 'DURATION:P1D'),
      ...vevent('UID:zone', 'SUMMARY:Zone', 'DTSTART;TZID="(UTC+05:30) Chennai, Mumbai":20260325T120000', 'DURATION:PT1H'),
    );
    const report = await bring(id, text);
    expect(report).toMatchObject({ created: 5, skipped: [{ uid: 'nothing', reason: 'is cancelled' }], lost: [] });
    const march = await eventsOf(id, '&startDate=2026-03-01T00:00Z&endDate=2026-04-01T00:00Z');
    expect(
      march.map(({ title, startTime, isCancelled }) => `${title} ${startTime.slice(5, 16)}${isCancelled ? ' off' : ''}`).slice(0, 3),
    ).toEqual(['Daily 03-01T12:00', 'Daily 03-02T12:00 off', 'Later 03-03T13:00']);
    const timesOf = (wanted: string): string[] =>
      march.flatMap(({ title, startTime, endTime }) => (title === wanted ? [`${startTime.slice(5, 16)}/${endTime.slice(5, 16)}`] : []));
    expect(march.filter(({ title }) => title === 'Days').map(({ isCancelled }) => isCancelled)).toEqual([false, true, false]);
    expect(timesOf('Daily')).toHaveLength(2);
    expect(timesOf('Dates').map((each) => each.slice(0, 11))).toEqual(['03-15T12:00', '03-17T15:00', '03-19T12:00']);
    // The clocks go forward in between: 23 hours.
    expect(timesOf('Night')).toEqual(['03-28T11:00/03-29T10:00']);
    expect(timesOf('Zone')).toEqual(['03-25T06:30/03-25T07:30']);
    expect(await bring(id, text)).toMatchObject({ created: 0, updated: 0, unchanged: 5 });
    expect(await bring(id, await exported(id))).toMatchObject({ created: 0, updated: 0, unchanged: 5 });
  });

  test('200 with lines that are folded in the middle of a letter', async () => {
    const id = await newCalendar();
    const text = Buffer.from(calendar(...vevent('UID:folded', 'DTSTART:20260301T120000Z', 'SUMMARY:Gr\u00fc\u00dfe \u{1f600} ok')));
    const within = (letter: string, place: number): number => text.indexOf(letter) + place;
    const cuts = [within('\u00fc', 1), within('\u{1f600}', 2), text.length];
    const parts = cuts.map((end, index) => text.subarray(index === 0 ? 0 : cuts[index - 1], end));
    const [one, two, three] = parts as [Buffer, Buffer, Buffer];
    const folded = new Uint8Array(Buffer.concat([one, Buffer.from('\r\n '), two, Buffer.from('\n\t'), three]));
    expect((await send(id, folded)).body).toMatchObject({ created: 1 });
    expect((await eventsOf(id)).map(({ title }) => title)).toEqual(['Gr\u00fc\u00dfe \u{1f600} ok']);
  });

  test('what came in goes into the trash and comes back with all that it had', async () => {
    const id = await newCalendar();
    await bring(id, calendar(...vevent('UID:kept', 'SUMMARY:Kept', 'X-COLOUR-OF-TIE:blue', 'DTSTART:20260301T120000Z')));
    const [event] = await eventsOf(id);
    const entry = await must(201, 'POST', '/api/trash', { type: 'event', id: event?.id });
    await must(200, 'POST', `/api/trash/${entry.id}/restore`);
    expect(await exported(id)).toContain('X-COLOUR-OF-TIE:blue');
  });
});

describe('POST /api/undo of an import', () => {
  const came = (...lines: readonly string[]): string =>
    calendar(...vevent(...lines), ...vevent('RECURRENCE-ID:20260302T120000Z', ...lines));
  const first = [
    'UID:kept',
    'SUMMARY:First',
    'DTSTART:20260301T120000Z',
    'DTEND:20260301T130000Z',
    'X-OF-FIRST:one',
    'ATTENDEE;CN=Eva:mailto:eva@example.org',
  ];
  const second = ['UID:kept', 'SUMMARY:Second', 'SEQUENCE:1', 'DTSTART:20260301T120000Z', 'DTEND:20260301T130000Z', 'X-OF-SECOND:two'];

  test.each<[string, readonly string[]]>([
    ['another title as well', second],
    ['nothing else', [...second.filter((line) => !line.startsWith('SUMMARY')), 'SUMMARY:First']],
  ])('the lines that an update has replaced come back, and go again with its redo: %s', async (_, later) => {
    const id = await newCalendar();
    const withRule = (lines: readonly string[]): string => came(...lines).replace('END:VEVENT', 'RRULE:FREQ=DAILY;COUNT=3\r\nEND:VEVENT');
    const own = async (): Promise<string[]> => (await exported(id)).split('\r\n').filter((line) => /^(X-OF|ATTENDEE|SUMMARY)/.test(line));
    await bring(id, withRule(first));
    const before = await own();
    const since = await lastSeq();
    await bring(id, withRule(later));
    const after = await own();
    expect([before.includes('X-OF-FIRST:one'), after.includes('X-OF-SECOND:two')]).toEqual([true, true]);
    const { items } = (await must(200, 'GET', `/api/changes?since=${since}`)) as { items: { seq: number }[] };
    let { batchId } = await must(200, 'POST', '/api/undo', { changes: items.map(({ seq }) => seq) });
    for (const lines of [before, after, before]) {
      expect(await own()).toEqual(lines);
      ({ batchId } = await must(200, 'POST', '/api/undo', { batchId }));
    }
  });
});
