// Clients of others keep a calendar in step with the service: npm's tsdav, Debian's vdirsyncer and python3-caldav.

import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDAVClient } from 'tsdav';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Event, EventList } from '../../main/contract/events.ts';
import type { CalendarList } from '../../main/contract/calendars.ts';
import { full } from '../support/tiers.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let folder: string;

beforeAll(async () => {
  service = await startTestService();
  folder = mkdtempSync(join(tmpdir(), 'daybook-caldav-'));
});

afterAll(async () => {
  await service.dispose();
  rmSync(folder, { recursive: true, force: true });
});

interface Account {
  readonly username: string;
  /** Of a program, with the scopes of a calendar. */
  readonly password: string;
  readonly api: (method: string, path: string, body?: unknown) => Promise<unknown>;
}

async function account(username: string): Promise<Account> {
  const token = await service.signUp(username);
  const api: Account['api'] = async (method, path, body) => {
    const answer = await service.request(method, path, { token, ...(body === undefined ? {} : { body }) });
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status}`);
    return answer.body;
  };
  const made = await api('POST', '/api/tokens', {
    name: 'Calendar program',
    scopes: ['calendar:read', 'calendar:write', 'calendar:delete'],
    expiresAt: null,
  });
  return { username, password: (made as { token: string }).token, api };
}

/** What the page shows of March 2026. */
async function titles({ api }: Account): Promise<string[]> {
  const { items } = (await api('GET', '/api/events?startDate=2026-03-01&endDate=2026-04-01&limit=1000')) as EventList;
  return items.map(({ title, startTime }) => `${startTime.slice(8, 16)} ${title}`);
}

const text = (uid: string, title: string, ...more: string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Test//EN', ...vevent(uid, title, ...more), 'END:VCALENDAR', ''].join('\r\n');
const vevent = (uid: string, title: string, ...more: string[]): string[] => [
  'BEGIN:VEVENT',
  `UID:${uid}`,
  'DTSTAMP:20260101T000000Z',
  `SUMMARY:${title}`,
  ...(more.some((line) => line.startsWith('DTSTART')) ? [] : ['DTSTART:20260302T090000Z', 'DTEND:20260302T100000Z']),
  ...more,
  'END:VEVENT',
];

/** What a program prints; it must not block this process, which is the service. Rejects with all of it if it fails. */
function run(program: string, args: readonly string[], input = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env: { PATH: '/usr/bin:/bin', HOME: folder, LC_ALL: 'C.UTF-8', NO_PROXY: '*' } });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (output += bytes.toString()));
    child.on('error', () => {
      reject(new Error(`${program} is not there. On Debian and Ubuntu: sudo apt-get install vdirsyncer python3-caldav`));
    });
    child.on('close', (code) => {
      if (code === 0) resolve(output);
      else reject(new Error(`${program} ended with ${code}:\n${output}`));
    });
    child.stdin.end(input);
  });
}

describe('tsdav', () => {
  test('finds the calendars, writes, reads, synchronises, and is told of conflicts', full, async () => {
    const anna = await account('anna');
    const client = await createDAVClient({
      serverUrl: `${service.baseUrl}/dav/`,
      credentials: { username: anna.username, password: anna.password },
      authMethod: 'Basic',
      defaultAccountType: 'caldav',
    });
    const [calendar, ...others] = await client.fetchCalendars();
    expect([calendar?.displayName, calendar?.components, others]).toEqual(['Calendar', ['VEVENT'], []]);
    if (calendar === undefined) return;
    const created = await client.createCalendarObject({ calendar, filename: 'one.ics', iCalString: text('one', 'One') });
    expect(created.status).toBe(201);
    expect(await titles(anna)).toEqual(['02T09:00 One']);
    await anna.api('POST', '/api/events', { title: 'From the page', startTime: '2026-03-03T09:00:00Z', endTime: '2026-03-03T10:00:00Z' });

    const objects = await client.fetchCalendarObjects({ calendar });
    expect(objects.map(({ data }) => /SUMMARY:(.*)\r/.exec(data as string)?.[1] ?? '').toSorted()).toEqual(['From the page', 'One']);
    const [one] = objects.filter(({ url }) => url.endsWith('one.ics'));
    if (one === undefined) throw new Error('one.ics is missing');
    const updated = await client.updateCalendarObject({ calendarObject: { ...one, data: text('one', 'One, later') } });
    expect(updated.status).toBe(204);
    const late = await client.updateCalendarObject({ calendarObject: { ...one, data: text('one', 'One, too late') } });
    expect(late.status).toBe(412);
    const inMarch = await client.fetchCalendarObjects({
      calendar,
      timeRange: { start: '2026-03-03T00:00:00Z', end: '2026-03-04T00:00:00Z' },
    });
    expect(inMarch).toHaveLength(1);

    const first = await client.syncCollection({ url: calendar.url, props: { 'd:getetag': {} }, syncLevel: 1, syncToken: '' });
    const token = (first[0]?.raw as { multistatus: { syncToken: string } } | undefined)?.multistatus.syncToken ?? '';
    expect((await client.deleteCalendarObject({ calendarObject: { ...one, etag: '"2"' } })).status).toBe(204);
    const changes = await client.syncCollection({ url: calendar.url, props: { 'd:getetag': {} }, syncLevel: 1, syncToken: token });
    expect(changes.map(({ href, status }) => [href?.endsWith('one.ics'), status])).toEqual([[true, 404]]);
    expect(await titles(anna)).toEqual(['03T09:00 From the page']);
  });
});

describe('vdirsyncer', () => {
  const configOf = ({
    account: { username, password },
    home,
    collections,
  }: {
    account: Account;
    home: string;
    collections: string;
  }): string => `[general]
status_path = "${folder}/status-of-${username}/"
[pair daybook]
a = "here"
b = "there"
collections = ["${collections}"]
[storage here]
type = "filesystem"
path = "${home}"
fileext = ".ics"
[storage there]
type = "caldav"
url = "${service.baseUrl}/dav/"
username = "${username}"
password = "${password}"
`;

  test('synchronises both ways, series with occurrences that differ too, and tells of a conflict', full, async () => {
    const bert = await account('bert');
    const home = join(folder, 'bert');
    const config = join(folder, 'vdirsyncer');
    mkdirSync(home);
    writeFileSync(config, configOf({ account: bert, home, collections: 'from b' }));
    const vdirsyncer = (...args: string[]): Promise<string> => run('vdirsyncer', ['-c', config, ...args]);
    const { items } = (await bert.api('GET', '/api/calendars')) as CalendarList;
    const files = join(home, items[0]?.id ?? '');
    const series = (await bert.api('POST', '/api/events', {
      title: 'Stand-up',
      startTime: '2026-03-02T08:00:00Z',
      endTime: '2026-03-02T08:15:00Z',
      timeZone: 'Europe/Berlin',
      recurrence: { rrule: 'FREQ=DAILY;COUNT=3' },
    })) as Event;
    await bert.api('PUT', `/api/events/${series.id}_20260303T080000Z?scope=one`, { title: 'Late stand-up' });
    await run('sh', ['-c', `yes | vdirsyncer -c '${config}' discover`]);
    await vdirsyncer('sync');
    const [name, ...more] = readdirSync(files);
    expect([name, more]).toEqual([expect.stringMatching(/\.ics$/), []]);
    const file = join(files, name ?? '');
    expect(readFileSync(file, 'utf8').match(/BEGIN:VEVENT/g)).toHaveLength(2);

    writeFileSync(join(files, 'dinner.ics'), text('dinner', 'Dinner'));
    writeFileSync(file, readFileSync(file, 'utf8').replace('Late stand-up', 'Later stand-up'));
    await vdirsyncer('sync');
    expect(await titles(bert)).toEqual(['02T08:00 Stand-up', '02T09:00 Dinner', '03T08:00 Later stand-up', '04T08:00 Stand-up']);

    const { items: events } = (await bert.api('GET', '/api/events?startDate=2026-03-02&endDate=2026-03-03')) as EventList;
    const dinner = events.find(({ title }) => title === 'Dinner')?.id ?? '';
    await bert.api('PUT', `/api/events/${dinner}`, { title: 'Dinner at eight' });
    await vdirsyncer('sync');
    expect(readFileSync(join(files, 'dinner.ics'), 'utf8')).toContain('SUMMARY:Dinner at eight');

    await bert.api('PUT', `/api/events/${dinner}`, { title: 'Here' });
    writeFileSync(join(files, 'dinner.ics'), text('dinner', 'There'));
    await expect(vdirsyncer('sync')).rejects.toThrow(/conflict/i);

    writeFileSync(join(files, 'dinner.ics'), text('dinner', 'Here'));
    await bert.api('DELETE', `/api/events/${series.id}`);
    await run('sh', ['-c', `vdirsyncer -c '${config}' sync || true`]);
    expect(readdirSync(files)).toEqual(['dinner.ics']);
  });

  test('makes a calendar for a folder that it finds', full, async () => {
    const carla = await account('carla');
    const home = join(folder, 'carla');
    mkdirSync(join(home, 'garden'), { recursive: true });
    writeFileSync(join(home, 'garden', 'one.ics'), text('garden-one', 'Plant trees'));
    const config = join(folder, 'vdirsyncer-of-carla');
    writeFileSync(config, configOf({ account: carla, home, collections: 'from a' }));
    await run('vdirsyncer', ['-c', config, 'discover'], 'y\n'.repeat(4));
    await run('vdirsyncer', ['-c', config, 'sync']);
    const { items } = (await carla.api('GET', '/api/calendars')) as CalendarList;
    expect(items.map(({ name }) => name)).toContain('garden');
    expect(await titles(carla)).toEqual(['02T09:00 Plant trees']);
  });
});

const python = `
import sys, json, caldav, datetime
url, username, password = sys.argv[1:4]
client = caldav.DAVClient(url=url, username=username, password=password)
principal = client.principal()
calendar = principal.make_calendar(name="Travel", cal_id="travel")
names = sorted(str(each.name) for each in principal.calendars())
made = calendar.save_event("""${text('flight', 'Flight').replaceAll('\r\n', '\n')}""")
calendar.save_event("""${text('weekly', 'Weekly', 'DTSTART:20260304T090000Z', 'DTEND:20260304T100000Z', 'RRULE:FREQ=WEEKLY;COUNT=3').replaceAll('\r\n', '\n')}""")
tz = datetime.timezone.utc
found = calendar.date_search(start=datetime.datetime(2026, 3, 10, tzinfo=tz), end=datetime.datetime(2026, 3, 12, tzinfo=tz), expand=False)
one = calendar.event_by_uid("flight")
objects = calendar.objects_by_sync_token()
one.vobject_instance.vevent.summary.value = "Flight to Rome"
one.save()
calendar.event_by_uid("weekly").delete()
objects.sync()
print(json.dumps({"names": names, "found": len(found), "left": len(list(objects)), "summary": calendar.event_by_uid("flight").vobject_instance.vevent.summary.value}))
`;

describe('python3-caldav', () => {
  test('makes a calendar, writes, searches, changes, deletes and synchronises', full, async () => {
    const cora = await account('cora');
    const output = await run('/usr/bin/python3', ['-', `${service.baseUrl}/dav/`, cora.username, cora.password], python);
    expect(JSON.parse(output.trim().split('\n').at(-1) ?? '')).toEqual({
      names: ['Calendar', 'Travel'],
      found: 1,
      left: 1,
      summary: 'Flight to Rome',
    });
    expect(await titles(cora)).toEqual(['02T09:00 Flight to Rome']);
  });
});
