import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Event, EventList } from '../../main/contract/events.ts';
import { startTestService, type Answer, type TestService } from '../support/service.ts';

let service: TestService;
let berta: string;

beforeAll(async () => {
  service = await startTestService();
  berta = await service.signUp('berta');
});

afterAll(() => service.dispose());

const meeting = { title: 'Review', startTime: '2026-03-01T09:30:00Z', endTime: '2026-03-01T10:00:00Z' };
const noId = '01890a5d-ac96-774b-bcce-b302099a8057';
const path = '/api/events';

async function create(fields: object = {}, token = service.token()): Promise<Event> {
  const { status, body } = await service.request('POST', path, { body: { ...meeting, ...fields }, token });
  expect([status, body]).toEqual([201, expect.anything()]);
  return body as Event;
}

const read = (id: string): Promise<Answer> => service.request('GET', `${path}/${id}`);

async function lastSeq(): Promise<number> {
  return (await service.request('GET', '/api/changes?limit=0')).body.lastSeq as number;
}

async function changesSince(seq: number): Promise<unknown> {
  return (await service.request('GET', `/api/changes?since=${seq}`)).body.items;
}

/** The paths of the refused fields. */
function refused({ status, headers, body }: Answer): string[] {
  expect([status, body.code, headers.get('Content-Type')]).toEqual([
    400,
    'validation_failed',
    expect.stringContaining('application/problem+json'),
  ]);
  const errors = body.errors as { path: string; message: string }[];
  expect(body.detail).toContain(errors[0]?.path);
  // None of the schema library's own words, which speak of types and patterns.
  for (const { message } of errors) expect(message).not.toMatch(/invalid|expected|pattern/i);
  return errors.map((error) => error.path);
}

/** All of an answer that may not depend on whose record it is. */
function withoutRequestId({ status, body }: Answer): unknown {
  return { status, body: { ...body, requestId: '' } };
}

