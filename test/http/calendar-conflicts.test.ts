// Events that come in by a calendar file anew, after they were changed here, there, or on both sides.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ImportClient } from '../support/imports.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let imports: ImportClient;
let calendars = 0;

beforeAll(async () => {
  service = await startTestService();
  imports = new ImportClient(service);
});
afterAll(() => service.dispose());

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into any record
type Told = any;

async function must(method: string, path: string, body?: unknown): Promise<Told> {
  const answer = await service.request(method, `/api/${path}`, { body });
  if (answer.status > 299) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** A file with one event, which says this. */
function saying(text: string, uid: string, lines: readonly string[]): string {
  const event = [
    `UID:${uid}`,
    'DTSTAMP:20260101T000000Z',
    'DTSTART:20260301T100000Z',
    'DTEND:20260301T110000Z',
    'SUMMARY:Subject',
    ...lines,
  ];
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Example//EN', 'BEGIN:VEVENT', ...event, `DESCRIPTION:${text}`, 'END:VEVENT']
    .concat('END:VCALENDAR', '')
    .join('\r\n');
}

interface Came {
  readonly counts: Told;
  readonly conflicts: readonly string[];
  readonly batchId: string | null;
}

type Bring = (calendarId: string, text: string) => Promise<Came>;

async function sent(calendarId: string, text: string, query: string): Promise<Told> {
  const response = await fetch(`${service.baseUrl}/api/calendars/${calendarId}/import${query}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${service.token()}`, 'Content-Type': 'text/calendar' },
    body: text,
  });
  expect(response.status).toBe(200);
  return await response.json();
}

/** By `POST /api/calendars/:id/import`; a dry run tells the same. */
async function bringInto(calendarId: string, text: string): Promise<Came> {
  const [foreseen, body] = [await sent(calendarId, text, '?dryRun=true'), await sent(calendarId, text, '')];
  expect({ ...body, batchId: null }).toEqual(foreseen);
  return { counts: body, conflicts: body.conflicts.map(({ second }: Told) => second), batchId: body.batchId };
}

/** By `POST /api/imports`. */
async function bringAsImport(calendarId: string, text: string): Promise<Came> {
  const { outcome } = await imports.bring({ filename: `${calendarId}.ics`, bytes: Buffer.from(text) });
  const conflicts = outcome.warnings.flatMap(({ kind, message }) => (kind === 'conflict' ? [/"(.*)"/.exec(message)?.[1] ?? ''] : []));
  return { counts: outcome.counts.events, conflicts, batchId: outcome.batchId };
}

type Step =
  /** Brings a text in, with further lines of the event: what comes of it. */
  | readonly [text: string, came: 'created' | 'updated' | 'unchanged' | 'kept', ...lines: readonly string[]]
  | 'edit'
  | 'edit back'
  | 'colour'
  | 'undo';

