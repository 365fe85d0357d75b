// The Model Context Protocol: one endpoint, whose messages are JSON-RPC 2.0 as the protocol's own specification has them.

import { z } from 'zod';
import { route } from './route.ts';

/** What an MCP client may send at most, in bytes: a whole note, as JSON may write it. */
const bodyLimit = 16 * 1024 * 1024;

const version = z.literal('2.0');

const messageId = z.union([z.string(), z.number()]);

/** For the description only: the protocol's library reads the messages, and tells of errors in its own way. */
const McpMessage = z
  .looseObject({
    jsonrpc: version,
    id: messageId.optional().meta({ description: 'Absent in a notification' }),
    method: z.string(),
    params: z.looseObject({}).optional(),
  })
  .meta({
    id: 'McpMessage',
    description: 'A message of the Model Context Protocol, revision 2026-07-28 or 2025-11-25',
    examples: [{ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list', arguments: { what: 'today' } } }],
  });

const McpAnswer = z
  .looseObject({
    jsonrpc: version,
    id: messageId.nullable(),
    result: z.looseObject({}).optional(),
    error: z.looseObject({ code: z.int(), message: z.string() }).optional(),
  })
  .meta({ id: 'McpAnswer', description: 'The answer to it: a result, or an error of JSON-RPC' });

const shared = {
  access: 'user',
  // Each tool needs its own.
  scope: null,
  tag: 'MCP',
  body: McpMessage,
  bodyLimit,
  status: 200,
  reply: McpAnswer,
  streamed: true,
  jsonRpc: true,
} as const;

export const mcpApi = {
  mcp: route('mcp', {
    ...shared,
    summary: 'Talk to Daybook by the Model Context Protocol',
    description:
      'Streamable HTTP without sessions, for revision 2026-07-28 and clients of 2025-11-25. Any token does: it is shown the tools, ' +
      'resources and prompts that its scopes allow. `Accept` must name `application/json` and `text/event-stream`. What is wrong with ' +
      'a message is told as an error of JSON-RPC, with status 400, 413 or 415 where it cannot be read; what a tool could not do is a ' +
      'result with `isError` and the `code` and `detail` of a problem. Only who may not ask at all gets a problem document. A ' +
      'notification is answered with 202. Tools answer by text, with ids, versions and cursors as structured content; by text alone ' +
      'where `User-Agent` names a client that would keep the text from its model (Claude Code, Codex).',
  }),
  mcpText: route('mcpText', {
    ...shared,
    summary: 'The same, where tools answer by text alone',
    description:
      'For clients that give their model the structured content of an answer in place of its text. All else is as at `/api/mcp`.',
  }),
} as const;
