// Who is invited to events that came in from elsewhere.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CalendarList } from '../../main/contract/calendars.ts';
import type { Event, EventList } from '../../main/contract/events.ts';
import type { Invitation } from '../../main/contract/invitations.ts';
import { requestsTo } from '../support/requests.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let collection: string;

beforeAll(async () => {
  service = await startTestService();
  const { id } = await must(200, 'GET', '/api/auth/me');
  const { items } = (await must(200, 'GET', '/api/calendars')) as CalendarList;
  collection = `/dav/calendars/${String(id)}/${items[0]?.id ?? ''}/`;
});

afterAll(() => service.dispose());

const { must } = requestsTo(() => service);

const invited = async (id: string): Promise<Invitation> => (await must(200, 'GET', `/api/events/${id}/invitation`)) as Invitation;
const names = ({ attendees }: Invitation): string[] => attendees.map(({ name, status }) => `${name ?? ''} ${status}`);

async function put(name: string, ...events: readonly (readonly string[])[]): Promise<void> {
  const lines = events.flatMap((event) => ['BEGIN:VEVENT', 'DTSTAMP:20260101T000000Z', `UID:${name}`, ...event, 'END:VEVENT']);
  const body = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Test//Test//EN', ...lines, 'END:VCALENDAR', ''].join('\r\n');
  const headers = { Authorization: `Bearer ${service.token()}`, 'Content-Type': 'text/calendar' };
  const { ok } = await fetch(`${service.baseUrl}${collection}${name}.ics`, { method: 'PUT', headers, body });
  expect(ok).toBe(true);
}

const listed = async (from: string, to: string): Promise<readonly Event[]> =>
  ((await must(200, 'GET', `/api/events?startDate=${from}&endDate=${to}`)) as EventList).items;

describe('GET /api/events/:id/invitation', () => {
  test('200 with what a client of CalDAV has put; a change of the event keeps it, and it goes out again', async () => {
    const told = ['ORGANIZER;CN=Eva:mailto:eva@example.org', 'ATTENDEE;CN=Ada;PARTSTAT=ACCEPTED:mailto:ada@example.org'];
    const call = 'CONFERENCE;VALUE=URI;FEATURE=VIDEO:https://meet.example.org/abc';
    await put('review', ['SUMMARY:Review', 'DTSTART:20310102T090000Z', 'DTEND:20310102T100000Z', ...told, call]);
    const [event] = await listed('2031-01-02', '2031-01-03');
    const id = event?.id ?? '';
    const expected = {
      organizer: { name: 'Eva', email: 'eva@example.org' },
      attendees: [{ name: 'Ada', email: 'ada@example.org', status: 'accepted', isOptional: false, kind: 'individual' }],
      attendeeCount: 1,
      callUrl: 'https://meet.example.org/abc',
      url: null,
    };
    expect(await invited(id)).toEqual(expected);
    await must(200, 'PUT', `/api/events/${id}`, { title: 'Second review' });
    expect(await invited(id)).toEqual(expected);
    const text = (await must(200, 'GET', `/api/events/${id}/export.ics`)) as unknown as string;
    for (const line of [...told, call]) expect(text.replaceAll('\r\n ', '')).toContain(`${line}\r\n`);
  });

  test('200 with the guests of an occurrence of its own, of the others with those of the series', async () => {
    const times = ['DTSTART:20310203T090000Z', 'DTEND:20310203T100000Z'];
    const ada = 'ATTENDEE;CN=Ada;PARTSTAT=ACCEPTED:mailto:ada@example.org';
    const [no, bob] = [ada.replace('ACCEPTED', 'DECLINED'), 'ATTENDEE;CN=Bob:mailto:bob@example.org'];
    await put(
      'club',
      ['SUMMARY:Club', ...times, 'RRULE:FREQ=DAILY;COUNT=3', ada],
      ['SUMMARY:Club', 'RECURRENCE-ID:20310204T090000Z', 'DTSTART:20310204T110000Z', 'DTEND:20310204T120000Z', no, bob],
    );
    const [first, second, third] = await listed('2031-02-03', '2031-02-06');
    expect(names(await invited(first?.id ?? ''))).toEqual(['Ada accepted']);
    expect(names(await invited(second?.occurrenceId ?? ''))).toEqual(['Ada declined', 'Bob needs-action']);
    expect(names(await invited(third?.occurrenceId ?? ''))).toEqual(['Ada accepted']);
    await must(200, 'PUT', `/api/events/${third?.occurrenceId ?? ''}`, { title: 'Last one' });
    expect(names(await invited(third?.occurrenceId ?? ''))).toEqual(['Ada accepted']);
  });

  test('200 with nothing for an event that was made here; 400 when a write names it; 404', async () => {
    const body = { title: 'Here', date: '2031-03-01', timeZone: 'UTC' };
    const { id } = await must(201, 'POST', '/api/events', body);
    const nothing = { organizer: null, attendees: [], attendeeCount: 0, callUrl: null, url: null };
    expect(await invited(String(id))).toEqual(nothing);
    await must(400, 'POST', '/api/events', { ...body, attendees: [] });
    await must(404, 'GET', '/api/events/nothing/invitation');
    await must(404, 'GET', `/api/events/${String(id)}_20310301/invitation`);
  });
});
