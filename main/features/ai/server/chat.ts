// POST /v1/chat/completions

import { randomUUID } from 'node:crypto';
import {
  LlamaChat,
  type ChatHistoryItem,
  type ChatModelFunctions,
  type LlamaChatResponseFunctionCallParamsChunk,
  type LlamaContextSequence,
  type LlamaGrammar,
  type Token,
} from 'node-llama-cpp';
import { ApiError } from './api-error.ts';
import type { Engine } from './engine.ts';
import { chatHistory } from './history.ts';
import { planOf, type Plan } from './plan.ts';
import { type ModelReply, Speed } from './reply.ts';
import { ChatBody, parseBody } from './requests.ts';
import { finishReason, samplingOptions } from './sampling.ts';

interface ToolCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
}

/** What came of a request. */
interface Outcome {
  readonly content: string;
  readonly reasoning: string;
  readonly calls: readonly ToolCall[];
  readonly finish: 'stop' | 'length' | 'tool_calls';
}

/** Told of the pieces of a reply as they come. */
interface Pieces {
  content(text: string): void;
  reasoning(text: string): void;
  /** Of the call number `index`: its beginning, with a name, or a further piece of its arguments. */
  call(index: number, piece: { readonly name?: string; readonly text: string }): void;
}

const callId = (): string => `call_${randomUUID().replaceAll('-', '')}`;

/** Answers a request; settles when the answer is complete, or the caller has left. Throws an `ApiError` for what is refused. */
export async function answerChat(engine: Engine, sent: unknown, reply: ModelReply, signal: AbortSignal): Promise<void> {
  const body = parseBody(ChatBody, sent);
  const plan = await planOf(engine, body);
  const history = chatHistory(body.messages);
  if (plan.kind === 'forced') history.unshift({ type: 'system', text: plan.instruction });
  const prompt = promptTokens(engine, history, plan);
  const room = engine.roomAfter(prompt.length);
  const most = Math.min(room, body.max_completion_tokens ?? body.max_tokens ?? room);
  const speed = new Speed();
  const answer = new ChatAnswer(engine, reply, body.stream === true);
  await engine.turn(prompt, signal, async (sequence) => {
    answer.begin();
    const outcome = await generate({ engine, sequence, history, plan, body, most, signal, speed }, answer);
    if (signal.aborted) return;
    engine.tokensPerSecond = speed.perSecond ?? engine.tokensPerSecond;
    const usage = { prompt_tokens: prompt.length, completion_tokens: speed.tokens, total_tokens: prompt.length + speed.tokens };
    answer.end(outcome, usage, body.stream_options?.include_usage === true);
  });
}

/** The conversation as the model reads it. Throws a 400 for one that its chat format refuses, or that is too long for it. */
function promptTokens(engine: Engine, history: ChatHistoryItem[], plan: Plan): Token[] {
  const described = plan.kind === 'tools' ? JSON.stringify(plan.functions).length : 0;
  engine.checkLength(history.reduce((sum, item) => sum + JSON.stringify(item).length, described));
  try {
    const functions = plan.kind === 'tools' ? { availableFunctions: plan.functions, documentFunctionParams: true } : {};
    return engine.chatWrapper.generateContextState({ chatHistory: history, ...functions }).contextText.tokenize(engine.model.tokenizer);
  } catch (error) {
    throw new ApiError(
      400,
      `The chat format of this model does not take these messages: ${(error as Error).message.split('\n')[0] ?? ''}`,
      { param: 'messages' },
    );
  }
}

interface Generation {
  readonly engine: Engine;
  readonly sequence: LlamaContextSequence;
  readonly history: ChatHistoryItem[];
  readonly plan: Plan;
  readonly body: ChatBody;
  readonly most: number;
  readonly signal: AbortSignal;
  readonly speed: Speed;
}

async function generate({ engine, sequence, history, plan, body, most, signal, speed }: Generation, pieces: Pieces): Promise<Outcome> {
  using chat = new LlamaChat({ contextSequence: sequence, chatWrapper: engine.chatWrapper });
  const before = sequence.tokenMeter.usedOutputTokens;
  const result = await chat.generateResponse(history, {
    ...samplingOptions(body),
    maxTokens: most,
    signal,
    stopOnAbortSignal: true,
    onToken: (tokens) => {
      speed.count(tokens.length);
    },
    onResponseChunk: (chunk) => {
      if (chunk.text === '' || plan.kind === 'forced') return;
      if (chunk.type === 'segment') pieces.reasoning(chunk.text);
      else pieces.content(chunk.text);
    },
    ...shape(plan, pieces),
  });
  // Thoughts and calls are tokens as well.
  speed.tokens = Math.max(speed.tokens, sequence.tokenMeter.usedOutputTokens - before);
  const reasoning = result.fullResponse.map((part) => (typeof part === 'string' ? '' : part.text)).join('');
  if (plan.kind === 'forced') return forcedOutcome(result.response, reasoning, finishReason(result.metadata.stopReason), pieces);
  const calls = (result.functionCalls ?? []).map(({ functionName, params }): ToolCall => ({
    id: callId(),
    type: 'function',
    function: { name: functionName, arguments: JSON.stringify(params ?? {}) },
  }));
  return { content: result.response, reasoning, calls, finish: calls.length > 0 ? 'tool_calls' : finishReason(result.metadata.stopReason) };
}

