// What one Daybook gives out comes back whole in another: every record of every list, and every byte of files.

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { form } from '../support/attachments.ts';
import { full } from '../support/tiers.ts';
import type { Fixture } from '../support/import-fixtures.ts';
import { ImportClient } from '../support/imports.ts';
import { hashOf } from '../support/jobs.ts';
import { startTestService, type TestService } from '../support/service.ts';

const ics = (...events: readonly string[]): string => `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\n${events.join('')}END:VCALENDAR\r\n`;
const event = (uid: string, more: string): string =>
  `BEGIN:VEVENT\r\nUID:${uid}\r\nDTSTAMP:20260101T000000Z\r\nSEQUENCE:3\r\n${more}END:VEVENT\r\n`;

let server: Server;
let asked = 0;
let first: TestService;
let second: TestService;

const start = (): Promise<TestService> =>
  startTestService({ environment: { LINK_PREVIEW_ALLOW_ORIGINS: `http://127.0.0.1:${(server.address() as AddressInfo).port}` } });

beforeAll(async () => {
  server = createServer((_req, res) => {
    asked += 1;
    res.end(ics(event('holiday', 'SUMMARY:Easter\r\nDTSTART;VALUE=DATE:20260405\r\nX-MOON:full\r\n')));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  first = await start();
});
afterAll(async () => {
  await first.dispose();
  await second.dispose();
  server.close();
});

/** What is looked at of a record of whatever kind. */
interface Told {
  readonly id: string;
  readonly version: number;
  readonly title: string;
  readonly name: string;
  readonly color: string;
  readonly source: string;
  readonly isDefault: boolean;
  readonly refreshedAt: string | null;
  readonly followsId: string | null;
  readonly url: string;
  readonly attachments: readonly Told[];
}

async function must(service: TestService, method: string, path: string, body?: unknown): Promise<Told> {
  const answer = await service.request(method, `/api/${path}`, { body });
  expect([answer.status < 300, path, answer.body]).toEqual([true, path, answer.body]);
  return answer.body as Told;
}

const make = (path: string, body: unknown): Promise<Told> => must(first, 'POST', path, body);
const change = (path: string, body: unknown): Promise<Told> => must(first, 'PUT', path, body);

async function list(service: TestService, path: string, token = service.token()): Promise<Told[]> {
  const answer = await service.request('GET', `/api/${path}`, { token });
  expect([answer.status, path]).toEqual([200, path]);
  return (answer.body as { readonly items: Told[] }).items;
}

async function upload(path: string, filename: string, content: Buffer | string): Promise<Told> {
  const headers = { Authorization: `Bearer ${first.token()}` };
  const response = await fetch(`${first.baseUrl}/api/${path}`, { method: 'POST', body: form([['file', content, filename]]), headers });
  expect(response.status).toBe(201);
  const body = (await response.json()) as Told & { readonly items?: readonly Told[] };
  return body.items?.[0] ?? body;
}

const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAYAAAD0In+KAAAAEUlEQVR4nGP4z8DwH4QZYAwAR8oH+WdZbbcAAAAASUVORK5CYII=', 'base64');

async function makeNotes(): Promise<string> {
  const outer = await make('notebooks', { name: 'Travel' });
  const inner = await make('notebooks', { name: 'Alps', parentId: outer.id });
  const templates = await make('notebooks', { name: 'Templates', isTemplates: true });
  await make('notes', { title: 'Day of {{date}}', content: '# {{title}}\n\n{{cursor}}', notebookId: templates.id });
  await make('notes', { title: 'Put away', content: 'odd\u00a0bytes\tand no end', isArchived: true });
  for (const name of ['Later', 'Soon']) await make('saved-searches', { name, query: `is:open due:<2026-12-01 "${name}"`, position: 0 });
  const note = await make('notes', { title: 'Hut', content: '', notebookId: inner.id, isPinned: true });
  const { name } = await upload(`notes/${note.id}/files`, 'The hut.png', png);
  await upload(`notes/${note.id}/files`, 'unnamed.txt', 'shown by no text');
  await make(`notes/${note.id}/delta`, { version: note.version, content: `![The hut](attachments/${name})\n\n#alps\n` });
  return note.id;
}

async function makeBoards(): Promise<string> {
  const project = await make('projects', { name: 'Site', description: 'All of it', color: 'teal' });
  await change(`projects/${(await make('projects', { name: 'Old site', id: 'old-site' })).id}`, { isArchived: true });
  const labels = [];
  for (const name of ['Soon', 'Later']) labels.push((await make(`projects/${project.id}/labels`, { name, color: '#aa0011' })).id);
  const column = await make('columns', { title: 'Doing', projectId: project.id, wipLimit: 3 });
  const other = await make('columns', { title: 'Done', projectId: project.id, isCollapsed: true });
  const fields = { description: 'With *care*', priority: 'high', dueDate: '2026-12-24T17:00:00Z', reminders: [{ minutesBefore: 30 }] };
  const card = await make('cards', { title: 'Draw', columnId: column.id, labelIds: labels, ...fields });
  const checklist = [
    { text: 'Sketch', completed: true },
    { text: 'Ink', completed: false, dueDate: '2026-12-01' },
  ];
  await change(`cards/${card.id}/checklist`, { checklist });
  await upload(`cards/${card.id}/attachments`, 'Sketch of it.png', png);
  await upload(`cards/${card.id}/attachments`, 'large.txt', 'long '.repeat(1_900_000));
  await change(`cards/${card.id}`, { progress: 40 });
  const done = await make('cards', { title: 'Written', columnId: other.id, dueDate: '2026-11-01' });
  await change(`cards/${done.id}`, { completedAt: '2026-10-31T09:30:00Z' });
  await make('cards', { title: 'First', columnId: column.id });
  await make(`cards/${card.id}/move`, { columnId: column.id, position: 1 });
  await change(`cards/${(await make('cards', { title: 'Filed', columnId: column.id })).id}`, { isArchived: true });
  return card.id;
}

async function makeCalendars(): Promise<string> {
  const [standing] = await list(first, 'calendars');
  await change(`calendars/${standing?.id}`, { name: 'My days', color: 'crimson' });
  const family = await make('calendars', { name: 'Family', color: '#00aa55', isVisible: false });
  await make('events', { title: 'Call', startTime: '2026-03-01T09:30:00Z', endTime: '2026-03-01T10:00:00Z', location: 'By phone' });
  const days = { startDate: '2026-07-06', endDate: '2026-07-18', isAllDay: true, timeZone: 'Europe/Berlin' };
  await make('events', { title: 'Holiday', ...days, calendarId: family.id, color: 'gold', reminders: [{ minutesBefore: 1440 }] });
  const times = { date: '2026-03-02', start: '09:30', end: '09:45', timeZone: 'Europe/Berlin' };
  const recurrence = { rrule: 'FREQ=DAILY;COUNT=20', exdates: ['2026-03-03T08:30:00Z'], rdates: ['2026-04-20T10:00:00Z'] };
  const series = await make('events', {
    title: 'Stand-up',
    ...times,
    calendarId: family.id,
    recurrence,
    reminders: [{ minutesBefore: 5 }],
  });
  const occurrence = (day: string): string => `events/${series.id}_${day}T083000Z`;
  await change(`${occurrence('20260304')}?scope=one`, {
    title: 'Late',
    startTime: '2026-03-04T11:00:00Z',
    endTime: '2026-03-04T11:15:00Z',
    reminders: [],
  });
  await change(`${occurrence('20260305')}?scope=one`, { color: 'navy', description: 'Bring cake' });
  await must(first, 'DELETE', `${occurrence('20260306')}?scope=one`);
  await change(`${occurrence('20260310')}?scope=following`, { title: 'Stand-up in short' });
  await change(`events/${series.id}?scope=all`, { location: 'Kitchen' });
  await make('events', { title: 'Birthday', date: '2026-05-05', recurrence: { rrule: 'FREQ=YEARLY' } });
  const told =
    'SUMMARY:From elsewhere\r\nDTSTART:20260301T120000Z\r\nDTEND:20260301T130000Z\r\nRRULE:FREQ=WEEKLY;COUNT=4\r\nX-MOOD:good\r\nCLASS:PRIVATE\r\n';
  const moved = 'RECURRENCE-ID:20260308T120000Z\r\nSUMMARY:Moved\r\nDTSTART:20260308T140000Z\r\nDTEND:20260308T150000Z\r\nX-MOOD:bad\r\n';
  const headers = { 'Content-Type': 'text/calendar' };
  const bell = 'DTSTART:20260610T090000Z\r\nSUMMARY;LANGUAGE=en:Bell\r\n';
  const body = ics(event('elsewhere@example', told), event('elsewhere@example', moved), event('bell@example', bell));
  expect((await first.request('POST', `/api/calendars/${family.id}/import`, { body, headers })).status).toBe(200);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/holidays.ics`;
  const { id } = await make('calendars', { name: 'Holidays', source: 'subscription', url, color: 'orange' });
  await expect.poll(async () => (await must(first, 'GET', `calendars/${id}`)).refreshedAt).not.toBeNull();
  return series.id;
}

const lists = [
  'notes?include=content&archived=all',
  'notebooks',
  'saved-searches',
  'projects?archived=all',
  'columns',
  'cards?archived=all',
  'files',
  'calendars',
  'events',
  'events?startDate=2026-03-01&endDate=2027-03-01',
  'reminders?from=2026-03-01T00:00:00Z&to=2027-02-28T00:00:00Z',
  'links',
  'tags',
];
const records = ['notes', 'notebooks', 'saved-searches', 'projects', 'columns', 'cards', 'calendars', 'events', 'links'];

/** Every list and record, the bytes of every file, and calendars as iCalendar. Of the default calendar the id and the dates are its own. */
async function all(service: TestService): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  const listed = async (path: string): Promise<Told[]> => {
    const items = await list(service, path);
    // What was over when it came in counts as told.
    found[path] = path.startsWith('reminders') ? items.map((item) => ({ ...item, rungAt: null })) : items;
    return items;
  };
  const byPath = new Map<string, Told[]>();
  for (const path of lists) {
    const items = await listed(path);
    byPath.set(path, items);
    const [kind = ''] = path.split('?');
    if (records.includes(kind)) for (const { id } of items) found[`${kind}/${id}`] = await must(service, 'GET', `${kind}/${id}`);
  }
  const bytes = async (url: string): Promise<void> => {
    const response = await fetch(service.baseUrl + url, { headers: { Authorization: `Bearer ${service.token()}` } });
    found[url] = [response.status, hashOf(Buffer.from(await response.arrayBuffer()))];
  };
  for (const { id } of byPath.get('notes?include=content&archived=all') ?? [])
    for (const { url } of await listed(`notes/${id}/files`)) await bytes(url);
  for (const card of byPath.get('cards?archived=all') ?? []) for (const { url } of card.attachments) await bytes(url);
  const calendars = byPath.get('calendars') ?? [];
  for (const { id } of calendars) found[`${id}.ics`] = (await service.request('GET', `/api/calendars/${id}/export.ics`)).body;
  const standing = calendars.find(({ isDefault }) => isDefault);
  if (standing === undefined) throw new Error('There is no default calendar');
  for (const own of [standing, found[`calendars/${standing.id}`]]) Object.assign(own as Told, { createdAt: null, updatedAt: null });
  const text = JSON.stringify(found, (key, value: unknown) => (key === 'version' ? undefined : value), 1);
  return JSON.parse(text.replaceAll(standing.id, 'default')) as Record<string, unknown>;
}

async function exported(service = first): Promise<Fixture> {
  const { id } = await must(service, 'POST', 'exports', { format: 'folder-zip' });
  const { url } = (await new ImportClient(service).ended(id)).result as { url: string };
  const zip = await fetch(service.baseUrl + url, { headers: { Authorization: `Bearer ${service.token()}` } });
  return { filename: 'daybook.zip', bytes: new Uint8Array(await zip.arrayBuffer()) };
}

/** What a file of an export says, without the versions, which begin anew, and what a default calendar has of its own. */
function said(path: string, bytes: Uint8Array): unknown {
  if (!path.endsWith('.json')) return hashOf(bytes);
  return JSON.parse(strFromU8(bytes), function own(this: object, key: string, value: unknown) {
    if ('isDefault' in this && this.isDefault === true && ['id', 'createdAt', 'updatedAt'].includes(key)) return undefined;
    // The manifest's hashes of files that may differ, and when it was written.
    if (path === 'manifest.json' && /^exportedAt$|^[a-z]+\.json$/.test(key)) return null;
    // An event counts its changes, as iCalendar tells them.
    const isEvent = 'overrides' in this;
    return key === 'version' && path !== 'manifest.json' && !isEvent ? undefined : value;
  }) as unknown;
}

/** Key by key the same, in the same order of records and under the same names; keys of an object may stand in another order. */
function expectSameFiles(one: Fixture, other: Fixture): void {
  const [before, after] = [one, other].map(({ bytes }) => Object.entries(unzipSync(bytes)));
  expect(after?.map(([path]) => path)).toEqual(before?.map(([path]) => path));
  for (const [index, [path, bytes]] of (before ?? []).entries())
    expect([path, said(path, after?.[index]?.[1] ?? new Uint8Array())]).toEqual([path, said(path, bytes)]);
}

let file: Fixture;

test(
  'POST /api/imports?source=daybook › every record and byte comes back in an empty Daybook, and goes out again the same; into its own source it changes nothing',
  full,
  async () => {
    const [note, card, series] = [await makeNotes(), await makeBoards(), await makeCalendars()];
    await make('links', { from: { type: 'card', id: card }, to: { type: 'event', id: series } });
    await make('links', { from: { type: 'note', id: note }, to: { type: 'card', id: card } });
    file = await exported();
    const before = await all(first);
    for (const path of lists) expect([path, before[path]]).toEqual([path, expect.arrayContaining([expect.anything()])]);
    expect(Object.keys(before).filter((key) => key.endsWith('.ics'))).toHaveLength(3);
    const reads = asked;
    // As on a new machine its default calendar is younger than all that comes in.
    second = await start();
    // The first notes of a new Daybook are made anew in each.
    for (const { id } of await list(second, 'notes?archived=all')) await must(second, 'DELETE', `notes/${id}`);
    const other = new ImportClient(second);
    const { reading, outcome } = await other.bring(file);
    expect([reading.warnings, outcome.warnings, asked]).toEqual([[], [], reads]);
    const after = await all(second);
    for (const key of Object.keys(before)) expect([key, after[key]]).toEqual([key, before[key]]);
    expect(Object.keys(after)).toEqual(Object.keys(before));
    for (const client of [new ImportClient(first), other]) {
      const again = await client.bring(file);
      expect([again.outcome.batchId, again.outcome.warnings]).toEqual([null, []]);
    }
    expect(await all(first)).toEqual(before);
    expectSameFiles(file, await exported(second));
  },
);

test(
  'POST /api/imports/:id/apply › ids that another user has are told and made anew, links and series keep together, and one undo takes all of it back',
  full,
  async () => {
    const token = await first.signUp('berta');
    const get = (path: string): Promise<Told[]> => list(first, path, token);
    const paths = ['calendars', 'events', 'links', 'projects', 'cards?archived=all', 'notebooks', 'saved-searches'];
    const listed = async (): Promise<unknown> => {
      const found = [];
      for (const path of paths) found.push((await get(path)).map(({ name, title, color }) => [name, title, color]));
      return found;
    };
    const before = await listed();
    const { outcome } = await new ImportClient(first).bring(file, token);
    expect(outcome.warningCounts.link).toBe((outcome.counts.notes?.created ?? 0) + 4 + (outcome.counts.events?.created ?? 0));
    const own = new Map((await get('events')).map((record) => [record.title, record]));
    const theirs = await list(first, 'events');
    expect([...own.keys()]).toEqual(theirs.map(({ title }) => title));
    expect(theirs.filter(({ id }) => [...own.values()].some((record) => record.id === id))).toEqual([]);
    const standUp = own.get('Stand-up')?.id ?? 'none';
    expect(own.get('Stand-up in short')?.followsId).toBe(standUp);
    const [card] = (await get('cards?archived=all')).filter(({ title }) => title === 'Draw');
    expect(card?.attachments).toHaveLength(2);
    // Those of projects are of a user.
    const [projects, theirProjects] = [await get('projects?archived=all'), await list(first, 'projects?archived=all')];
    expect(projects.map(({ id }) => id)).toEqual(theirProjects.map(({ id }) => id));
    expect(await get('links')).toMatchObject([{ to: { id: card?.id } }, { from: { id: card?.id }, to: { id: standUp } }]);
    expect((await get('calendars')).map(({ name, source }) => [name, source])).toEqual([
      ['My days', 'local'],
      ['Family', 'local'],
      ['Holidays', 'subscription'],
    ]);
    const { status } = await first.request('POST', '/api/undo', { token, body: { batchId: outcome.batchId } });
    expect([status, await listed()]).toEqual([200, before]);
  },
);

test(
  'POST /api/imports/:id/apply › an event that was changed here stays, one that was changed there since comes in as a second one',
  full,
  async () => {
    const listed = async (title: RegExp): Promise<Told[]> => (await list(second, 'events')).filter((each) => title.test(each.title));
    const [[call], [birthday]] = [await listed(/^Call$/), await listed(/^Birthday$/)];
    for (const title of ['Call Ada', 'Call Eva']) await must(second, 'PUT', `events/${call?.id}`, { title });
    const other = new ImportClient(second);
    expect((await other.bring(file)).outcome.batchId).toBeNull();
    await change(`events/${call?.id}`, { title: 'Call Bob' });
    await change(`events/${birthday?.id}`, { title: 'Birthday of Bob' });
    const newer = await exported();
    const { outcome } = await other.bring(newer);
    expect(outcome.counts.events).toMatchObject({ created: 0, updated: 1, kept: 1 });
    expect(outcome.warnings).toMatchObject([{ path: 'Call Bob', kind: 'conflict' }]);
    expect((await listed(/^(Birthday|Call)/)).map(({ title }) => title)).toEqual([
      'Call Eva',
      expect.stringMatching(/^Call Bob \(imported /),
      'Birthday of Bob',
    ]);
    expect((await other.bring(newer)).outcome.batchId).toBeNull();
  },
);
