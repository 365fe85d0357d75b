import { aiApi } from '../contract/ai.ts';
import { plain, streamed, type Endpoint } from '../http/handler.ts';
import type { Ai } from './ai.ts';

export function aiRoutes(ai: Ai): Endpoint[] {
  return [
    plain(aiApi.readLocalModel, ({ caller }) => ai.local(caller)),
    plain(aiApi.startLocalModel, () => ai.start()),
    plain(aiApi.stopLocalModel, () => ai.stop()),
    plain(aiApi.restartLocalModel, () => ai.restart()),
    streamed(aiApi.chat, ({ body }, signal) => ai.chat(body, signal)),
    plain(aiApi.listModels, () => ai.models()),
  ];
}