type Shape =
  | ({ readonly grammar?: LlamaGrammar } & { readonly functions?: never })
  | { readonly grammar?: never; readonly functions?: ChatModelFunctions };

/** The part of the options that decides what the reply can be. */
function shape(plan: Plan, pieces: Pieces): Shape {
  if (plan.kind === 'json' || plan.kind === 'forced') return { grammar: plan.grammar };
  if (plan.kind === 'text') return {};
  const named = new Set<number>();
  const options = {
    functions: plan.functions,
    documentFunctionParams: true,
    ...(plan.parallel ? {} : { maxParallelFunctionCalls: 1 }),
    onFunctionCallParamsChunk: ({ callIndex, functionName, paramsChunk }: LlamaChatResponseFunctionCallParamsChunk) => {
      // The grammar ends with line breaks, which no text of JSON holds.
      if (/^\n+$/.test(paramsChunk)) return;
      pieces.call(callIndex, { ...(named.has(callIndex) ? {} : { name: functionName }), text: paramsChunk });
      named.add(callIndex);
    },
  };
  return options;
}

/** A call that the grammar has forced; none if a limit has cut it off. */
function forcedOutcome(text: string, reasoning: string, finish: 'stop' | 'length', pieces: Pieces): Outcome {
  try {
    const called = JSON.parse(text) as { name: string; arguments: unknown };
    const written = JSON.stringify(called.arguments);
    pieces.call(0, { name: called.name, text: written });
    return {
      content: '',
      reasoning,
      calls: [{ id: callId(), type: 'function', function: { name: called.name, arguments: written } }],
      finish: 'tool_calls',
    };
  } catch {
    return { content: '', reasoning, calls: [], finish };
  }
}

interface Usage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly total_tokens: number;
}

/** Writes a completion, whole or in chunks. */
class ChatAnswer implements Pieces {
  readonly #reply: ModelReply;
  readonly #streams: boolean;
  readonly #head: { readonly id: string; readonly created: number; readonly model: string };

  constructor(engine: Engine, reply: ModelReply, streams: boolean) {
    this.#reply = reply;
    this.#streams = streams;
    this.#head = { id: `chatcmpl-${randomUUID()}`, created: Math.floor(Date.now() / 1000), model: engine.name };
  }

  begin(): void {
    if (!this.#streams) return;
    this.#reply.open();
    this.#chunk({ role: 'assistant', content: '' });
  }

  content(text: string): void {
    if (this.#streams) this.#chunk({ content: text });
  }

  reasoning(text: string): void {
    if (this.#streams) this.#chunk({ reasoning_content: text });
  }

  call(index: number, { name, text }: { readonly name?: string; readonly text: string }): void {
    if (!this.#streams) return;
    const head = name === undefined ? {} : { id: callId(), type: 'function' };
    this.#chunk({ tool_calls: [{ index, ...head, function: { ...(name === undefined ? {} : { name }), arguments: text } }] });
  }

  end({ content, reasoning, calls, finish }: Outcome, usage: Usage, withUsage: boolean): void {
    if (this.#streams) {
      this.#chunk({}, finish);
      if (withUsage) this.#reply.event({ ...this.#head, object: 'chat.completion.chunk', choices: [], usage });
      this.#reply.done();
      return;
    }
    const message = {
      role: 'assistant',
      content: calls.length > 0 && content === '' ? null : content,
      refusal: null,
      ...(reasoning === '' ? {} : { reasoning_content: reasoning }),
      ...(calls.length > 0 ? { tool_calls: calls } : {}),
    };
    this.#reply.json(200, {
      ...this.#head,
      object: 'chat.completion',
      choices: [{ index: 0, message, logprobs: null, finish_reason: finish }],
      usage,
    });
  }

  #chunk(delta: object, finish: Outcome['finish'] | null = null): void {
    this.#reply.event({
      ...this.#head,
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
    });
  }
}
