import { aiApi } from '../../contract/ai.ts';
import { proxiedStream, query, type Endpoint } from '../../invoke/endpoint.ts';
import type { Ai } from './ai.ts';

/** Whether the caller asked for the answer as a stream of events. */
const isStream = ({ body }: { readonly body: { readonly stream?: unknown } }): boolean => body.stream === true;

export function aiRoutes(ai: Ai): Endpoint[] {
  return [
    query(aiApi.readLocalModel, ({ caller }) => ai.local(caller)),
    query(aiApi.startLocalModel, () => ai.start()),
    query(aiApi.stopLocalModel, () => ai.stop()),
    query(aiApi.restartLocalModel, () => ai.restart()),
    proxiedStream(aiApi.chat, isStream, ({ body, query: { provider } }, signal) => ai.ask('/chat/completions', provider, body, signal)),
    query(aiApi.listModels, ({ query }) => ai.models(query.provider)),
    query(aiApi.listProviders, ({ caller }) => ai.providers(caller)),
    proxiedStream(aiApi.openAiChat, isStream, ({ body, query: { provider } }, signal) =>
      ai.ask('/chat/completions', provider, body, signal),
    ),
    proxiedStream(aiApi.openAiCompletions, isStream, ({ body, query: { provider } }, signal) =>
      ai.ask('/completions', provider, body, signal),
    ),
    proxiedStream(
      aiApi.openAiEmbeddings,
      () => false,
      ({ body, query: { provider } }, signal) => ai.ask('/embeddings', provider, body, signal),
    ),
    query(aiApi.openAiModels, ({ query }) => ai.models(query.provider)),
    query(aiApi.openAiModel, ({ params, query }) => ai.model(params.id, query.provider)),
  ];
}
