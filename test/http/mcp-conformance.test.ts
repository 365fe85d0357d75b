// The protocol's own conformance suite against the real endpoint. It sends no token, so a proxy on loopback puts one to each request.

import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../support/service.ts';

const entry = join(import.meta.dirname, '../../node_modules/@modelcontextprotocol/conformance/dist/index.js');

let service: TestService;
let proxy: Server;
let proxyHost: string;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'daybook-conformance-'));
  service = await startTestService();
  const target = new URL(service.baseUrl);
  proxy = createServer((req, res) => {
    // A foreign Host is part of what is tested: only the proxy's own becomes the service's.
    const host = req.headers.host === proxyHost ? target.host : req.headers.host;
    const origin = req.headers.origin === `http://${proxyHost}` ? target.origin : req.headers.origin;
    const headers = { ...req.headers, host, ...(origin === undefined ? {} : { origin }), authorization: `Bearer ${service.token()}` };
    const passed = request({ port: target.port, host: target.hostname, method: req.method, path: req.url, headers }, (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(res);
    });
    passed.on('error', () => res.destroy());
    res.once('close', () => passed.destroy());
    req.pipe(passed);
  });
  await new Promise<void>((resolve) => {
    proxy.listen(0, 'localhost', resolve);
  });
  proxyHost = `localhost:${(proxy.address() as AddressInfo).port}`;
});

afterAll(async () => {
  proxy.closeAllConnections();
  await new Promise((resolve) => proxy.close(resolve));
  await service.dispose();
  rmSync(folder, { recursive: true, force: true });
});

interface Check {
  readonly id: string;
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'INFO' | 'SKIPPED';
  readonly errorMessage?: string;
}

/** The checks of each scenario that the revision requires. */
async function checksFor(revision: string): Promise<Map<string, readonly Check[]>> {
  const out = join(folder, revision);
  const args = ['server', '--url', `http://${proxyHost}/api/mcp`, '--requirements', revision, '--output-dir', out];
  const suite = spawn(process.execPath, [entry, ...args], { stdio: 'ignore' });
  await new Promise((resolve) => suite.once('close', resolve));
  return new Map(
    globSync(join(out, '*/checks.json')).map((file) => {
      const scenario = basename(dirname(file)).replace(/^server-|-\d{4}-\d\d-\d\dT.*$/g, '');
      return [scenario, JSON.parse(readFileSync(file, 'utf8')) as Check[]];
    }),
  );
}

/** Scenarios call the tools, prompts and resources of an example server, `test_simple_text` and the like: what they ask for is not here. */
const forExampleServer =
  /There is no (?:tool|prompt) test_|Not testable: server (?:does not list|exposes no)|Resource not found: test:|'json_schema_2020_12_tool' not found|InputRequiredResult with/;

/** Scenarios of methods that the endpoint does not offer, and does not name among its capabilities. */
const notOffered = ['completion-complete', 'logging-set-level', 'resources-subscribe', 'resources-unsubscribe', 'tools-call-with-logging'];

/** What fails for the lack of the example server, or of a method that is not offered. */
function isAllowed(scenario: string, message: string): boolean {
  return forExampleServer.test(message) || (notOffered.includes(scenario) && message.endsWith('Method not found'));
}

/** Not scored by the suite itself: an extension of the protocol that the endpoint does not offer. */
const isExtension = (scenario: string): boolean => scenario.startsWith('tasks-');

test.each([
  [
    '2026-07-28',
    [
      'tools-list',
      'resources-list',
      'prompts-list',
      'sep-2164-resource-not-found',
      'dns-rebinding-protection',
      'caching',
      'http-header-validation',
    ],
  ],
  ['2025-11-25', ['server-initialize', 'ping', 'tools-list', 'resources-list', 'prompts-list', 'dns-rebinding-protection']],
])('POST /api/mcp › conforms to revision %s, as far as its suite needs no example server', async (revision, whole) => {
  const scenarios = await checksFor(revision);
  const failed = [...scenarios].flatMap(([scenario, checks]) =>
    checks.filter(({ status }) => status === 'FAILURE').map(({ id, errorMessage = '' }) => ({ scenario, id, errorMessage })),
  );
  expect(failed.filter(({ scenario, errorMessage }) => !isExtension(scenario) && !isAllowed(scenario, errorMessage))).toEqual([]);
  for (const scenario of whole) {
    const passed = (scenarios.get(scenario) ?? []).filter(({ status }) => status === 'SUCCESS').length;
    expect([scenario, failed.some((each) => each.scenario === scenario), passed > 0]).toEqual([scenario, false, true]);
  }
});