describe('POST /api/events', () => {
  test.each<[string, object, string[]]>([
    ['the title is missing', { title: undefined }, ['title']],
    ['the title is blank', { title: '  ' }, ['title']],
    ['the title is too long', { title: 'x'.repeat(501) }, ['title']],
    ['the title is null', { title: null }, ['title']],
    ['the description is too long', { description: 'x'.repeat(100_001) }, ['description']],
    ['the location is too long', { location: 'x'.repeat(1001) }, ['location']],
    ['the location is no string', { location: 3 }, ['location']],
    ['the colour has no name', { color: 'reddish' }, ['color']],
    ['the colour is in upper case', { color: 'Teal' }, ['color']],
    ['the colour has four digits', { color: '#abcd' }, ['color']],
    ['the colour is a member of every object', { color: 'constructor' }, ['color']],
    ['isAllDay is no boolean', { isAllDay: 'true' }, ['isAllDay']],
    ['a field is unknown', { colour: 'teal' }, ['colour']],
    ['a field is read-only', { version: 1 }, ['version']],
    ['the zone is unknown', { timeZone: 'Mars/Olympus' }, ['timeZone']],
    ['the zone is an offset', { timeZone: '+02:00' }, ['timeZone']],
    ['the hour does not exist', { startTime: '2026-03-01T25:00:00Z' }, ['startTime']],
    ['the day does not exist', { startTime: '2026-02-30T09:30:00Z' }, ['startTime']],
    ['the month does not exist', { endTime: '2026-13-01T09:30:00Z' }, ['endTime']],
    ['the year is zero', { startTime: '0000-01-01T00:00:00Z' }, ['startTime']],
    ['the year has six digits', { endTime: '+012026-03-01T09:30:00Z' }, ['endTime']],
    ['a time is a number', { startTime: 1_772_357_400_000 }, ['startTime']],
    ['a time is null', { endTime: null }, ['endTime']],
    ['a line break follows a time', { endTime: '2026-03-01T10:00:00Z\n' }, ['endTime']],
    ['endTime is before startTime', { endTime: '2026-03-01T09:00:00Z' }, ['endTime']],
    ['endTime is startTime', { endTime: meeting.startTime }, ['endTime']],
    ['endTime is missing', { endTime: undefined }, ['endTime']],
    ['forms are mixed', { startDate: '2026-03-01' }, ['startDate']],
    ['several fields are wrong', { title: '', color: 'reddish', start: '9:30' }, ['title', 'start', 'color']],
  ])('400 when %s', async (_, fields, paths) => {
    const seq = await lastSeq();
    expect(refused(await service.request('POST', path, { body: { ...meeting, ...fields } }))).toEqual(paths);
    expect(await lastSeq()).toBe(seq);
  });

  test('400 in the words of the interface when endTime is not after startTime', async () => {
    const { body } = await service.request('POST', path, { body: { ...meeting, endTime: meeting.startTime } });
    expect(body).toMatchObject({
      detail: 'endTime must be after startTime',
      errors: [{ path: 'endTime', message: 'must be after startTime' }],
    });
  });

  test.each(['[]', 'null', '"text"'])('400 when the body is %s', async (body) => {
    expect((await service.request('POST', path, { body })).body.code).toBe('validation_failed');
  });

  test('400 when the body is no JSON', async () => {
    expect((await service.request('POST', path, { body: '{"title":' })).body.code).toBe('malformed_json');
  });

  test('409 when the Idempotency-Key was used for another event', async () => {
    const headers = { 'Idempotency-Key': 'review-of-march' };
    await service.request('POST', path, { body: meeting, headers });
    const { status, body } = await service.request('POST', path, { body: { ...meeting, title: 'Other' }, headers });
    expect([status, body.code]).toEqual([409, 'idempotency_mismatch']);
  });

  test('201 with the whole record, its ETag and Location', async () => {
    const seq = await lastSeq();
    const { status, headers, body } = await service.request('POST', path, { body: meeting });
    expect([status, headers.get('ETag'), headers.get('Location')]).toEqual([201, '"1"', `${path}/${body.id}`]);
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      title: 'Review',
      description: null,
      location: null,
      color: 'purple',
      isAllDay: false,
      startTime: '2026-03-01T09:30:00.000Z',
      endTime: '2026-03-01T10:00:00.000Z',
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      calendarId: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      reminders: [],
      isCancelled: false,
      isFree: false,
      recurrence: null,
      occurrenceId: body.id,
      seriesStart: null,
      followsId: null,
      version: 1,
      createdAt: expect.stringMatching(/^20\d\d-.*\.\d{3}Z$/),
      updatedAt: body.createdAt,
    });
    expect(await changesSince(seq)).toMatchObject([{ type: 'event', action: 'created', id: body.id, version: 1 }]);
  });

  test.each<[string, object, object]>([
    [
      'a date and times of day',
      { startDate: '2026-07-01', startTime: '09:30', endTime: '10:00' },
      { startTime: '2026-07-01T07:30:00.000Z', endTime: '2026-07-01T08:00:00.000Z' },
    ],
    [
      'a date, start and end',
      { date: '2026-07-01', start: '09:30', end: '10:00' },
      { startTime: '2026-07-01T07:30:00.000Z', endTime: '2026-07-01T08:00:00.000Z' },
    ],
    [
      'local date-times',
      { startTime: '2026-03-29T02:30', endTime: '2026-03-29T04:00' },
      { startTime: '2026-03-29T01:30:00.000Z', endTime: '2026-03-29T02:00:00.000Z' },
    ],
    [
      'an hour that does not exist, with its end',
      { date: '2026-03-29', start: '02:30', end: '03:30' },
      { startTime: '2026-03-29T01:30:00.000Z', endTime: '2026-03-29T02:30:00.000Z' },
    ],
    [
      'a date alone',
      { date: '2026-03-29' },
      { startTime: '2026-03-28T23:00:00.000Z', endTime: '2026-03-29T22:00:00.000Z', isAllDay: true },
    ],
    [
      'a whole day',
      { date: '2026-03-29', isAllDay: true },
      { startTime: '2026-03-28T23:00:00.000Z', endTime: '2026-03-29T22:00:00.000Z', isAllDay: true },
    ],
  ])('201 for %s in a zone', async (_, fields, expected) => {
    const { status, body } = await service.request('POST', path, { body: { title: 'Review', ...fields, timeZone: 'europe/berlin' } });
    expect(status).toBe(201);
    expect(body).toMatchObject({ ...expected, timeZone: 'Europe/Berlin' });
  });

  test('201 with every text kept as sent', async () => {
    const fields = { title: ' 月例 "review" 🎉 ', description: '😀'.repeat(100_000), location: '', color: '#8B5cf6' };
    expect(await create(fields)).toMatchObject(fields);
    expect(await create({ description: null, location: null, color: null })).toMatchObject({
      description: null,
      location: null,
      color: 'purple',
    });
  });

  test('201 once for one Idempotency-Key, which each user has to himself', async () => {
    const options = { body: { ...meeting, title: 'Once' }, headers: { 'Idempotency-Key': 'once' } };
    const first = await service.request('POST', path, options);
    const again = await service.request('POST', path, options);
    expect([again.status, again.headers.get('Location'), again.headers.get('ETag'), again.body]).toEqual([
      201,
      first.headers.get('Location'),
      '"1"',
      first.body,
    ]);
    const hers = await service.request('POST', path, { ...options, token: berta });
    expect(hers.status).toBe(201);
    expect(hers.body.id).not.toBe(first.body.id);
    const { body } = await service.request('GET', path);
    expect((body as EventList).items.filter(({ title }) => title === 'Once')).toHaveLength(1);
  });
});

