import { z } from 'zod';
import { route } from './route.ts';
import { instant, unboundedList } from './text.ts';

export const LocalModel = z
  .object({
    state: z.enum(['stopped', 'starting', 'ready', 'stopping', 'failed']),
    modelPath: z.string().nullable().meta({ description: 'The file that is loaded, else `LOCAL_MODEL_PATH`; shown to the owner only' }),
    modelName: z
      .string()
      .nullable()
      .meta({ description: 'The name of the loaded file without `.gguf`, by which a request can ask for it' }),
    port: z.int().nullable().meta({ description: 'Where the server listens, else where it would at its next start' }),
    pid: z.int().nullable(),
    error: z.string().nullable().meta({ description: 'Why it failed, or why it was started again; the owner alone is told the details' }),
    startedAt: instant.nullable().meta({ description: 'When the process that runs now was started' }),
    loadProgress: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .meta({ description: 'While it starts: how much of the model has been loaded, from 0 to 1, once that is known' }),
    memoryBytes: z.int().nullable().meta({ description: 'Resident memory of the process' }),
    contextSize: z.int().nullable().meta({ description: 'How many tokens a conversation can have' }),
    tokensPerSecond: z.number().nullable().meta({ description: 'How fast the last reply came' }),
  })
  .meta({ id: 'LocalModel', description: 'The built-in model server' });

export type LocalModel = z.infer<typeof LocalModel>;

const Message = z
  .looseObject({ role: z.string('must be a string').meta({ example: 'user' }) }, 'must be a message with a role')
  .meta({ example: { role: 'user', content: 'Hello' } });

const passedOn = 'fields that are not named here are passed on';
const modelField = z.string('must be a string').optional().meta({ description: '`AI_MODEL` when absent or `default`', example: 'default' });
const streamField = z
  .boolean('must be true or false')
  .nullable()
  .optional()
  .meta({ description: 'Answer with Server-Sent Events, piece by piece' });

/** What OpenAI's chat completions take. Only what the service itself looks at is checked: the rest is the provider's to judge. */
const ChatRequest = z
  .looseObject({
    messages: unboundedList(Message, 'must be a list of messages', 'must hold at least one message'),
    model: modelField,
    stream: streamField,
  })
  .meta({ id: 'ChatRequest', description: `A request to OpenAI’s chat completions; ${passedOn}` });

type ChatRequest = z.infer<typeof ChatRequest>;

const Model = z.looseObject({ id: z.string(), object: z.literal('model') });

export type Model = z.infer<typeof Model>;

export const ModelList = z
  .object({ object: z.literal('list'), data: z.array(Model) })
  .meta({ id: 'ModelList', description: 'Models, in the form of OpenAI’s list' });

export type ModelList = z.infer<typeof ModelList>;

/** Text, texts, tokens or lists of tokens: which of them can be taken is for who answers to say. */
const Texts = z.union([z.string(), z.array(z.unknown()).min(1)], 'must be a text or a list').meta({ example: 'Once upon a time' });

const CompletionRequest = z
  .looseObject({ prompt: Texts, model: modelField, stream: streamField })
  .meta({ id: 'CompletionRequest', description: `A request to OpenAI’s completions; ${passedOn}` });

const EmbeddingRequest = z
  .looseObject({ input: Texts, model: modelField })
  .meta({ id: 'EmbeddingRequest', description: `A request to OpenAI’s embeddings; ${passedOn}` });

/** What one of these requests has in common with the others. */
export type ModelRequest = Readonly<Record<string, unknown>> & { readonly model?: string | undefined };

export const AiProvider = z
  .object({
    id: z.string().meta({ description: 'For `provider=`', example: 'profile:openai' }),
    kind: z.enum(['local', 'standard', 'profile']).meta({ description: 'The built-in model, the plain three keys, or a profile' }),
    profile: z.string().nullable(),
    baseUrl: z.string().nullable().meta({ description: 'Shown to the owner only; null for the built-in model' }),
    model: z.string().nullable().meta({ description: 'The model that answers when a request names none' }),
    isActive: z.boolean().meta({ description: 'It answers requests that name no provider' }),
    isConfigured: z.boolean().meta({ description: 'False for the built-in model while `LOCAL_MODEL_PATH` is unset' }),
  })
  .meta({ id: 'AiProvider', description: 'A provider that the service can ask' });

export type AiProvider = z.infer<typeof AiProvider>;

export const ProviderQuery = z.strictObject({
  provider: z
    .string()
    .regex(/^(?:local|standard|profile:[a-z0-9-]+)$/, 'must be local, standard, or profile: with the name of a profile')
    .optional()
    .meta({ description: 'Who is asked, by its `id` of `GET /api/ai/providers`; the active one when absent', example: 'local' }),
});

/** A conversation can hold pictures, in base64. */
const maxChatBytes = 16 * 1024 * 1024;

/** What those of OpenAI's routes have in common that a model answers. */
const asked = {
  access: 'user',
  tag: 'AI for OpenAI clients',
  query: ProviderQuery,
  status: 200,
  errors: ['not_found', 'invalid_document', 'rate_limited', 'upstream_failed'],
} as const;