/** What is done, and what is there in the end: ours, and the second ones. */
const histories: readonly [name: string, steps: readonly Step[], ours: string, seconds: readonly string[]][] = [
  [
    'changed there alone, with a SEQUENCE or without',
    [
      ['1', 'created'],
      ['2', 'updated'],
      ['3', 'updated', 'SEQUENCE:1'],
    ],
    '3',
    [],
  ],
  [
    'changed on both sides, each content comes in once, whatever its SEQUENCE',
    [
      ['1', 'created'],
      'edit',
      ['1', 'unchanged'],
      ['1', 'unchanged', 'SEQUENCE:7'],
      ['2', 'kept', 'LAST-MODIFIED:20260401T000000Z'],
      ['2', 'unchanged'],
      ['3', 'kept', 'SEQUENCE:9'],
      ['3', 'unchanged', 'SEQUENCE:10'],
    ],
    'ours',
    ['2', '3'],
  ],
  [
    'an older SEQUENCE changes nothing',
    [
      ['1', 'created', 'SEQUENCE:3'],
      ['2', 'unchanged', 'SEQUENCE:2'],
    ],
    '1',
    [],
  ],
  ['changed here and back again it is as it was', [['1', 'created'], 'edit', 'edit back', ['2', 'updated']], '2', []],
  [
    'a colour from here stays, as the file has none',
    [['1', 'created'], 'colour', ['2', 'updated'], ['3', 'updated', 'SEQUENCE:1']],
    '3',
    [],
  ],
  [
    'a colour from here, where the file has one, is a change',
    [['1', 'created', 'COLOR:red'], 'colour', ['1', 'unchanged', 'COLOR:red'], ['2', 'kept', 'COLOR:red']],
    '1',
    ['2'],
  ],
  [
    'a colour that the file has from now on, or no more, is no change here',
    [
      ['1', 'created'],
      ['1', 'updated', 'COLOR:red'],
      ['2', 'updated'],
      ['3', 'updated', 'COLOR:red'],
    ],
    '3',
    [],
  ],
  [
    'what an undo has taken back comes in again, and once more after the undo of that',
    [
      ['1', 'created'],
      ['2', 'updated', 'SEQUENCE:1'],
      'undo',
      ['2', 'updated', 'SEQUENCE:1'],
      'undo',
      'undo',
      ['2', 'unchanged', 'SEQUENCE:1'],
    ],
    '2',
    [],
  ],
  [
    'a second one that an undo has taken back comes in again',
    [['1', 'created'], 'edit', ['2', 'kept'], 'undo', ['1', 'unchanged'], ['2', 'kept'], 'undo', 'undo', ['2', 'unchanged']],
    'ours',
    ['2'],
  ],
  [
    'what goes out of here and comes back is no state of the file: the older one changes nothing',
    [['1', 'created'], 'edit', ['ours', 'unchanged', 'SEQUENCE:1'], ['1', 'unchanged'], ['2', 'updated', 'SEQUENCE:1']],
    '2',
    [],
  ],
  [
    'once both sides say the same, later changes there come in',
    [['1', 'created'], 'edit', ['ours', 'unchanged'], ['2', 'updated']],
    '2',
    [],
  ],
];

describe.each<[string, Bring]>([
  ['POST /api/calendars/:id/import', bringInto],
  ['POST /api/imports', bringAsImport],
])('%s › of an event that has come in before', (_route, bring) => {
  test.each(histories)('%s', async (_name, steps, ours, seconds) => {
    const uid = `event-${(calendars += 1)}`;
    const calendarId = bring === bringInto ? (await must('POST', 'calendars', { name: uid })).id : uid;
    const records = async (): Promise<Told[]> =>
      ((await must('GET', 'events?startDate=2026-03-01&endDate=2026-03-02')).items as Told[]).filter((event) => event.location === uid);
    let own = '';
    let batchId: string | null = null;
    for (const step of steps) {
      if (step === 'edit') await must('PUT', `events/${own}`, { description: 'ours' });
      else if (step === 'edit back') await must('PUT', `events/${own}`, { description: '1' });
      else if (step === 'colour') await must('PUT', `events/${own}`, { color: 'teal' });
      else if (step === 'undo') {
        const undone = await must('POST', 'undo', { batchId });
        expect(undone.skipped).toEqual([]);
        ({ batchId } = undone);
      } else {
        const [text, came, ...lines] = step;
        const { counts, conflicts, batchId: made } = await bring(calendarId, saying(text, uid, [`LOCATION:${uid}`, ...lines]));
        expect([text, counts]).toMatchObject([text, { created: 0, updated: 0, unchanged: 0, kept: 0, [came]: 1 }]);
        expect(conflicts).toEqual(came === 'kept' ? [`Subject (imported ${new Date().toISOString().slice(0, 10)})`] : []);
        expect(made === null).toBe(came === 'unchanged');
        batchId = made ?? batchId;
        own = (await records()).find(({ title }) => title === 'Subject').id;
      }
    }
    const all = await records();
    const textsOf = (isOurs: boolean): string[] =>
      all
        .filter(({ title }) => (title === 'Subject') === isOurs)
        .map(({ description }) => description as string)
        .toSorted();
    expect([textsOf(true), textsOf(false)]).toEqual([[ours], seconds]);
    if (steps.includes('colour')) expect(all.find(({ id }) => id === own).color).toBe('teal');
  });
});

