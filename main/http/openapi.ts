// Writes the OpenAPI 3.1 document from the same table and schemas that mount the routes and validate the requests.

import { z } from 'zod';
import { errorStatus, Problem, type ErrorCode } from '../contract/errors.ts';
import { Job } from '../contract/jobs.ts';
import { scopeAreas } from '../contract/scopes.ts';
import { honoursIfMatch, uploadLimits, type Route } from '../contract/route.ts';
import { CooperativeScheduler } from '../lib/cooperative-scheduler.ts';

type Json = Record<string, unknown>;

/** Collects the named schemas of all routes under `components/schemas`. */
class Schemas {
  readonly components: Json = {};

  /** The schema as JSON Schema 2020-12; named ones, it among them, become references. `io`: as it is sent to us, or as we answer. */
  render(schema: z.ZodType, io: 'input' | 'output'): Json {
    const { $schema: _, $defs, ...rendered } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json & { $defs?: Json };
    for (const [name, definition] of Object.entries($defs ?? {})) this.components[name] = refer(definition);
    return refer(rendered) as Json;
  }
}

/** References into `$defs` become references into the document's components; `id` is a name of ours, not JSON Schema's `$id`. */
function refer(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(refer);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).filter(([key, inner]) => key !== 'id' || typeof inner !== 'string');
  const result = Object.fromEntries(
    entries.map(([key, inner]) => [
      key,
      key === '$ref' && typeof inner === 'string'
        ? inner.replace('#/$defs/', '#/components/schemas/')
        : key === 'examples'
          ? inner
          : refer(inner),
    ]),
  );
  // Query parameters arrive as text: the pattern that their text must have says less than their type.
  if (result['type'] === 'integer') delete result['pattern'];
  return result;
}

const bearer: Json = {
  type: 'http',
  scheme: 'bearer',
  bearerFormat: 'JWT',
  description:
    'A login has every scope. A token of `POST /api/tokens` has those that were chosen: `<area>:<action>`, where the area is one of ' +
    `${scopeAreas.map((area) => `\`${area}\``).join(', ')} and the action \`read\`, \`write\` (create and change, without reading) or ` +
    '`delete`. The `security` of an operation names the scope that it needs; without it the answer is 403 `insufficient_scope`.',
};

