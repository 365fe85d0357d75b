// Asks a model and reads its answer piece by piece.

import { EventSourceParserStream } from 'eventsource-parser/stream';
import { completionPiece } from '../../../main/contract/completion-piece.ts';
import { UnreachableError, type Client } from '../../api/client.ts';
import { routes } from '../../api/routes.ts';
import type { PromptMessage } from './prompt.ts';

export interface ChatChunk {
  readonly text: string;
  /** What the model thinks before it answers, where it shows that. */
  readonly thoughts: string;
  /** Why it has ended, such as `stop` or `length`; null while it goes on. */
  readonly finish: string | null;
}

/** The answer ended with an error, or without an end. `message` is for a person. */
export class BrokenAnswer extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BrokenAnswer';
  }
}

interface Ask {
  readonly messages: readonly PromptMessage[];
  /** As `GET /api/ai/providers` names it; null for the active one. */
  readonly provider: string | null;
  /** Null for the usual one. */
  readonly model: string | null;
  readonly signal: AbortSignal;
}

interface Choice {
  readonly delta?: Thoughts;
  readonly message?: Thoughts;
  readonly finish_reason?: string | null;
}

/** Each provider has a field of its own for them. */
interface Thoughts {
  readonly reasoning_content?: string | null;
  readonly reasoning?: string | null;
}

interface Data {
  readonly choices?: readonly Choice[];
  readonly error?: { readonly message?: string } | string;
}

/** Throws a `BrokenAnswer`, or as `Client.call` does. */
export async function* askModel(client: Client, { messages, provider, model, signal }: Ask): AsyncGenerator<ChatChunk, void> {
  const body = { messages: messages.map((message) => ({ ...message })), stream: true, ...(model === null ? {} : { model }) };
  const response = await client.open(routes.chat, { body, query: provider === null ? {} : { provider }, signal });
  let ended = false;
  for await (const data of dataOf(response, signal)) {
    if (data === '[DONE]') return;
    const piece = chunkOf(data);
    if (piece === null) continue;
    ended ||= piece.finish !== null;
    yield piece;
  }
  if (!ended) throw new BrokenAnswer('');
}

/**
 * The data of each event, or the whole document of a provider that sends none. Throws an `UnreachableError` when the connection breaks off.
 */
export async function* dataOf(response: Response, signal: AbortSignal): AsyncGenerator<string, void> {
  const isStream = response.headers.get('Content-Type')?.startsWith('text/event-stream') === true;
  const events = isStream
    ? response.body?.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream()).getReader()
    : undefined;
  try {
    if (events === undefined) {
      yield await response.text();
      return;
    }
    for (;;) {
      const { done, value } = await events.read();
      if (done) return;
      yield value.data;
    }
  } catch (error) {
    throw signal.aborted || error instanceof BrokenAnswer ? error : new UnreachableError({ cause: error });
  } finally {
    // Also when the reader has had enough: the connection goes with it.
    events?.cancel().catch(() => undefined);
  }
}

/** Null for an event that adds nothing, such as a count of tokens. */
function chunkOf(text: string): ChatChunk | null {
  const document = parsedData(text);
  const { choices, error } = document;
  if (error !== undefined) throw new BrokenAnswer(typeof error === 'string' ? error : (error.message ?? ''));
  const choice = choices?.[0];
  if (choice === undefined) return null;
  const { reasoning_content: thoughts, reasoning = '' } = choice.delta ?? choice.message ?? {};
  // A whole document says why it ended, or has ended all the same.
  const finish = choice.finish_reason ?? (choice.message === undefined ? null : 'stop');
  return { text: completionPiece(document).content, thoughts: thoughts ?? reasoning ?? '', finish };
}

function parsedData(text: string): Data {
  try {
    return JSON.parse(text) as Data;
  } catch {
    throw new BrokenAnswer('');
  }
}
