// Sends one kind of request over and over and reports how many came back per second. Runs as a process of its own,
// so that it shares no event loop with what it measures. Argument: a `Load` as JSON; prints a `LoadResult` as JSON.

import autocannon from 'autocannon';

export interface Load {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly connections: number;
  readonly seconds: number;
}

export interface LoadResult {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly failed: number;
}

const load = JSON.parse(process.argv[2] ?? '{}') as Load;
const result = await autocannon({
  url: load.url,
  method: load.method,
  headers: load.headers,
  ...(load.body === undefined ? {} : { body: load.body }),
  connections: load.connections,
  duration: load.seconds,
});
const answer: LoadResult = {
  perSecond: result.requests.total / result.duration,
  p50: result.latency.p50,
  p99: result.latency.p99,
  failed: result.non2xx + result.errors + result.timeouts,
};
process.stdout.write(JSON.stringify(answer));
