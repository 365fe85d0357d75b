import { ApiError } from './api-error.ts';
import type { Engine } from './engine.ts';
import type { RouteHandler } from './http-server.ts';

/** What the server answers; `engine` gives null while the model is being loaded. */
export function serverRoutes(engine: () => Engine | null, name: string): Readonly<Record<string, RouteHandler>> {
  const created = Math.floor(Date.now() / 1000);
  const model = { id: name, object: 'model', created, owned_by: 'local' };
  const loaded = (): Engine => {
    const found = engine();
    if (found === null) throw new ApiError(503, 'The model is being loaded', { code: 'loading', headers: { 'Retry-After': '1' } });
    return found;
  };
  return {
    'GET /health': (_body, reply) => {
      loaded();
      reply.json(200, { status: 'ok' });
    },
    'GET /v1/models': (_body, reply) => {
      reply.json(200, { object: 'list', data: [model] });
    },
    // Loaded with the first request: the library is there by then.
    'POST /v1/chat/completions': async (...request) => (await import('./chat.ts')).answerChat(loaded(), ...request),
    'POST /v1/completions': async (...request) => (await import('./completion.ts')).answerCompletion(loaded(), ...request),
    'POST /v1/embeddings': async (...request) => (await import('./embeddings.ts')).answerEmbeddings(loaded(), ...request),
  };
}