describe('GET /api/events/:id', () => {
  test('400 for a query parameter', async () => {
    expect(refused(await service.request('GET', `${path}/${noId}?include=all`))).toEqual(['include']);
  });

  test.each([noId, 'x', '%00', "' OR 1=1 --", '__proto__'])('404 for the id %s', async (id) => {
    const { status, body } = await read(encodeURIComponent(id));
    expect([status, body.code]).toEqual([404, 'not_found']);
  });

  test('404 for an event of another user, as for one that never was', async () => {
    const { id } = await create({}, berta);
    expect(withoutRequestId(await read(id))).toEqual(withoutRequestId(await read(noId)));
  });

  test('200 with the record and its ETag', async () => {
    const event = await create({ location: 'Room 3' });
    const { status, headers, body } = await read(event.id);
    expect([status, headers.get('ETag'), body]).toEqual([200, '"1"', event]);
  });
});

describe('PUT /api/events/:id', () => {
  const update = (id: string, body: object, headers: Record<string, string> = {}): Promise<Answer> =>
    service.request('PUT', `${path}/${id}`, { body, headers });

  test.each<[string, object, string[]]>([
    ['the title is null', { title: null }, ['title']],
    ['the colour has no name', { color: 'reddish' }, ['color']],
    ['a field is unknown', { colour: 'teal' }, ['colour']],
    ['a time is null', { startTime: null }, ['startTime']],
    ['the start is then not before the end', { startTime: '2026-03-01T10:00:00Z' }, ['endTime']],
    ['the end is then not after the start', { endTime: '2026-03-01T09:30:00Z' }, ['endTime']],
    ['a time of day has no date', { startTime: '09:00' }, ['startDate']],
    ['a date has no time of day', { endDate: '2026-03-01' }, ['endTime']],
    ['a day has no end', { date: '2026-03-01', start: '09:00' }, ['end']],
    ['the zone is an offset', { timeZone: 'Z' }, ['timeZone']],
  ])('400 when %s', async (_, fields, paths) => {
    const event = await create();
    expect(refused(await update(event.id, fields))).toEqual(paths);
    expect((await read(event.id)).body).toEqual(event);
  });

  test('400 when If-Match cannot be read', async () => {
    const { id } = await create();
    expect(refused(await update(id, {}, { 'If-Match': '1' }))).toEqual(['If-Match']);
  });

  test('404 for an event of another user, as for one that never was', async () => {
    const hers = await create({}, berta);
    const headers = { 'If-Match': '"7"' };
    expect(withoutRequestId(await update(hers.id, { title: 'Taken' }, headers))).toEqual(
      withoutRequestId(await update(noId, { title: 'Taken' }, headers)),
    );
    expect((await update(hers.id, {})).status).toBe(404);
    expect((await service.request('GET', `${path}/${hers.id}`, { token: berta })).body).toEqual(hers);
  });

  test.each(['*', '"1"', '"7", W/"1"'])('412 when If-None-Match is %s; another version is none', async (ifNoneMatch) => {
    const { id } = await create();
    const { status, body } = await update(id, { title: 'Late' }, { 'If-None-Match': ifNoneMatch });
    expect([status, body.code, body.version]).toEqual([412, 'version_mismatch', 1]);
    expect((await update(id, { title: 'Late' }, { 'If-None-Match': '"7"' })).status).toBe(200);
  });

  test('412 when If-Match names another version', async () => {
    const event = await create();
    const { status, headers, body } = await update(event.id, { title: 'Late' }, { 'If-Match': '"2"' });
    expect([status, body.code, body.version, headers.get('ETag')]).toEqual([412, 'version_mismatch', 1, '"1"']);
    expect((await read(event.id)).body).toEqual(event);
  });

  test('200 with the whole record: what is absent is kept', async () => {
    const event = await create({ description: 'Agenda', location: 'Room 3', color: 'teal' });
    const seq = await lastSeq();
    const { status, headers, body } = await update(
      event.id,
      { title: 'Retrospective', endTime: '2026-03-01T11:00:00Z' },
      { 'If-Match': '"1"' },
    );
    expect([status, headers.get('ETag')]).toEqual([200, '"2"']);
    expect(body).toEqual({
      ...event,
      title: 'Retrospective',
      endTime: '2026-03-01T11:00:00.000Z',
      version: 2,
      updatedAt: expect.any(String),
    });
    expect((await read(event.id)).body).toEqual(body);
    expect(await changesSince(seq)).toMatchObject([{ type: 'event', action: 'updated', id: event.id, version: 2 }]);
  });

  test('200 with null clearing description and location, and giving the colour back its default', async () => {
    const { id } = await create({ description: 'Agenda', location: 'Room 3', color: 'teal' });
    const { body } = await update(id, { description: null, location: null, color: null }, { 'If-Match': '*' });
    expect(body).toMatchObject({ description: null, location: null, color: 'purple', version: 2 });
  });

  test('200 with all three forms', async () => {
    const { id } = await create({ timeZone: 'America/New_York' });
    const times = async (fields: object): Promise<string[]> => {
      const { body } = await update(id, fields);
      return [body.startTime, body.endTime] as string[];
    };
    expect(await times({ startTime: '2026-03-01T04:00' })).toEqual(['2026-03-01T09:00:00.000Z', '2026-03-01T10:00:00.000Z']);
    expect(await times({ startDate: '2026-03-02', startTime: '09:00', endTime: '10:00' })).toEqual([
      '2026-03-02T14:00:00.000Z',
      '2026-03-02T15:00:00.000Z',
    ]);
    expect(await times({ date: '2026-03-03', start: '09:00', end: '10:00' })).toEqual([
      '2026-03-03T14:00:00.000Z',
      '2026-03-03T15:00:00.000Z',
    ]);
    expect(await times({ isAllDay: true })).toEqual(['2026-03-03T05:00:00.000Z', '2026-03-04T05:00:00.000Z']);
    expect(await times({ timeZone: 'Europe/Berlin' })).toEqual(['2026-03-02T23:00:00.000Z', '2026-03-03T23:00:00.000Z']);
  });

  test('200 at the second of two times, where it stands: only its end changes', async () => {
    const { id } = await create({ startTime: '2026-11-01T06:30:00Z', endTime: '2026-11-01T07:00:00Z', timeZone: 'America/New_York' });
    const { body } = await update(id, { startDate: '2026-11-01', startTime: '01:30', endTime: '03:00' });
    expect([body.startTime, body.endTime]).toEqual(['2026-11-01T06:30:00.000Z', '2026-11-01T08:00:00.000Z']);
  });

  test.each<[string, object]>([
    ['nothing', {}],
    ['what is so already', { title: 'Review', startTime: '2026-03-01T10:30:00+01:00', color: 'purple', isAllDay: false }],
  ])('200 with the same version when it changes %s', async (_, fields) => {
    const event = await create();
    const seq = await lastSeq();
    const { status, headers, body } = await update(event.id, fields);
    expect([status, headers.get('ETag'), body]).toEqual([200, '"1"', event]);
    expect(await changesSince(seq)).toEqual([]);
  });
});

