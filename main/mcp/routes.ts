import { mcpApi } from '../contract/mcp.ts';
import type { Call } from '../invoke/call.ts';
import type { Endpoint } from '../invoke/endpoint.ts';
import type { StreamAnswer } from '../lib/answer.ts';
import type { McpServices } from './server.ts';

/** Streams of changes that are open at a time; each costs a connection and a place in the change feed. */
const maxStreams = 64;

type Headers = Readonly<Record<string, string>>;
type McpRoute = (typeof mcpApi)[keyof typeof mcpApi];

/** Whether the message asks for a stream of changes, which goes on until one side ends it. */
function asksForChanges(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'method' in message && message.method === 'subscriptions/listen';
}

export function mcpRoutes(services: McpServices): Endpoint[] {
  let streams = 0;
  const start = async (call: Call, headers: Headers, signal: AbortSignal, textAlone: boolean): Promise<StreamAnswer> => {
    // Loaded with the first message: a start does not wait for the protocol's library.
    const { answerMessage } = await import('./server.ts');
    return answerMessage(services, { call, headers, signal, mayListen: streams <= maxStreams, textAlone });
  };
  const endpoint = (route: McpRoute, textAlone: boolean): Endpoint => ({
    kind: 'json-rpc',
    route,
    open: (call, headers) => {
      const answer = (signal: AbortSignal): Promise<StreamAnswer> => start(call, headers, signal, textAlone);
      if (!asksForChanges(call.body)) return { mayGoOn: false, start: answer };
      return {
        mayGoOn: true,
        start: async (signal) => {
          streams += 1;
          const ended = (): void => {
            streams -= 1;
          };
          try {
            const begun = await answer(signal);
            return { ...begun, body: followed(begun.body, ended) };
          } catch (error) {
            ended();
            throw error;
          }
        },
      };
    },
  });
  return [endpoint(mcpApi.mcp, false), endpoint(mcpApi.mcpText, true)];
}

/** The same bytes; `ended` is called once they are over, or the reader has left. */
async function* followed(body: AsyncIterable<Uint8Array>, ended: () => void): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } finally {
    ended();
  }
}
