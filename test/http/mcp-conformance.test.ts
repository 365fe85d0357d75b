// The protocol's own conformance suite against the real endpoint. It sends no token, so a proxy on loopback puts one to each request.

import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../support/service.ts';
import { full } from '../support/tiers.ts';

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

/** Why a scenario cannot pass here, and what it then says. Every other failure is one of ours. */
const reasons = {
  tool: /There is no tool test_|'json_schema_2020_12_tool' not found|InputRequiredResult with/,
  prompt: /There is no prompt test_/,
  resource: /Resource not found: test:/,
  // What the suite tries on a tool that is made for it, among what it tries on any server.
  diagnostic: /^Not testable: server (?:does not list|exposes no)/,
  // Optional methods, which the endpoint does not name among its capabilities.
  method: /Method not found$/,
} as const;

type Reason = keyof typeof reasons;

/** Scenarios that need the suite's example server, or a method that is not offered, by name: `revision` alone where it is not both. */
const excepted: Readonly<Record<Reason, readonly { readonly scenario: string; readonly revision?: string }[]>> = {
  tool: [
    ...['simple-text', 'image', 'audio', 'embedded-resource', 'mixed-content', 'error', 'with-progress'].map((name) => ({
      scenario: `tools-call-${name}`,
    })),
    { scenario: 'json-schema-2020-12' },
    ...['tools-call-sampling', 'tools-call-elicitation', 'elicitation-sep1034-defaults', 'elicitation-sep1330-enums'].map((scenario) => ({
      scenario,
      revision: '2025-11-25',
    })),
    ...[
      'basic-elicitation',
      'basic-sampling',
      'basic-list-roots',
      'request-state',
      'multiple-input-requests',
      'multi-round',
      'result-type',
      'tampered-state',
      'capability-check',
    ].map((name) => ({ scenario: `input-required-result-${name}`, revision: '2026-07-28' })),
  ],
  prompt: [
    ...['simple', 'with-args', 'embedded-resource', 'with-image'].map((name) => ({ scenario: `prompts-get-${name}` })),
    { scenario: 'input-required-result-non-tool-request', revision: '2026-07-28' },
  ],
  resource: ['text', 'binary'].map((name) => ({ scenario: `resources-read-${name}` })).concat({ scenario: 'resources-templates-read' }),
  diagnostic: ['server-stateless', 'http-custom-header-server-validation'].map((scenario) => ({ scenario, revision: '2026-07-28' })),
  method: [
    { scenario: 'completion-complete' },
    // Revision 2026-07-28 has `subscriptions/listen` for it, which is offered.
    ...['resources-subscribe', 'resources-unsubscribe', 'logging-set-level', 'tools-call-with-logging'].map((scenario) => ({
      scenario,
      revision: '2025-11-25',
    })),
  ],
};

/** What may fail in a revision, and how. */
function exceptionsOf(asked: string): ReadonlyMap<string, RegExp> {
  const all = Object.entries(excepted).flatMap(([reason, scenarios]) => scenarios.map((each) => ({ ...each, reason: reason as Reason })));
  return new Map(all.flatMap(({ scenario, revision = asked, reason }) => (revision === asked ? [[scenario, reasons[reason]]] : [])));
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
])('POST /api/mcp › conforms to revision %s, as far as its suite needs no example server', full, async (revision, whole) => {
  const scenarios = await checksFor(revision);
  const failed = [...scenarios].flatMap(([scenario, checks]) =>
    checks.filter(({ status }) => status === 'FAILURE').map(({ id, errorMessage = '' }) => ({ scenario, id, errorMessage })),
  );
  const own = failed.filter(({ scenario }) => !isExtension(scenario));
  const exceptions = exceptionsOf(revision);
  expect(own.filter(({ scenario, errorMessage }) => exceptions.get(scenario)?.test(errorMessage) !== true)).toEqual([]);
  // One that passes by now is no exception any more.
  expect([...new Set(own.map(({ scenario }) => scenario))].toSorted()).toEqual([...exceptions.keys()].toSorted());
  for (const scenario of whole) {
    const passed = (scenarios.get(scenario) ?? []).filter(({ status }) => status === 'SUCCESS').length;
    expect([scenario, failed.some((each) => each.scenario === scenario), passed > 0]).toEqual([scenario, false, true]);
  }
});
