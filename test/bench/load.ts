// Sends one kind of request over and over and reports how many came back per second. Runs as a process of its own,
// so that it shares no event loop with what it measures. Argument: a `Load` as JSON; prints a `LoadResult` as JSON.

import autocannon from 'autocannon';
import { readFileSync } from 'node:fs';
import { requestsOn, type Seeded } from './requests.ts';

export interface Load {
  readonly url: string;
  readonly token: string;
  /** A name in the table of requests. */
  readonly request: string;
  /** The file with what was made on this side, a `Seeded` as JSON. */
  readonly seeded: string;
  /** The number of the first request, so that what one run creates differs from what another did. */
  readonly first: number;
  readonly connections: number;
  readonly seconds: number;
}

export interface LoadResult {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly requests: number;
  readonly failed: number;
}

const load = JSON.parse(process.argv[2] ?? '{}') as Load;
const headers = { authorization: `Bearer ${load.token}` };
const listed = await fetch(`${load.url}/api/notes?limit=10000`, { headers });
const { items } = (await listed.json()) as { items: readonly { id: string | number; version: number }[] };
const versions = new Map(items.map(({ id, version }) => [String(id), version]));
const make = requestsOn(JSON.parse(readFileSync(load.seeded, 'utf8')) as Seeded, versions)[load.request];
if (make === undefined) throw new Error(`There is no request named ${load.request}`);
let next = load.first;
const setupRequest = (request: autocannon.Request): autocannon.Request => {
  const { method, path, body } = make(next);
  next += 1;
  if (body === undefined) return { ...request, method, path, headers };
  return { ...request, method, path, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
};
const result = await autocannon({ url: load.url, requests: [{ setupRequest }], connections: load.connections, duration: load.seconds });
const answer: LoadResult = {
  perSecond: result.requests.total / result.duration,
  p50: result.latency.p50,
  p99: result.latency.p99,
  requests: result.requests.total,
  failed: result.non2xx + result.errors + result.timeouts,
};
process.stdout.write(JSON.stringify(answer));
