// Reads what a model answers, as it comes: its text, the tools that it calls, and what that cost.

import { createParser } from 'eventsource-parser';
import { AppError } from '../../lib/app-error.ts';
import { completionPiece, type CutReason } from '../../contract/completion-piece.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import { errorStatus } from '../../contract/errors.ts';
import type { StreamAnswer } from '../../lib/answer.ts';
import { maybeJson } from '../../lib/json.ts';

/** Characters of one answer: its text, and the arguments of its calls. */
const maxLength = 1024 * 1024;
/** Characters of one piece of it, in JSON, where escapes can lengthen it: more is not read. */
const maxPiece = 2 * maxLength;
/** Bytes of it: what a provider sends around each piece is many times the text, and may never end. */
const maxBytes = 64 * 1024 * 1024;
/** Calls of one answer that are read; a run carries out fewer. */
const maxCalls = 128;

export interface CalledTool {
  /** The model's own name for the call; empty where it gives none. */
  readonly id: string;
  readonly tool: string;
  /** As it was written. */
  readonly arguments: string;
}

export interface ModelCompletion {
  readonly content: string;
  readonly calls: readonly CalledTool[];
  /** Why the provider has ended it before its end; null where it has not. */
  readonly cut: CutReason | null;
  /** Null where the provider does not count. */
  readonly usage: { readonly promptTokens: number; readonly completionTokens: number } | null;
}

interface PartialCall {
  /** Its place among the calls of the answer, as the provider counts. */
  readonly at: number;
  id: string;
  tool: string;
  arguments: string;
}

/**
 * The answer of a model that was asked for a stream; one that comes in one piece does as well. `told` gets the text as it comes. Throws
 * `upstream_failed`, and what the provider says inside of the stream.
 */
export async function readCompletion(answer: StreamAnswer, told: (text: string) => void): Promise<ModelCompletion> {
  const reader = new CompletionReader(told);
  if (/^text\/event-stream\b/i.test(answer.headers['Content-Type'] ?? '')) {
    const decoder = new TextDecoder();
    const parser = createParser({
      onEvent: ({ data }) => {
        if (data.trim() !== '[DONE]') reader.take(parsed(data));
      },
    });
    for await (const chunk of bounded(answer.body)) parser.feed(decoder.decode(chunk, { stream: true }));
    parser.feed(`${decoder.decode()}\n\n`);
  } else {
    const chunks: Uint8Array[] = [];
    for await (const chunk of bounded(answer.body)) chunks.push(chunk);
    reader.take(parsed(Buffer.concat(chunks).toString()));
  }
  return reader.result();
}

const failed = (detail: string): AppError => new AppError('upstream_failed', detail);
const tooLong = (): AppError => failed(`The model answered with more than ${maxLength} characters`);

async function* bounded(body: StreamAnswer['body']): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw failed(`The model answered with more than ${maxBytes / 1024 ** 2} MB`);
    yield chunk;
  }
}

function parsed(text: string): unknown {
  if (text.length > maxPiece) throw tooLong();
  const document = maybeJson(text);
  if (document === undefined) throw failed('The model answered with what is no JSON');
  return document;
}

class CompletionReader {
  readonly #told: (text: string) => void;
  readonly #calls: PartialCall[] = [];
  #content = '';
  #length = 0;
  #cut: CutReason | null = null;
  #usage: ModelCompletion['usage'] = null;

  constructor(told: (text: string) => void) {
    this.#told = told;
  }

  /** A chunk of a stream, or a whole completion. */
  take(document: unknown): void {
    const { usage, error } = Object(document) as { usage?: unknown; error?: unknown };
    if (error !== undefined && error !== null) throw toldError(error);
    this.#count(usage);
    const { content, calls, cut } = completionPiece(document);
    this.#cut = cut ?? this.#cut;
    if (content !== '') {
      this.#grow(content.length);
      this.#content += content;
      this.#told(content);
    }
    for (const [place, call] of calls.entries()) this.#call(call, place);
  }

  result(): ModelCompletion {
    const inOrder = this.#calls.toSorted((a, b) => a.at - b.at);
    const calls = inOrder.map(({ id, tool, arguments: written }) => ({ id, tool, arguments: written }));
    return { content: this.#content.toWellFormed(), calls, cut: this.#cut, usage: this.#usage };
  }

  /** The call that a piece goes on with. Some providers send whole calls one after the other, all of them of index 0 or of none. */
  #known(at: number, id: string, isNamed: boolean): PartialCall | undefined {
    const there = this.#calls.filter((call) => call.at === at);
    if (id !== '') return there.find((call) => call.id === id) ?? there.findLast((call) => call.id === '');
    return isNamed ? undefined : there.at(-1);
  }

  #begin(at: number): PartialCall {
    if (this.#calls.length >= maxCalls) throw failed(`The model asked for more than ${maxCalls} tools at once`);
    const call = { at, id: '', tool: '', arguments: '' };
    this.#calls.push(call);
    return call;
  }

  #call(call: unknown, place: number): void {
    const { index, id, function: called } = Object(call) as { index?: unknown; id?: unknown; function?: unknown };
    const { name, arguments: written } = Object(called) as { name?: unknown; arguments?: unknown };
    const at = typeof index === 'number' ? index : place;
    const ownId = typeof id === 'string' ? id : '';
    const isNamed = typeof index !== 'number' && typeof name === 'string' && name !== '';
    const known = this.#known(at, ownId, isNamed) ?? this.#begin(at);
    if (known.id === '') known.id = ownId;
    // Some providers send the name again with every piece.
    if (typeof name === 'string' && known.tool === '') known.tool = name.slice(0, 200);
    const text = typeof written === 'string' ? written : written === undefined || written === null ? '' : JSON.stringify(written);
    this.#grow(text.length);
    known.arguments += text;
  }

  #grow(length: number): void {
    this.#length += length;
    if (this.#length > maxLength) throw tooLong();
  }

  #count(usage: unknown): void {
    const { prompt_tokens: prompt, completion_tokens: completion } = Object(usage) as {
      prompt_tokens?: unknown;
      completion_tokens?: unknown;
    };
    if (isCount(prompt) && isCount(completion)) this.#usage = { promptTokens: prompt, completionTokens: completion };
  }
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

/** The last event of a stream that broke off. */
function toldError(error: unknown): AppError {
  const { message, code } = Object(error) as { message?: unknown; code?: unknown };
  const known = typeof code === 'string' && Object.hasOwn(errorStatus, code) ? (code as ErrorCode) : 'upstream_failed';
  return new AppError(known, typeof message === 'string' ? message.slice(0, 2_000) : 'The model broke off');
}