/** The base URL of the OpenAI-compatible interface: errors below it have OpenAI's form as well. */
export const openAiBasePath = '/api/ai/v1';

export const aiApi = {
  readLocalModel: route('readLocalModel', {
    access: 'user',
    scope: 'ai:read',
    tag: 'AI',
    summary: 'Tell how the built-in model server is',
    status: 200,
    reply: LocalModel,
  }),
  startLocalModel: route('startLocalModel', {
    access: 'owner',
    scope: 'ai:write',
    tag: 'AI',
    summary: 'Start the built-in model server',
    description:
      'Answers before the model is loaded: `GET /api/ai/local` tells when it is `ready`, or why it `failed`. A chat starts it as well.',
    status: 200,
    reply: LocalModel,
  }),
  stopLocalModel: route('stopLocalModel', {
    access: 'owner',
    scope: 'ai:write',
    tag: 'AI',
    summary: 'Stop the built-in model server',
    description: 'Answers when it has stopped. Replies that are being made are cut off.',
    status: 200,
    reply: LocalModel,
  }),
  restartLocalModel: route('restartLocalModel', {
    access: 'owner',
    scope: 'ai:write',
    tag: 'AI',
    summary: 'Stop the built-in model server and start it again',
    description: 'With the configuration as it is now. Answers before the model is loaded.',
    status: 200,
    reply: LocalModel,
  }),
  chat: route('chat', {
    access: 'user',
    scope: 'ai:write',
    tag: 'AI',
    summary: 'Let a language model answer',
    description:
      'Takes what OpenAI’s chat completions take and answers as they do. It goes to `AI_BASE_URL` with `AI_API_KEY`, or, while ' +
      '`AI_BASE_URL` is unset, to the built-in model, ' +
      'which is loaded at first use. In a folder of models `model` chooses one; a name that is not there means the one that is loaded, ' +
      'or the first.',
    query: ProviderQuery,
    body: ChatRequest,
    bodyLimit: maxChatBytes,
    status: 200,
    reply: z.looseObject({}).meta({ description: 'A chat completion' }),
    streamed: true,
    errors: ['not_found', 'invalid_document', 'rate_limited', 'upstream_failed'],
  }),
  listModels: route('listModels', {
    access: 'user',
    scope: 'ai:read',
    tag: 'AI',
    summary: 'List the models that can be asked',
    description: 'Those of `AI_BASE_URL`, or the files at `LOCAL_MODEL_PATH`.',
    query: ProviderQuery,
    status: 200,
    reply: ModelList,
    errors: ['not_found', 'rate_limited', 'upstream_failed', 'unavailable'],
  }),
  listProviders: route('listProviders', {
    access: 'user',
    scope: 'ai:read',
    tag: 'AI',
    summary: 'List who can be asked',
    description: 'The built-in model, the provider of the plain keys, and the profiles, as the configuration is now.',
    status: 200,
    reply: z.object({ items: z.array(AiProvider) }),
  }),
  openAiChat: route('openAiChat', {
    ...asked,
    scope: 'ai:write',
    summary: 'Chat completions, for any OpenAI client',
    description:
      'The base URL of a client is `/api/ai/v1` of this service, its API key an access token. The same as `POST /api/ai/chat`, ' +
      'and errors carry OpenAI’s `error` as well.',
    body: ChatRequest,
    bodyLimit: maxChatBytes,
    reply: z.looseObject({}).meta({ description: 'A chat completion' }),
    streamed: true,
  }),
  openAiCompletions: route('openAiCompletions', {
    ...asked,
    scope: 'ai:write',
    summary: 'Completions, for any OpenAI client',
    description: 'Goes on with a text. Not every provider has this; the built-in model does.',
    body: CompletionRequest,
    bodyLimit: maxChatBytes,
    reply: z.looseObject({}).meta({ description: 'A completion' }),
    streamed: true,
  }),
  openAiEmbeddings: route('openAiEmbeddings', {
    ...asked,
    scope: 'ai:write',
    summary: 'Embeddings, for any OpenAI client',
    description: 'Not every provider has this; the built-in model does.',
    body: EmbeddingRequest,
    bodyLimit: maxChatBytes,
    reply: z.looseObject({}).meta({ description: 'A list of embeddings' }),
    streamed: true,
  }),
  openAiModels: route('openAiModels', {
    ...asked,
    scope: 'ai:read',
    summary: 'The models that can be asked, for any OpenAI client',
    description: 'The same as `GET /api/ai/models`.',
    reply: ModelList,
    errors: ['not_found', 'rate_limited', 'upstream_failed', 'unavailable'],
  }),
  openAiModel: route('openAiModel', {
    ...asked,
    scope: 'ai:read',
    summary: 'One of the models that can be asked, for any OpenAI client',
    description: 'As the list has it. A `/` in its id is written as `%2F`. 404 for one that is not in the list.',
    reply: Model.meta({ description: 'A model, in the form of OpenAI’s' }),
    errors: ['not_found', 'rate_limited', 'upstream_failed', 'unavailable'],
  }),
} as const;
