import { aiApi } from '../../contract/ai.ts';
import { plain, streamed, type Endpoint } from '../../http/handler.ts';
import type { Ai } from './ai.ts';

export function aiRoutes(ai: Ai): Endpoint[] {
  return [
    plain(aiApi.readLocalModel, ({ caller }) => ai.local(caller)),
    plain(aiApi.startLocalModel, () => ai.start()),
    plain(aiApi.stopLocalModel, () => ai.stop()),
    plain(aiApi.restartLocalModel, () => ai.restart()),
    streamed(aiApi.chat, ({ body, query }, signal) => ai.ask('/chat/completions', query.provider, body, signal)),
    plain(aiApi.listModels, ({ query }) => ai.models(query.provider)),
    plain(aiApi.listProviders, ({ caller }) => ai.providers(caller)),
    streamed(aiApi.openAiChat, ({ body, query }, signal) => ai.ask('/chat/completions', query.provider, body, signal)),
    streamed(aiApi.openAiCompletions, ({ body, query }, signal) => ai.ask('/completions', query.provider, body, signal)),
    streamed(aiApi.openAiEmbeddings, ({ body, query }, signal) => ai.ask('/embeddings', query.provider, body, signal)),
    plain(aiApi.openAiModels, ({ query }) => ai.models(query.provider)),
  ];
}
