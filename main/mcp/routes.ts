import { mcpApi } from '../contract/mcp.ts';
import type { Call } from '../invoke/call.ts';
import type { Endpoint } from '../invoke/endpoint.ts';
import type { StreamAnswer } from '../lib/answer.ts';
import type { McpServices } from './server.ts';

/** Streams of changes that are open at a time; each costs a connection and a place in the change feed. */
const maxStreams = 64;

/** Whether the message asks for a stream of changes, which goes on until one side ends it. */
function asksForChanges(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'method' in message && message.method === 'subscriptions/listen';
}

export function mcpRoutes(services: McpServices): Endpoint[] {
  let streams = 0;
  const start = async (call: Call, headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<StreamAnswer> => {
    // Loaded with the first message: a start does not wait for the protocol's library.
    const { answerMessage } = await import('./server.ts');
    return answerMessage(services, { call, headers, signal, mayListen: streams <= maxStreams });
  };
  return [
    {
      kind: 'json-rpc',
      route: mcpApi.mcp,
      open: (call, headers) => {
        if (!asksForChanges(call.body)) return { mayGoOn: false, start: (signal) => start(call, headers, signal) };
        return {
          mayGoOn: true,
          start: async (signal) => {
            streams += 1;
            const ended = (): void => {
              streams -= 1;
            };
            try {
              const answer = await start(call, headers, signal);
              return { ...answer, body: followed(answer.body, ended) };
            } catch (error) {
              ended();
              throw error;
            }
          },
        };
      },
    },
  ];
}

/** The same bytes; `ended` is called once they are over, or the reader has left. */
async function* followed(body: AsyncIterable<Uint8Array>, ended: () => void): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } finally {
    ended();
  }
}