/** The document for these routes, written in slices. `version` is the program's, `baseUrl` where it is served. */
export async function openApiDocument(routes: readonly Route[], version: string, baseUrl: string): Promise<{ openapi: string } & Json> {
  const schemas = new Schemas();
  const paths: Record<string, Json> = {};
  const scheduler = new CooperativeScheduler();
  for (const route of routes) {
    await scheduler.yieldIfDue();
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[route.method.toLowerCase()] = operation(route, schemas);
  }
  schemas.render(Problem, 'output');
  return {
    openapi: '3.1.1',
    info: {
      title: 'Daybook',
      version,
      summary: 'Notes, boards and a calendar on your own machine',
      description:
        'Every error is a problem document (RFC 9457) with a `code`. Unknown fields and query parameters are refused. ' +
        'The token of the owner stands in `service.json` in the data directory.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl }],
    tags: [...new Set(routes.map((route) => route.tag))].map((name) => ({ name })),
    security: [{ bearer: [] }],
    paths,
    components: { schemas: schemas.components, securitySchemes: { bearer } },
  };
}

function operation(route: Route, schemas: Schemas): Json {
  return {
    operationId: route.name,
    tags: [route.tag],
    summary: route.summary,
    ...descriptionOf(route),
    security: route.access === 'public' ? [] : [{ bearer: route.scope === null ? [] : [route.scope] }],
    parameters: parameters(route, schemas),
    ...(route.body === undefined ? {} : { requestBody: { required: true, content: requestContent(route, route.body, schemas) } }),
    responses: responses(route, schemas),
  };
}

/** OpenAPI 3.1 lets `security` name scopes of any scheme, but few pages that show a description show them there. */
function descriptionOf({ description, scope }: Route): Json {
  const needs = scope === null ? [] : [`Needs the scope \`${scope}\`.`];
  const text = [...(description === undefined ? [] : [description]), ...needs].join(' ');
  return text === '' ? {} : { description: text };
}

function requestContent(route: Route, body: z.ZodType, schemas: Schemas): Json {
  if (route.rawBody !== undefined) return { [route.rawBody]: { schema: { type: 'string' } } };
  const json = { schema: schemas.render(body, 'input') };
  if (route.multipart === undefined) return { 'application/json': json };
  const { limits = uploadLimits } = route.multipart;
  const required = route.multipart.files === 'required';
  const file = {
    type: 'array',
    items: { type: 'string', contentMediaType: 'application/octet-stream' },
    minItems: required ? 1 : 0,
    maxItems: limits.files,
    description: `Files of at most ${limits.fileSize} bytes each; any field name is taken`,
  };
  // The schema of the text fields allows no others, so it cannot be referred to: its fields are repeated beside the files.
  const { properties = {}, required: fields = [] } = resolved(json.schema, schemas);
  const form = { type: 'object', properties: { ...properties, file }, required: [...fields, ...(required ? ['file'] : [])] };
  return { 'multipart/form-data': { schema: form }, ...(required ? {} : { 'application/json': json }) };
}

/** The schema itself where it is a reference into the components. */
function resolved(schema: Json, { components }: Schemas): { properties?: Json; required?: string[] } {
  const { $ref } = schema as { $ref?: string };
  return ($ref === undefined ? schema : components[$ref.replace('#/components/schemas/', '')]) as {
    properties?: Json;
    required?: string[];
  };
}

function parameters(route: Route, schemas: Schemas): Json[] {
  const inPath = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
  const inQuery: Json[] = [];
  if (route.query !== undefined) {
    const { properties, required } = schemas.render(route.query, 'input') as { properties?: Record<string, Json>; required?: string[] };
    for (const [name, { description, ...schema }] of Object.entries(properties ?? {})) {
      inQuery.push({
        name,
        in: 'query',
        required: required?.includes(name) ?? false,
        ...(description === undefined ? {} : { description }),
        schema,
      });
    }
  }
  const headers: Json[] = [];
  if (honoursIfMatch(route)) {
    headers.push(header('If-Match', 'Only if the record has this version, such as `"3"`; else 412'));
    headers.push(header('If-None-Match', 'Unless the record has this version, or with `*` unless there is one; else 412'));
  }
  if (canBeKnown(route)) headers.push(header('If-None-Match', 'Unless it has this `ETag`; else 304'));
  if (route.creates)
    headers.push(header('Idempotency-Key', 'Repeating the request with the same key within 24 hours gives the first answer again'));
  if (hasRanges(route)) headers.push(header('Range', 'Only these bytes, such as `bytes=0-1023`'));
  if (route.stream) headers.push(header('Last-Event-ID', 'Continue a stream after the event with this `id`'));
  return [...inPath, ...inQuery, ...headers];
}

/** Files that are made for the answer are sent whole. */
const hasRanges = ({ file, made, method }: Route): boolean => file === true && made !== true && method === 'GET';

/** Whether what the caller has already is not sent again. */
const canBeKnown = (route: Route): boolean =>
  route.method === 'GET' && ((route.versioned === true && route.derived !== true) || route.file === true);

function header(name: string, description: string): Json {
  return { name, in: 'header', required: false, description, schema: { type: 'string' } };
}

const meanings: Readonly<Record<Route['status'], string>> = { 200: 'The answer', 201: 'Created', 202: 'It goes on by itself', 204: 'Done' };

function responses(route: Route, schemas: Schemas): Json {
  const content: Json = {};
  const job = route.jobResult === undefined ? null : jobGiving(schemas.render(route.jobResult, 'output'), schemas);
  if (route.reply !== undefined) content['application/json'] = { schema: job?.[route.status] ?? schemas.render(route.reply, 'output') };
  if (route.file) content['*/*'] = { schema: { type: 'string', contentMediaType: 'application/octet-stream' } };
  if (route.stream || route.streamed) content['text/event-stream'] = { schema: { type: 'string' } };
  const headers: Json = { 'X-Request-Id': { schema: { type: 'string' } } };
  if (route.versioned && route.reply !== undefined) headers['ETag'] = { schema: { type: 'string' }, description: 'The version, quoted' };
  if (route.location !== undefined) headers['Location'] = { schema: { type: 'string' } };
  const good: Json = { description: meanings[route.status], headers };
  if (Object.keys(content).length > 0) good['content'] = content;
  const result: Json = { [route.status]: good };
  if (job !== null && route.status === 201) {
    result['202'] = { description: meanings[202], headers, content: { 'application/json': { schema: job[202] } } };
  } else if (route.statusOf !== undefined && route.status === 201) result['200'] = { ...good, description: 'What was there already' };
  if (route.statusOf !== undefined && route.status === 202) result['204'] = { description: meanings[204], headers };
  if (route.stream === 'ends') result['204'] = { description: 'Of a stream whose end `Last-Event-ID` names', headers };
  if (route.jsonRpc) {
    result['202'] = { description: 'Taken: a notification has no answer' };
    result['406'] = { description: '`Accept` does not name what it has to', content: { 'application/json': content['application/json'] } };
  }
  return { ...result, ...asAskedFor(route, good), ...failures(route, content) };
}

/** The answers to headers that ask for less than all of it. */
function asAskedFor(route: Route, { headers, ...good }: Json): Json {
  return {
    ...(hasRanges(route) ? { 206: { ...good, headers, description: 'The part that `Range` asks for' } } : {}),
    ...(canBeKnown(route) ? { 304: { description: 'What `If-None-Match` names, unchanged', headers } } : {}),
  };
}

/** The answers that are errors; `content` is what else the route answers with. */
function failures(route: Route, content: Json): Json {
  const result: Json = {};
  for (const [status, codes] of Object.entries(errorsByStatus(route))) {
    // What is wrong with a message itself.
    const own = route.jsonRpc && ['400', '413', '415'].includes(status) ? { 'application/json': content['application/json'] } : {};
    result[status] = {
      description: codes.map((code) => `\`${code}\``).join(', '),
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } }, ...own },
    };
  }
  return result;
}

