// What series cost where many events are listed: statements, and processor time beside that of a month without series.

import { join } from 'node:path';
import { setImmediate as nextRound } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { full } from '../support/tiers.ts';
import { startTestService, type Answer, type TestService } from '../support/service.ts';
import { allIndexed } from '../support/indexed.ts';
import { statementsOf } from '../support/statements.ts';

let service: TestService;
let plain: string;
let repeating: string;

const day = 86_400_000;
const halfHour = 1_800_000;
const firstAt = Date.UTC(2024, 5, 1);
const singles = 20_000;
const years = 4;

const month = '/api/events?startDate=2026-03-01T00:00:00Z&endDate=2026-04-01T00:00:00Z';
const get = (path: string, token: string): Promise<Answer> => service.request('GET', path, { token });

beforeAll(async () => {
  // Answers of hundreds of events would take longer to compare with the contract than to make.
  service = await startTestService({ checkReplies: false });
  plain = await service.signUp('plain');
  repeating = await service.signUp('repeating');
  const first = { title: 'Event 0', startTime: new Date(firstAt).toISOString(), endTime: new Date(firstAt + halfHour).toISOString() };
  const rules = ['FREQ=WEEKLY', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH', 'FREQ=MONTHLY;BYDAY=2TU', 'FREQ=YEARLY'];
  const series = (index: number): object => ({
    title: `Series ${index}`,
    date: `2025-0${1 + (index % 9)}-1${index % 10}`,
    start: '09:00',
    end: '09:30',
    timeZone: ['Europe/Vienna', 'America/New_York', 'UTC'][index % 3],
    recurrence: { rrule: rules[index % rules.length] },
  });
  const send = async (token: string, bodies: readonly object[]): Promise<void> => {
    for (let at = 0; at < bodies.length; at += 200) {
      const operations = bodies.slice(at, at + 200).map((body) => ({ method: 'POST', path: '/api/events', body }));
      const { body } = await service.request('POST', '/api/batch', { token, body: { operations } });
      expect(body.failed).toBeNull();
    }
  };
  for (const token of [plain, repeating]) await send(token, [first]);
  copyEvents();
  await send(
    repeating,
    Array.from({ length: 200 }, (_, index) => series(index)),
  );
}, 120_000);

/** Gives both users the other events, like their first one: requests for as many take a minute on a busy machine. */
function copyEvents(): void {
  const database = new Database(join(service.dataDir, 'daybook.db'));
  const own = new Set(['id', 'title', 'start_at', 'end_at']);
  const columns = (database.pragma('table_info(events)') as { name: string }[]).map(({ name }) => name).filter((name) => !own.has(name));
  const { changes } = database
    .prepare(
      `WITH RECURSIVE numbers(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number + 1 < @singles),
         days AS (SELECT number, CAST(number * @years * 365 / @singles AS INTEGER) AS passed FROM numbers),
         times AS (SELECT number, CAST(@firstAt + passed * @day + number % 20 * @halfHour AS INTEGER) AS at FROM days)
       INSERT INTO events (id, title, start_at, end_at, ${columns.join(', ')})
       SELECT printf('%08x', number) || substr(id, 9), 'Event ' || number, at, at + @halfHour, ${columns.join(', ')}
       FROM times CROSS JOIN events WHERE events.title = 'Event 0'`,
    )
    .run({ singles, firstAt, years, day, halfHour });
  database.close();
  expect(changes).toBe(2 * (singles - 1));
}

afterAll(() => service.dispose());

const ofEvents = /^SELECT[^]*\b(?:events_by_start|series_by_bounds|event_overrides)\b/;

/** The statements of a request that ask for events; the service's own maintenance runs between them. */
async function asked(path: string, token: string): Promise<readonly string[]> {
  await get(path, token);
  await allIndexed(service);
  const { statements } = await statementsOf(() => get(path, token));
  return statements.filter((text) => ofEvents.test(text));
}

/** What one of the last runs takes of the processor, in microseconds: the least of some rounds. */
async function costOf(path: string, token: string): Promise<number> {
  const costs: number[] = [];
  for (let round = 0; round < 6; round += 1) {
    const before = process.cpuUsage();
    for (let run = 0; run < 8; run += 1) await get(path, token);
    const { user, system } = process.cpuUsage(before);
    costs.push((user + system) / 8);
  }
  return Math.min(...costs);
}

/** The longest that the main thread worked without a chance for others while `work` ran, in milliseconds of its processor time. */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  const now = (): number => process.threadCpuUsage().user / 1000;
  let longest = 0;
  let last = now();
  const end = new AbortController();
  const watch = (async () => {
    while (!end.signal.aborted) {
      await nextRound();
      longest = Math.max(longest, now() - last);
      last = now();
    }
  })();
  await work();
  end.abort();
  await watch;
  return longest;
}

describe('a month', () => {
  // First of all: what is worked out is remembered.
  test('GET /api/events › of 200 series that were never listed works their rules out in turns of at most 60 ms', async () => {
    await get(month.replaceAll('2026', '2027'), plain);
    const path = `${month.replaceAll('2026', '2027')}&limit=1000`;
    const turn = await longestTurn(() => get(path, repeating));
    if (process.env['DAYBOOK_SHOW_COST'] !== undefined) process.stderr.write(`the longest turn took ${turn} ms\n`);
    expect(turn).toBeLessThan(60);
    expect((await get(path, repeating)).body.total).toBeGreaterThan(400);
  });

  test('GET /api/events › without series it takes the one statement that it took, 2 with totals', full, async () => {
    for (const [path, most] of [
      [`${month}&limit=1000`, 1],
      [month.replace('?', '/combined-data?'), 2],
    ] as const) {
      expect(await asked(path, plain)).toHaveLength(most);
    }
  });

  test('GET /api/events › of a user with series, where none reaches: no more', full, async () => {
    const past = '/api/events?startDate=2024-06-01T00:00:00Z&endDate=2024-07-01T00:00:00Z&limit=1000';
    expect(await asked(past, repeating)).toHaveLength(1);
  });

  test('GET /api/events › with 200 series: 2 statements more, and one more for a month that was listed before', full, async () => {
    const other = month.replaceAll('2026', '2025');
    await allIndexed(service);
    const { statements } = await statementsOf(() => get(`${other}&limit=1000`, repeating));
    // On a slow machine rules are worked out in several turns, after which it is asked again whether the series are the same.
    expect(new Set(statements.filter((text) => ofEvents.test(text))).size).toBe(3);
    expect(await asked(`${other}&limit=1000`, repeating)).toHaveLength(2);
  });

  test('GET /api/events › with 200 series takes at most 3 times the processor time of a month without', full, async () => {
    const counts = [(await get(`${month}&limit=0`, plain)).body.total, (await get(`${month}&limit=0`, repeating)).body.total] as number[];
    expect(counts[1]).toBeGreaterThan((counts[0] ?? 0) + 400);
    await costOf(month, plain);
    const without = await costOf(month, plain);
    const withSeries = await costOf(month, repeating);
    const ratio = withSeries / without;
    if (process.env['DAYBOOK_SHOW_COST'] !== undefined) process.stderr.write(`${without} µs, ${withSeries} µs: ${ratio}\n`);
    expect(ratio).toBeLessThanOrEqual(3);
  });
});
