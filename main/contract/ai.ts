import { z } from 'zod';
import { route } from './route.ts';
import { instant } from './text.ts';

export const LocalModel = z
  .object({
    state: z.enum(['stopped', 'starting', 'ready', 'stopping', 'failed']),
    modelPath: z.string().nullable().meta({ description: 'The file that is loaded, else `LOCAL_MODEL_PATH`; shown to the owner only' }),
    modelName: z.string().nullable().meta({ description: 'The name of the loaded file without `.gguf`, by which a request can ask for it' }),
    port: z.int().nullable().meta({ description: 'Where the server listens, else where it would at its next start' }),
    pid: z.int().nullable(),
    error: z.string().nullable().meta({ description: 'Why it failed, or why it was started again' }),
    startedAt: instant.nullable().meta({ description: 'When the process that runs now was started' }),
    memoryBytes: z.int().nullable().meta({ description: 'Resident memory of the process' }),
    contextSize: z.int().nullable().meta({ description: 'How many tokens a conversation can have' }),
    tokensPerSecond: z.number().nullable().meta({ description: 'How fast the last reply came' }),
  })
  .meta({ id: 'LocalModel', description: 'The built-in model server' });

export type LocalModel = z.infer<typeof LocalModel>;

const Message = z.looseObject({ role: z.string('must be a string').meta({ example: 'user' }) }, 'must be a message with a role').meta({ example: { role: 'user', content: 'Hello' } });

/** What OpenAI's chat completions take. Only what the service itself looks at is checked: the rest is the provider's to judge. */
export const ChatRequest = z
  .looseObject({
    messages: z.array(Message, 'must be a list of messages').min(1, 'must hold at least one message'),
    model: z.string('must be a string').optional().meta({ description: '`AI_MODEL` when absent' }),
    stream: z.boolean('must be true or false').nullable().optional().meta({ description: 'Answer with Server-Sent Events, piece by piece' }),
  })
  .meta({ id: 'ChatRequest', description: 'A request to OpenAI’s chat completions; fields that are not named here are passed on' });

export type ChatRequest = z.infer<typeof ChatRequest>;

export const ModelList = z
  .object({
    object: z.literal('list'),
    data: z.array(z.looseObject({ id: z.string(), object: z.literal('model') })),
  })
  .meta({ id: 'ModelList', description: 'Models, in the form of OpenAI’s list' });

export type ModelList = z.infer<typeof ModelList>;

/** A conversation can hold pictures, in base64. */
const longestChat = 16 * 1024 * 1024;

export const aiApi = {
  readLocalModel: route({
    method: 'GET',
    path: '/api/ai/local',
    access: 'user',
    tag: 'AI',
    summary: 'Tell how the built-in model server is',
    status: 200,
    reply: LocalModel,
  }),
  startLocalModel: route({
    method: 'POST',
    path: '/api/ai/local/start',
    access: 'owner',
    tag: 'AI',
    summary: 'Start the built-in model server',
    description: 'Answers before the model is loaded: `GET /api/ai/local` tells when it is `ready`, or why it `failed`. A chat starts it as well.',
    status: 200,
    reply: LocalModel,
  }),
  stopLocalModel: route({
    method: 'POST',
    path: '/api/ai/local/stop',
    access: 'owner',
    tag: 'AI',
    summary: 'Stop the built-in model server',
    description: 'Answers when it has stopped. Replies that are being made are cut off.',
    status: 200,
    reply: LocalModel,
  }),
  restartLocalModel: route({
    method: 'POST',
    path: '/api/ai/local/restart',
    access: 'owner',
    tag: 'AI',
    summary: 'Stop the built-in model server and start it again',
    description: 'With the configuration as it is now. Answers before the model is loaded.',
    status: 200,
    reply: LocalModel,
  }),
  chat: route({
    method: 'POST',
    path: '/api/ai/chat',
    access: 'user',
    tag: 'AI',
    summary: 'Let a language model answer',
    description:
      'Takes what OpenAI’s chat completions take and answers as they do. It goes to `AI_BASE_URL` with `AI_API_KEY`, or, while `AI_BASE_URL` is unset, to the built-in model, ' +
      'which is loaded at first use. In a folder of models `model` chooses one; a name that is not there means the one that is loaded, or the first.',
    body: ChatRequest,
    bodyLimit: longestChat,
    status: 200,
    reply: z.looseObject({}).meta({ description: 'A chat completion' }),
    streamed: true,
    errors: ['not_found', 'invalid_document', 'rate_limited', 'upstream_failed'],
  }),
  listModels: route({
    method: 'GET',
    path: '/api/ai/models',
    access: 'user',
    tag: 'AI',
    summary: 'List the models that can be asked',
    description: 'Those of `AI_BASE_URL`, or the files at `LOCAL_MODEL_PATH`.',
    status: 200,
    reply: ModelList,
    errors: ['not_found', 'rate_limited', 'upstream_failed', 'unavailable'],
  }),
} as const;
