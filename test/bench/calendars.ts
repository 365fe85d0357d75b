// The part of `npm run bench` about exchange: what it takes to import a calendar file, and to bring a CalDAV client up to date. Both are
// what a person waits for once; there is no floor beside them.

import { createDAVClient } from 'tsdav';
import { median } from './median.ts';
import type { Side } from './sides.ts';

const events = 2_000;

export interface CalendarsOptions {
  readonly side: Side;
  readonly rounds: number;
}

const stamp = (hour: number): string => new Date(Date.UTC(2026, 0, 1) + hour * 3_600_000).toISOString().replaceAll(/[-:]|\.\d+/g, '');

function file(): string {
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//bench//EN'];
  for (let index = 0; index < events; index += 1) {
    const times = [`DTSTART:${stamp(index)}`, `DTEND:${stamp(index + 1)}`];
    lines.push('BEGIN:VEVENT', `UID:${index}`, `SUMMARY:Event ${index}`, ...times, 'DTSTAMP:20260101T000000Z', 'END:VEVENT');
  }
  return [...lines, 'END:VCALENDAR', ''].join('\r\n');
}

/** Prints a row for each. */
export async function benchCalendars({ side, rounds }: CalendarsOptions): Promise<void> {
  const authorization = `Bearer ${side.token}`;
  const post = async (path: string, type: string, body: string): Promise<Record<string, unknown>> => {
    const answer = await fetch(side.url + path, { method: 'POST', headers: { authorization, 'content-type': type }, body });
    if (!answer.ok) throw new Error(`POST ${path}: ${answer.status}`);
    return (await answer.json()) as Record<string, unknown>;
  };
  const taken = { imported: [] as number[], again: [] as number[], synchronised: [] as number[], nothingNew: [] as number[] };
  const client = await createDAVClient({
    serverUrl: side.url,
    credentials: {},
    authMethod: 'Custom',
    authFunction: () => Promise.resolve({ authorization }),
    defaultAccountType: 'caldav',
  });
  for (let round = 0; round <= rounds; round += 1) {
    const name = `Bench ${round}`;
    const { id } = await post('/api/calendars', 'application/json', JSON.stringify({ name }));
    const timed = async (work: () => Promise<unknown>): Promise<number> => {
      const begin = performance.now();
      await work();
      return performance.now() - begin;
    };
    const bring = (): Promise<unknown> => post(`/api/calendars/${String(id)}/import`, 'text/calendar', file());
    const [imported, again] = [await timed(bring), await timed(bring)];
    const calendar = (await client.fetchCalendars()).find(({ displayName }) => displayName === name);
    if (calendar === undefined) throw new Error('The calendar was not found by CalDAV');
    const objects = await (async () => {
      const begin = performance.now();
      const found = await client.fetchCalendarObjects({ calendar });
      return { found, took: performance.now() - begin };
    })();
    if (objects.found.length !== events) throw new Error(`${objects.found.length} events came by CalDAV`);
    const nothingNew = await timed(() => client.isCollectionDirty({ collection: calendar }));
    // The first round warms up.
    if (round === 0) continue;
    taken.imported.push(imported);
    taken.again.push(again);
    taken.synchronised.push(objects.took);
    taken.nothingNew.push(nothingNew);
  }
  const of = (name: keyof typeof taken): string => `${median(taken[name]).toFixed(0)} ms`;
  process.stdout.write(`\nimporting a calendar of ${events} events: ${of('imported')}, a second time ${of('again')}\n`);
  process.stdout.write(`all of them to a client of CalDAV: ${of('synchronised')}; to ask whether something is new: ${of('nothingNew')}\n`);
}
