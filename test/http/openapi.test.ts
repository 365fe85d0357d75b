import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { Route } from '../../main/contract/route.ts';
import { allScopes } from '../../main/contract/scopes.ts';
import { allRoutes } from '../support/routes.ts';
import { startTestService, type TestService } from '../support/service.ts';

interface Operation {
  operationId: string;
  summary: string;
  security: { bearer: string[] }[];
  description?: string;
  parameters: { name: string; in: string }[];
  requestBody?: unknown;
  responses: Record<string, { description: string; content?: Record<string, unknown> }>;
}
interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown> };
}

const routes: readonly Route[] = allRoutes;
const inDocument = ({ method, path }: Route): string => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`;

let service: TestService;
let document: Document;
beforeAll(async () => {
  service = await startTestService();
  document = (await service.request('GET', '/api/openapi.json', { token: null })).body as Document;
});
afterAll(async () => {
  await service.dispose();
});

test('GET /api/openapi.json › a valid OpenAPI 3.1 document, without a token', async () => {
  expect(document.openapi).toMatch(/^3\.1\./);
  const verdict = await new Validator().validate(structuredClone(document) as never);
  expect(verdict).toMatchObject({ valid: true });
});

test('every route of the contract is in it, and nothing else', () => {
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(described.toSorted()).toEqual(routes.map(inDocument).toSorted());
});

test('every reference leads somewhere', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name as string);
  expect(references.length).toBeGreaterThan(0);
  expect(references.filter((name) => !(name in document.components.schemas))).toEqual([]);
});

test('values that are named are of the type that is named beside them, and examples have all that is required', () => {
  const wrong: unknown[] = [];
  const visit = (schema: unknown, path: string): void => {
    if (typeof schema !== 'object' || schema === null) return;
    const { type, enum: values, default: usual, required, examples } = schema as Record<string, unknown>;
    const given = [...(Array.isArray(values) ? (values as unknown[]) : []), ...(usual === undefined ? [] : [usual])];
    const isOf = (value: unknown): boolean => typeof value === (type === 'integer' ? 'number' : type);
    if (['string', 'boolean', 'integer', 'number'].includes(String(type)) && !given.every(isOf)) wrong.push([path, type, given]);
    for (const example of type === 'object' && Array.isArray(examples) ? (examples as object[]) : [])
      for (const name of (required ?? []) as string[]) if (!(name in example)) wrong.push([path, name, example]);
    for (const [key, inner] of Object.entries(schema)) if (key !== 'examples') visit(inner, `${path}/${key}`);
  };
  visit(document, '');
  expect(wrong).toEqual([]);
  expect(document.components.schemas['CreateLink']).toMatchObject({ examples: [{ from: { id: expect.any(String) } }] });
});

test('what the `result` of a job is, is told where it is started', () => {
  const result = (path: string, status: string): unknown =>
    (document.paths[path]?.['post']?.responses[status]?.content?.['application/json'] as { schema: unknown } | undefined)?.schema;
  const jobOf = (name: string): unknown => ({
    allOf: [
      { $ref: '#/components/schemas/Job' },
      { type: 'object', properties: { result: { anyOf: [{ $ref: `#/components/schemas/${name}` }, { type: 'null' }] } } },
    ],
  });
  expect(result('/api/exports', '202')).toEqual(jobOf('ExportResult'));
  expect(result('/api/imports', '202')).toEqual(jobOf('ImportReading'));
  expect(result('/api/imports/{id}/apply', '202')).toEqual(jobOf('ImportOutcome'));
  expect(result('/api/backups', '202')).toEqual(jobOf('Backup'));
  expect(result('/api/backups', '201')).toEqual({ $ref: '#/components/schemas/Backup' });
});

test('every named schema says something, and is not a reference to itself', () => {
  for (const [name, schema] of Object.entries(document.components.schemas))
    expect([name, Object.keys(schema as object)]).not.toEqual([name, ['$ref']]);
  expect(document.components.schemas['Event']).toMatchObject({ type: 'object', properties: { startTime: {}, timeZone: {} } });
});

test('every operation tells its id, summary, parameters, answer, and who may call it', () => {
  const ids = new Set<string>();
  for (const route of routes) {
    const [method, path] = inDocument(route).split(' ') as [string, string];
    const operation = document.paths[path]?.[method.toLowerCase()] as Operation;
    ids.add(operation.operationId);
    expect(operation.summary).not.toBe('');
    expect(operation.security).toEqual(route.access === 'public' ? [] : [{ bearer: route.scope === null ? [] : [route.scope] }]);
    expect(operation.description?.includes('Needs the scope') ?? false).toBe(route.scope !== null);
    expect(operation.requestBody !== undefined).toBe(route.body !== undefined);
    for (const [, name] of route.path.matchAll(/:(\w+)/g))
      expect(operation.parameters).toContainEqual(expect.objectContaining({ name, in: 'path' }));
    expect(operation.responses[String(route.status)]?.content !== undefined).toBe(
      route.reply !== undefined || route.file === true || route.streamed === true,
    );
    // Each parameter of the query by its name, also where the schema of all has one.
    const asked = route.query instanceof z.ZodObject ? Object.keys(route.query.shape) : [];
    expect(operation.parameters.flatMap((each) => (each.in === 'query' ? [each.name] : []))).toEqual(asked);
    if (route.access !== 'public') expect(operation.responses).toHaveProperty('401');
    expect(operation.responses['403']?.description.includes('`insufficient_scope`')).toBe(route.scope !== null);
  }
  expect(ids.size).toBe(routes.length);
});