/** A job whose `result` is this, and that result alone, by the status that answers with it. */
function jobGiving(result: Json, schemas: Schemas): Readonly<Partial<Record<Route['status'], Json>>> {
  const withResult = { type: 'object', properties: { result: { anyOf: [result, { type: 'null' }] } } };
  return { 201: result, 202: { allOf: [schemas.render(Job, 'output'), withResult] } };
}

/** What any route may answer with, by status; `validation_failed` also without a body, for unknown query parameters. */
function errorsByStatus(route: Route): Record<string, ErrorCode[]> {
  // 405 is of the path's other methods; it is told here because there is no other place for it. 503 also while the service starts.
  const codes = new Set<ErrorCode>([
    'forbidden',
    'validation_failed',
    'method_not_allowed',
    'internal',
    'unavailable',
    ...(route.errors ?? []),
  ]);
  if (route.access !== 'public') codes.add('unauthorized');
  if (route.scope !== null) codes.add('insufficient_scope');
  if (route.method !== 'GET') for (const code of ['malformed_json', 'too_large', 'unsupported_media_type'] as const) codes.add(code);
  if (hasRanges(route)) codes.add('range_not_satisfiable');
  if (route.path.includes(':')) codes.add('not_found');
  if (honoursIfMatch(route)) codes.add('version_mismatch');
  if (route.creates) codes.add('idempotency_mismatch');
  if (route.method !== 'GET') codes.add('storage_full');
  const result: Record<string, ErrorCode[]> = {};
  for (const code of codes) (result[errorStatus[code]] ??= []).push(code);
  return result;
}
