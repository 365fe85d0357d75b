// The part of `npm run bench` about series: what listing a month takes where 200 series are beside 20,000 events, and where there are none.
// Two services hold the same events and are asked by turns.

import type { LoadResult } from './load.ts';
import { monthAt, months } from './data.ts';
import { median } from './median.ts';
import { cpuTime, type Side } from './sides.ts';

export const seriesCount = 200;

const rules = ['FREQ=WEEKLY', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH', 'FREQ=MONTHLY;BYDAY=2TU', 'FREQ=YEARLY'];
const zones = ['Europe/Vienna', 'America/New_York', 'UTC'];

/** Makes the series, in one batch. */
export async function addSeries(side: Side): Promise<void> {
  const operations = Array.from({ length: seriesCount }, (_, index) => ({
    method: 'POST',
    path: '/api/events',
    body: {
      title: `Series ${index}`,
      // Before all months that are listed.
      date: `2019-0${1 + (index % 9)}-1${index % 10}`,
      start: '09:00',
      end: '09:30',
      timeZone: zones[index % zones.length],
      recurrence: { rrule: rules[index % rules.length] },
    },
  }));
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${side.token}` };
  const answer = await fetch(`${side.url}/api/batch`, { method: 'POST', headers, body: JSON.stringify({ operations }) });
  const { applied } = (await answer.json()) as { applied: boolean };
  if (!applied) throw new Error('The series could not be made');
}

export interface SeriesOptions {
  readonly plain: Side;
  /** The same with the series. */
  readonly repeating: Side;
  readonly rounds: number;
  readonly seconds: number;
  /** Lists months over one connection for these seconds. */
  readonly list: (side: Side, seconds: number) => Promise<LoadResult & { readonly cpu: number | null }>;
}

interface FirstTime {
  /** Milliseconds for one list. */
  readonly ms: number;
  /** Milliseconds of the server's processor time for one list; null where it is not known. */
  readonly cpu: number | null;
}

/** Every fourth month, so that they share nothing that is remembered of rules. */
const apart = Array.from({ length: Math.floor(months / 4) }, (_, index) => monthAt(index * 4));
/** How many are listed before the others: their code is compiled then, once in the life of a service. */
const compiled = 10;

/** Lists months of which nothing is remembered, each once on either side by turns. */
async function firstTimes(sides: readonly Side[], listed: typeof apart): Promise<FirstTime[]> {
  const took = sides.map(() => 0);
  const before = sides.map(({ pid }) => cpuTime(pid));
  for (const { startDate, endDate } of listed) {
    for (const [index, { url, token }] of sides.entries()) {
      const begin = performance.now();
      const query = `startDate=${startDate}&endDate=${endDate}&limit=500`;
      const answer = await fetch(`${url}/api/events?${query}`, { headers: { authorization: `Bearer ${token}` } });
      if (!answer.ok) throw new Error(`GET /api/events: ${answer.status}`);
      await answer.arrayBuffer();
      took[index] = (took[index] ?? 0) + performance.now() - begin;
    }
  }
  return sides.map(({ pid }, index) => {
    const [from, to] = [before[index] ?? null, cpuTime(pid)];
    return { ms: (took[index] ?? 0) / listed.length, cpu: from === null || to === null ? null : (to - from) / listed.length };
  });
}

function timesOf(alone?: FirstTime, beside?: FirstTime): string {
  if (alone === undefined || beside === undefined) return '';
  const cpu = alone.cpu === null || beside.cpu === null ? '' : ` (${(beside.cpu / alone.cpu).toFixed(2)} times the processor time)`;
  return `${(beside.ms / alone.ms).toFixed(2)} times${cpu}`;
}

/** Prints one row. */
export async function benchSeries({ plain, repeating, rounds, seconds, list }: SeriesOptions): Promise<void> {
  const [coldAlone, coldBeside] = await firstTimes([plain, repeating], apart.slice(0, compiled));
  const [alone, beside] = await firstTimes([plain, repeating], apart.slice(compiled));
  if (alone === undefined || beside === undefined) throw new Error('Two sides were to be listed');
  const first = { alone, beside };
  for (const side of [plain, repeating]) await list(side, 1);
  const pairs: { readonly alone: Awaited<ReturnType<typeof list>>; readonly beside: Awaited<ReturnType<typeof list>> }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const begins = round % 2 === 0 ? plain : repeating;
    const one = await list(begins, seconds);
    const other = await list(begins === plain ? repeating : plain, seconds);
    pairs.push(begins === plain ? { alone: one, beside: other } : { alone: other, beside: one });
  }
  const times = pairs.map(({ alone, beside }) => alone.perSecond / beside.perSecond).toSorted((a, b) => a - b);
  const of = (value: (pair: (typeof pairs)[number]) => number): string => median(pairs.map(value)).toFixed(2);
  const spread = `${times[0]?.toFixed(2)}–${times.at(-1)?.toFixed(2)}`;
  const row = (side: 'alone' | 'beside'): string => {
    const [ms, cpu] = [of((pair) => 1_000 / pair[side].perSecond), of((pair) => pair[side].cpu ?? Number.NaN)];
    return `${ms} ms, ${cpu} µs of CPU, the first time ${first[side].ms.toFixed(1)} ms, ${first[side].cpu?.toFixed(1)} ms of CPU`;
  };
  process.stdout.write(
    `\nlisting a month with ${seriesCount} series: ${median(times).toFixed(2)} times (${spread}) what it takes without\n`,
  );
  process.stdout.write(`the first time: ${timesOf(alone, beside)}; while its code is compiled ${timesOf(coldAlone, coldBeside)}\n`);
  process.stdout.write(`with: ${row('beside')}\nwithout: ${row('alone')}\n`);
}