test('POST /api/imports › alarms that will not ring here are told once, before and after', async () => {
  const alarm = (trigger: string): string[] => ['BEGIN:VALARM', 'ACTION:DISPLAY', 'DESCRIPTION:x', `TRIGGER${trigger}`, 'END:VALARM'];
  const alarms = [':-PT10M', ':PT9H', ';RELATED=END:-PT5M'].flatMap(alarm);
  const file = { filename: 'alarms.ics', bytes: Buffer.from(saying('x', 'alarms', ['LOCATION:alarms', ...alarms])) };
  const { reading, outcome } = await imports.bring(file);
  const message = /^It is kept and goes out again, but does not ring here: alarms, such as .* \(2\)$/;
  for (const { warnings } of [reading, outcome])
    expect(warnings).toEqual([{ path: 'alarms', kind: 'lost', message: expect.stringMatching(message) }]);
});

describe('POST /api/calendars/:id/import › an all-day event of another zone than that of the machine', () => {
  const days = ['DTSTART;VALUE=DATE:20260401', 'DTEND;VALUE=DATE:20260402', 'RRULE:FREQ=WEEKLY;COUNT=3'];
  const file = (...events: readonly (readonly string[])[]): string =>
    ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Example//EN']
      .concat(...events.map((lines) => ['BEGIN:VEVENT', 'DTSTAMP:20260101T000000Z', 'UID:days', ...lines, 'END:VEVENT']))
      .concat('END:VCALENDAR', '')
      .join('\r\n');

  test('made here, it comes back from its own file unchanged', async () => {
    const { id: calendarId } = await must('POST', 'calendars', { name: 'Out and in' });
    const days = { title: 'Days', date: '2026-04-01', timeZone: 'Pacific/Apia', calendarId, recurrence: { rrule: 'FREQ=DAILY;COUNT=3' } };
    const { id } = await must('POST', 'events', days);
    await must('PUT', `events/${id}_20260402`, { startDate: '2026-04-05', endDate: '2026-04-06' });
    const { counts } = await bringInto(calendarId, await must('GET', `calendars/${calendarId}/export.ics`));
    expect(counts).toMatchObject({ created: 0, updated: 0, unchanged: 1, lost: [] });
  });

  test('given that zone here, it is left alone by the same file, and an occurrence without its series by its day', async () => {
    const { id: calendarId } = await must('POST', 'calendars', { name: 'Given a zone' });
    const stray = ['RECURRENCE-ID;VALUE=DATE:20261224', 'DTSTART;VALUE=DATE:20261225', 'SUMMARY:Stray'];
    const same = file([...days, 'SUMMARY:Days'], stray);
    expect((await bringInto(calendarId, same)).counts).toMatchObject({ created: 2 });
    const { items } = await must('GET', `events?calendarId=${calendarId}`);
    const { id } = items.find(({ title }: Told) => title === 'Days');
    await must('PUT', `events/${id}`, { startDate: '2026-04-01', isAllDay: true, timeZone: 'Pacific/Apia' });
    const { counts, conflicts } = await bringInto(calendarId, same);
    expect([counts, conflicts]).toMatchObject([{ created: 0, updated: 0, unchanged: 2, kept: 0 }, []]);
  });
});

test('POST /api/calendars/:id/import › events that do not take place, or whose time is free, come back from their own file unchanged', async () => {
  const { id: calendarId } = await must('POST', 'calendars', { name: 'States' });
  const made = { title: 'State', date: '2026-04-01', start: '09:00', end: '10:00', timeZone: 'UTC', calendarId };
  await must('POST', 'events', { ...made, isCancelled: true });
  await must('POST', 'events', { ...made, isFree: true });
  const { id } = await must('POST', 'events', { ...made, recurrence: { rrule: 'FREQ=DAILY;COUNT=3' } });
  await must('PUT', `events/${id}_20260402T090000Z`, { isCancelled: true });
  const { counts } = await bringInto(calendarId, await must('GET', `calendars/${calendarId}/export.ics`));
  expect(counts).toMatchObject({ created: 0, updated: 0, unchanged: 3 });
});