test('304 is told of where a caller may have what it asks for already', () => {
  const told = routes.filter((route) => {
    const [method, path] = inDocument(route).split(' ') as [string, string];
    return document.paths[path]?.[method.toLowerCase()]?.responses['304'] !== undefined;
  });
  expect(told.map(({ name }) => name).toSorted()).toEqual([
    'exportCalendar',
    'exportEvent',
    'readAttachment',
    'readDailyNote',
    'readEvent',
    'readExport',
    'readFeed',
    'readNote',
    'readNoteFile',
  ]);
});

test('errors of a message of MCP and the answer to a notification are in it', () => {
  const responses = document.paths['/api/mcp']?.['post']?.responses ?? {};
  expect(responses['202']).toHaveProperty('description');
  expect(Object.keys(responses['406']?.content ?? {})).toEqual(['application/json']);
  for (const status of ['400', '413', '415'])
    expect(Object.keys(responses[status]?.content ?? {})).toEqual(['application/problem+json', 'application/json']);
});

test('every route has a scope, and its method says which action; the own user and logging out need none, nor does what is public, and batches, links, the search, the trash, jobs and MCP look at what they hold', () => {
  const without = routes.filter(({ scope }) => scope === null);
  const own = ['health', 'login', 'logout', 'me', 'openapi', 'readFeed'];
  const byLink = ['createLink', 'listLinks', 'readLink', 'deleteLink'];
  const byRecord = [
    'mcp',
    'mcpText',
    'deleteTrash',
    'emptyTrash',
    'listTrash',
    'putIntoTrash',
    'restoreTrash',
    'runBatch',
    'search',
    'undoChanges',
  ];
  const byKind = ['listJobs', 'readJob', 'deleteJob'];
  expect(without.map(({ name }) => name).toSorted()).toEqual([...own, ...byRecord, ...byLink, ...byKind].toSorted());
  for (const { name, method, scope } of routes) {
    if (scope === null) continue;
    expect(allScopes).toContain(scope);
    const [, action] = scope.split(':');
    if (method === 'DELETE') expect([name, action]).toEqual([name, 'delete']);
    if (method === 'GET') expect([name, action]).toEqual([name, 'read']);
    if (method === 'PUT') expect([name, action]).toEqual([name, 'write']);
    if (method === 'POST') expect([name, action]).toEqual([name, name.startsWith('export') ? 'read' : 'write']);
  }
});

test('every route of the contract is mounted, and 401 without a token unless it is public', async () => {
  for (const route of routes) {
    const path = route.path.replace(/:\w+/g, '00000000-0000-7000-8000-000000000000');
    const { status, body, headers } = await service.request(route.method, path, { token: null });
    // Its address is the secret.
    if (route.name === 'readFeed') expect([path, status]).toEqual([path, 404]);
    else if (route.access === 'public') expect([path, [401, 404, 405].includes(status)]).toEqual([path, false]);
    else
      expect([path, status, body.code, headers.get('WWW-Authenticate')]).toEqual([
        path,
        401,
        'unauthorized',
        expect.stringMatching(/^Bearer/),
      ]);
  }
});

test('GET /api/docs › a page whose every part comes from the service', async () => {
  const page = await service.request('GET', '/api/docs', { token: null });
  expect(page.status).toBe(200);
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
  const parts = [...(page.body as string).matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address as string);
  expect(parts.length).toBeGreaterThanOrEqual(3);
  for (const part of parts) {
    expect(part).toMatch(/^\/api\/docs\//);
    expect((await service.request('GET', part, { token: null })).status).toBe(200);
  }
  const other = await service.request('PATCH', '/api/docs', { token: null });
  expect([other.status, other.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  expect((await service.request('OPTIONS', '/api/docs', { token: null })).status).toBe(204);
});

test('GET /api/openapi.json › every operation tells of 405, 500 and 503; `provider` and the key of a secret have their form', async () => {
  const { paths } = (await service.request('GET', '/api/openapi.json')).body as {
    paths: Record<
      string,
      Record<
        string,
        {
          parameters: { name: string; schema: { pattern?: string } }[];
          requestBody?: { content: Record<string, { schema: { properties: Record<string, { pattern?: string }> } }> };
          responses: Record<string, unknown>;
        }
      >
    >;
  };
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, { responses }] of Object.entries(operations))
      expect([path, method, Object.keys(responses)]).toEqual([path, method, expect.arrayContaining(['405', '500', '503'])]);
  }
  expect(paths['/api/ai/models']?.['get']?.parameters.find(({ name }) => name === 'provider')?.schema.pattern).toBe(
    '^(?:local|standard|profile:[a-z0-9-]+)$',
  );
  const form = new RegExp(
    paths['/api/config/secrets']?.['put']?.requestBody?.content['application/json']?.schema.properties['key']?.pattern ?? '^$',
  );
  for (const key of ['AI_API_KEY', 'JWT_SECRET', 'AI_OPEN_AI_API_KEY']) expect(key).toMatch(form);
  for (const key of ['PORT', 'AI_MODEL', 'X_API_KEY']) expect(key).not.toMatch(form);
});
