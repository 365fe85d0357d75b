// Large calendars hold up no other caller: they are read in a thread, and written and given out in slices.

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ImportReport } from '../../main/contract/calendar-files.ts';
import { full } from '../support/tiers.ts';
import { times } from '../support/property.ts';
import { startWatchedService, type WatchedService } from '../support/watched-service.ts';

/** Milliseconds of processor time. Half of it is meant; two busy processors share caches. */
const maxTurn = 100;

const events = times(1_500, 100_000);

let service: WatchedService;

beforeAll(async () => {
  service = await startWatchedService();
});

afterAll(() => service.dispose());

const stamp = (index: number): string => new Date(Date.UTC(2026, 0, 1) + index * 3_600_000).toISOString().replaceAll(/[-:]|\.\d+/g, '');

function file(count = events): string {
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//x//y//EN'];
  for (let index = 0; index < count; index += 1)
    lines.push(
      'BEGIN:VEVENT',
      `UID:${index}`,
      `SUMMARY:Event ${index}`,
      `DTSTART:${stamp(index)}`,
      `DTEND:${stamp(index + 1)}`,
      'X-A:b',
      'END:VEVENT',
    );
  return [...lines, 'END:VCALENDAR', ''].join('\r\n');
}

/** The longest turns while such a calendar is imported, again, given out, undone, done again and deleted. */
async function turns(): Promise<readonly number[]> {
  const { body: made } = await service.request('POST', '/api/calendars', { body: { name: 'Large' } });
  const path = `/api/calendars/${made.id as string}`;
  const text = file();
  const bring = async (expected: Partial<ImportReport>): Promise<string | null> => {
    const { status, body } = await service.request('POST', `${path}/import`, { body: text, headers: { 'Content-Type': 'text/calendar' } });
    expect([status, body]).toMatchObject([200, expected]);
    return body.batchId as string | null;
  };
  const count = async (): Promise<unknown> => (await service.request('GET', '/api/events?limit=0')).body.total;
  const lastSeq = async (): Promise<number> => (await service.request('GET', '/api/changes?limit=0')).body.lastSeq as number;
  let batchId: string | null = null;
  const undo = async (left: number): Promise<void> => {
    const { status, body } = await service.request('POST', '/api/undo', { body: { batchId } });
    expect([status, body]).toMatchObject([200, { skipped: [], total: { restored: events, skipped: 0 } }]);
    expect([body.restored.length, await count()]).toEqual([1_000, left]);
    batchId = body.batchId as string;
  };
  const first = await service.watch(`importing ${events} events`, async () => {
    batchId = await bring({ created: events, skipped: [], lost: [] });
  });
  const again = await service.watch('importing them again', async () => expect(await bring({ unchanged: events })).toBeNull());
  const out = await service.watch('exporting them', async () => {
    const { status, bytes, end } = await service.drain(`${path}/export.ics`);
    expect([status, end.trimEnd().endsWith('END:VCALENDAR')]).toEqual([200, true]);
    expect(bytes).toBeGreaterThan(events * 100);
  });
  const undone = await service.watch('undoing the import', () => undo(0));
  const redone = await service.watch('undoing that', () => undo(events));
  const before = await lastSeq();
  const gone = await service.watch('deleting them', async () => {
    expect((await service.request('DELETE', `${path}?events=delete`)).status).toBe(204);
    await expect.poll(lastSeq, { timeout: 300_000, interval: 200 }).toBe(before + 1 + events);
  });
  return [first, again, out, undone, redone, gone].map(({ longestTurn }) => longestTurn);
}

test(
  `a calendar of ${events} events is imported, again, given out, undone, done again and deleted, and no turn is long`,
  { ...full, timeout: 1_800_000 },
  async () => {
    const all = await turns();
    // The first time also compiles code, and other programs take the caches of a processor; what is too long by itself is so again.
    const again = all.some((turn) => turn >= maxTurn) ? await turns() : all;
    expect(all.map((turn, index) => Math.min(turn, again[index] ?? turn)).filter((turn) => turn >= maxTurn)).toEqual([]);
  },
);

test('a file of rules that never occur is read in the thread, and keeps nothing', { ...full, timeout: 600_000 }, async () => {
  const { body: made } = await service.request('POST', '/api/calendars', { body: { name: 'Bombs' } });
  const rules = [
    'FREQ=HOURLY;INTERVAL=24;BYHOUR=3',
    'FREQ=SECONDLY',
    'FREQ=MONTHLY;BYDAY=5MO;BYSETPOS=5',
    'FREQ=DAILY;BYHOUR=1,2;BYSETPOS=9',
  ];
  const count = times(40, 2_000);
  const lines = Array.from({ length: count }, (_, index) => [
    'BEGIN:VEVENT',
    `UID:never-${index}`,
    'DTSTART:20260101T000000Z',
    'DTEND:20260101T010000Z',
    `RRULE:${rules[index % rules.length]}`,
    'END:VEVENT',
  ]).flat();
  const text = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//x//y//EN', ...lines, 'END:VCALENDAR', ''].join('\r\n');
  const { longestTurn } = await service.watch(`reading ${count} rules that never occur`, async () => {
    const path = `/api/calendars/${made.id as string}/import`;
    const { status, body } = await service.request('POST', path, { body: text, headers: { 'Content-Type': 'text/calendar' } });
    expect([status, body]).toMatchObject([200, { created: 0, batchId: null }]);
    expect(body.skipped[0]).toEqual({ uid: 'never-0', reason: expect.stringContaining('recurrence.rrule never occurs') });
    expect(body.skipped).toHaveLength(Math.min(count, 1_000));
  });
  expect(longestTurn).toBeLessThan(maxTurn);
});