describe('DELETE /api/events/:id', () => {
  const remove = (id: string, headers: Record<string, string> = {}): Promise<Answer> =>
    service.request('DELETE', `${path}/${id}`, { headers });

  test('401 without a token', async () => {
    const { id } = await create();
    expect((await service.request('DELETE', `${path}/${id}`, { token: null })).status).toBe(401);
    expect((await read(id)).status).toBe(200);
  });

  test('400 when If-Match cannot be read', async () => {
    const { id } = await create();
    expect(refused(await remove(id, { 'If-Match': 'latest' }))).toEqual(['If-Match']);
  });

  test('404 for an event of another user, as for one that never was', async () => {
    const hers = await create({}, berta);
    const headers = { 'If-Match': '"7"' };
    expect(withoutRequestId(await remove(hers.id, headers))).toEqual(withoutRequestId(await remove(noId, headers)));
    expect((await service.request('GET', `${path}/${hers.id}`, { token: berta })).body).toEqual(hers);
  });

  test('412 when If-Match names another version', async () => {
    const { id } = await create();
    const { status, body } = await remove(id, { 'If-Match': '"0", "2"' });
    expect([status, body.code, body.version]).toEqual([412, 'version_mismatch', 1]);
    expect((await read(id)).status).toBe(200);
  });

  test('204 without a body, and then 404', async () => {
    const { id } = await create();
    const seq = await lastSeq();
    const { status, body } = await remove(id, { 'If-Match': '"1"' });
    expect([status, body]).toEqual([204, undefined]);
    expect(await changesSince(seq)).toMatchObject([{ type: 'event', action: 'deleted', id }]);
    expect([(await read(id)).status, (await remove(id)).status]).toEqual([404, 404]);
  });
});
