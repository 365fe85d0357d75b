// POST /v1/completions

import { randomUUID } from 'node:crypto';
import { LlamaCompletion } from 'node-llama-cpp';
import type { Engine } from './engine.ts';
import { type ModelReply, Speed } from './reply.ts';
import { CompletionBody, parseBody } from './requests.ts';
import { finishReason, samplingOptions } from './sampling.ts';

/** What OpenAI takes for this route unless told. */
const usualTokens = 16;

/** Goes on with a text; settles when the answer is complete, or the caller has left. Throws an `ApiError` for what is refused. */
export async function answerCompletion(engine: Engine, sent: unknown, reply: ModelReply, signal: AbortSignal): Promise<void> {
  const body = parseBody(CompletionBody, sent);
  const streams = body.stream === true;
  engine.checkLength(body.prompt.length);
  const prompt = engine.model.tokenize(body.prompt);
  const most = Math.min(engine.roomAfter(prompt.length), body.max_tokens ?? usualTokens);
  const head = { id: `cmpl-${randomUUID()}`, object: 'text_completion', created: Math.floor(Date.now() / 1000), model: engine.name };
  const choice = (text: string, finish: string | null): object => ({
    ...head,
    choices: [{ index: 0, text, logprobs: null, finish_reason: finish }],
  });
  const speed = new Speed();
  await engine.turn(prompt, signal, async (sequence) => {
    if (streams) reply.open();
    using completion = new LlamaCompletion({ contextSequence: sequence });
    const result = await completion.generateCompletionWithMeta(prompt, {
      ...samplingOptions(body),
      maxTokens: most,
      disableContextShift: true,
      signal,
      stopOnAbortSignal: true,
      onToken: (tokens) => {
        speed.count(tokens.length);
      },
      onTextChunk: (text) => {
        if (streams && text !== '') reply.event(choice(text, null));
      },
    });
    if (signal.aborted) return;
    engine.tokensPerSecond = speed.perSecond ?? engine.tokensPerSecond;
    const usage = { prompt_tokens: prompt.length, completion_tokens: speed.tokens, total_tokens: prompt.length + speed.tokens };
    const finish = finishReason(result.metadata.stopReason);
    if (!streams) {
      reply.json(200, { ...choice(result.response, finish), usage });
      return;
    }
    reply.event(choice('', finish));
    if (body.stream_options?.include_usage === true) reply.event({ ...head, choices: [], usage });
    reply.done();
  });
}