test('the texts of many series with time zones, by CalDAV, hold up no other caller', { ...full, timeout: 600_000 }, async () => {
  const { id } = (await service.request('GET', '/api/auth/me')).body as { id: string };
  const { body: made } = await service.request('POST', '/api/calendars', { body: { name: 'Series' } });
  const count = times(200, 2_000);
  for (let from = 0; from < count; from += 200) {
    const operations = Array.from({ length: 200 }, (_, index) => ({
      method: 'POST',
      path: '/api/events',
      body: {
        title: `Series ${from + index}`,
        date: '2016-01-04',
        start: '09:00',
        end: '09:30',
        timeZone: 'Europe/Vienna',
        calendarId: made.id as string,
        recurrence: { rrule: 'FREQ=WEEKLY;UNTIL=20360101T000000Z' },
      },
    }));
    expect((await service.request('POST', '/api/batch', { body: { operations } })).body.applied).toBe(true);
  }
  const names = 'xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"';
  const filter = '<C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT"/></C:comp-filter></C:filter>';
  const turn = async (): Promise<number> => {
    const { longestTurn } = await service.watch(`the texts of ${count} series`, async () => {
      const answer = await fetch(`${service.baseUrl}/dav/calendars/${id}/${made.id as string}/`, {
        method: 'REPORT',
        headers: { Authorization: `Bearer ${service.token()}`, 'Content-Type': 'application/xml', Depth: '1' },
        body: `<C:calendar-query ${names}><D:prop><C:calendar-data/></D:prop>${filter}</C:calendar-query>`,
      });
      expect((await answer.text()).split('BEGIN:VEVENT').length - 1).toBe(count);
    });
    return longestTurn;
  };
  await turn();
  expect(await turn()).toBeLessThan(maxTurn);
});

test(
  'sync-collection and calendar-query of CalDAV tell of all events of a large calendar, and no turn is long',
  { ...full, timeout: 600_000 },
  async () => {
    const { id } = (await service.request('GET', '/api/auth/me')).body as { id: string };
    const { body: made } = await service.request('POST', '/api/calendars', { body: { name: 'Synchronised' } });
    const count = times(8_000, 50_000);
    const sync = async (token: string): Promise<{ readonly told: number; readonly token: string }> => {
      const answer = await fetch(`${service.baseUrl}/dav/calendars/${id}/${made.id as string}/`, {
        method: 'REPORT',
        headers: { Authorization: `Bearer ${service.token()}`, 'Content-Type': 'application/xml', Depth: '1' },
        body: `<D:sync-collection xmlns:D="DAV:"><D:sync-token>${token}</D:sync-token><D:sync-level>1</D:sync-level>
        <D:prop><D:getetag/></D:prop></D:sync-collection>`,
      });
      expect(answer.status).toBe(207);
      const text = await answer.text();
      return { told: text.split('<D:getetag>').length - 1, token: /<D:sync-token>([^<]+)/.exec(text)?.[1] ?? '' };
    };
    const inRange = async (): Promise<number> => {
      const span = '<C:time-range start="20260101T000000Z" end="20350101T000000Z"/>';
      const answer = await fetch(`${service.baseUrl}/dav/calendars/${id}/${made.id as string}/`, {
        method: 'REPORT',
        headers: { Authorization: `Bearer ${service.token()}`, 'Content-Type': 'application/xml', Depth: '1' },
        body: `<C:calendar-query xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:prop><D:getetag/></D:prop><C:filter>
        <C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT">${span}</C:comp-filter></C:comp-filter></C:filter></C:calendar-query>`,
      });
      return (await answer.text()).split('<D:getetag>').length - 1;
    };
    const { token } = await sync('');
    const headers = { 'Content-Type': 'text/calendar' };
    const path = `/api/calendars/${made.id as string}/import`;
    expect((await service.request('POST', path, { body: file(count), headers })).body).toMatchObject({ created: count });
    const works = async (): Promise<readonly number[]> => {
      const first = await service.watch(`the first synchronisation of ${count} events`, async () => {
        expect((await sync('')).told).toBe(count);
      });
      const next = await service.watch('one that tells of as many', async () => {
        expect((await sync(token)).told).toBe(count);
      });
      const range = await service.watch('those of a range', async () => expect(await inRange()).toBe(count));
      return [first.longestTurn, next.longestTurn, range.longestTurn];
    };
    await works();
    expect((await works()).filter((turn) => turn >= maxTurn)).toEqual([]);
  },
);

test(
  'tens of thousands of addresses in a multiget of CalDAV hold up no other caller, be there events or not',
  { ...full, timeout: 600_000 },
  async () => {
    const { id } = (await service.request('GET', '/api/auth/me')).body as { id: string };
    const [calendar] = (await service.request('GET', '/api/calendars')).body.items as { id: string }[];
    const home = `/dav/calendars/${id}/${calendar?.id ?? ''}/`;
    const count = times(5_000, 50_000);
    const hrefs = Array.from({ length: count }, (_, index) => `<D:href>${home}none-${index}.ics</D:href>`).join('');
    const names = 'xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"';
    const { longestTurn } = await service.watch(`asking for ${count} events`, async () => {
      const answer = await fetch(service.baseUrl + home, {
        method: 'REPORT',
        headers: { Authorization: `Bearer ${service.token()}`, 'Content-Type': 'application/xml', Depth: '1' },
        body: `<C:calendar-multiget ${names}><D:prop><D:getetag/></D:prop>${hrefs}</C:calendar-multiget>`,
      });
      expect(answer.status).toBe(207);
      expect((await answer.text()).split('404 Not Found')).toHaveLength(count + 1);
    });
    expect(longestTurn).toBeLessThan(maxTurn);
  },
);
