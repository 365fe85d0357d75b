// What the server takes, field by field. Fields that it does not know are let pass, as OpenAI's clients send new ones all the time.

import { z } from 'zod';
import { badField } from './api-error.ts';

const text = z.string('must be a string');
const optionalNumber = (min: number, max: number) =>
  z.number('must be a number').min(min, `must be at least ${min}`).max(max, `must be at most ${max}`).nullish();
const tokens = z.int('must be a whole number').min(1, 'must be at least 1').nullish();
const stop = z
  .union([text, z.array(text, 'must be a list').max(16, 'must be at most 16')], 'must be a string or a list of strings')
  .nullish();
const flag = z.boolean('must be true or false').nullish();

/** Fields that change what is answered, and that cannot be honoured: better refused than passed over. */
const unsupported = {
  n: z.literal(1, 'can only be 1 here').nullish(),
  logprobs: z.union([z.literal(false), z.literal(0)], 'is not supported here').nullish(),
};

const sampling = {
  temperature: optionalNumber(0, 2),
  top_p: optionalNumber(0, 1),
  seed: z.int('must be a whole number').nullish(),
  frequency_penalty: optionalNumber(-2, 2),
  presence_penalty: optionalNumber(-2, 2),
  stop,
  stream: flag,
  stream_options: z.looseObject({ include_usage: flag }).nullish(),
};

const Part = z.looseObject({ type: text, text: text.optional() });
const Content = z.union([text, z.array(Part)], 'must be text or a list of parts').nullish();
const ToolCall = z.looseObject({ id: text, function: z.looseObject({ name: text, arguments: text }) });

const ChatMessage = z.looseObject({
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool'], 'must be system, developer, user, assistant or tool'),
  content: Content,
  tool_calls: z.array(ToolCall).nullish(),
  tool_call_id: text.nullish(),
});

export type ChatMessage = z.infer<typeof ChatMessage>;

const OfferedTool = z.looseObject({
  type: z.literal('function', 'must be function'),
  function: z.looseObject({
    name: text.regex(/^[\w.-]{1,64}$/, 'must be 1–64 letters, digits, _, . or -'),
    description: text.nullish(),
    parameters: z.unknown(),
  }),
});

export type OfferedTool = z.infer<typeof OfferedTool>;

const ResponseFormat = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('text') }),
  z.looseObject({ type: z.literal('json_object') }),
  z.looseObject({ type: z.literal('json_schema'), json_schema: z.looseObject({ schema: z.unknown(), strict: flag }) }),
]);

const ToolChoice = z.union(
  [z.enum(['none', 'auto', 'required']), z.looseObject({ type: z.literal('function'), function: z.looseObject({ name: text }) })],
  'must be none, auto, required or a function',
);

export const ChatBody = z.looseObject({
  ...sampling,
  ...unsupported,
  messages: z.array(ChatMessage, 'must be a list of messages').min(1, 'must hold at least one message'),
  max_tokens: tokens,
  max_completion_tokens: tokens,
  response_format: ResponseFormat.nullish(),
  tools: z.array(OfferedTool).max(128, 'must be at most 128').nullish(),
  tool_choice: ToolChoice.nullish(),
  parallel_tool_calls: flag,
});

export type ChatBody = z.infer<typeof ChatBody>;

export const CompletionBody = z.looseObject({
  ...sampling,
  ...unsupported,
  prompt: text,
  max_tokens: tokens,
  suffix: z.literal('', 'is not supported here').nullish(),
  echo: z.literal(false, 'is not supported here').nullish(),
  best_of: z.literal(1, 'can only be 1 here').nullish(),
});

export type CompletionBody = z.infer<typeof CompletionBody>;

export const EmbeddingBody = z.looseObject({
  input: z.union(
    [
      text.min(1, 'must not be empty'),
      z.array(text.min(1, 'must not be empty')).min(1, 'must not be empty').max(2048, 'must be at most 2048'),
    ],
    'must be a text or a list of texts, none of them empty',
  ),
  encoding_format: z.enum(['float', 'base64'], 'must be float or base64').nullish(),
  dimensions: z.never('is not supported here').nullish(),
});

export type EmbeddingBody = z.infer<typeof EmbeddingBody>;

/** The body as the schema gives it. Throws the 400 of the first field that does not fit. */
export function parseBody<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const path = issue?.path.join('.') ?? '';
  throw badField(path === '' ? 'The body' : path, issue?.message ?? 'is not valid');
}
