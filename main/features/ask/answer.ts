// Answers a question: finds sources, asks the model with them, and writes what comes as events.

import { randomBytes } from 'node:crypto';
import type { AskEvent, AskRequest, AskSource, MeaningSearch } from '../../contract/ask.ts';
import { AppError } from '../../lib/app-error.ts';
import type { Caller } from '../../lib/caller.ts';
import type { StreamAnswer } from '../../lib/answer.ts';
import { findSources, type FindOptions, type FoundSource } from './find.ts';
import { fittingSources, questionMessages, type PromptMessage } from './prompt.ts';
import { replyText } from './reply-text.ts';

export interface AnswerOptions {
  readonly find: FindOptions;
  /** Asks a model, streaming. Throws as `POST /api/ai/chat` answers. */
  readonly chat: (provider: string | undefined, messages: readonly PromptMessage[], signal: AbortSignal) => Promise<StreamAnswer>;
  /** The day, with the zone that it is told in. */
  readonly today: () => string;
}

const nothingFound = 'Nothing about this was found in your notes, cards and events.';

/** Characters of an answer: some models never end. */
const maxLength = 256 * 1024;

/** So often the sources are given in half before a refusal is passed on. */
const maxAttempts = 4;

/** Throws what the model throws before its answer begins. */
export async function answerQuestion(
  caller: Caller,
  { question, provider }: AskRequest,
  { find, chat, today }: AnswerOptions,
  signal: AbortSignal,
): Promise<StreamAnswer> {
  const { sources, meaning } = await findSources(caller, question, find, signal);
  if (sources.length === 0) return streamOf(noSourcesAnswer(meaning));
  for (let attempt = 1; ; attempt += 1) {
    const given = fittingSources(sources, 1 / 2 ** (attempt - 1));
    try {
      const messages = questionMessages(question, given, randomBytes(6).toString('hex'), today());
      const answer = await chat(provider, messages, signal);
      return streamOf(events(given, meaning, answer, signal));
    } catch (error) {
      if (!isTooLong(error) || attempt === maxAttempts) throw error;
    }
  }
}

/** Whether the model's context does not hold what it was sent. */
function isTooLong(error: unknown): boolean {
  return error instanceof AppError && error.extra['reason'] === 'context_length_exceeded';
}

function* noSourcesAnswer(meaning: MeaningSearch): Generator<AskEvent, void, undefined> {
  yield { type: 'sources', sources: [], meaning };
  yield { type: 'text', text: nothingFound };
  yield { type: 'done', answered: false, cited: [] };
}

async function* events(
  given: readonly FoundSource[],
  meaning: MeaningSearch,
  answer: StreamAnswer,
  signal: AbortSignal,
): AsyncGenerator<AskEvent, void, undefined> {
  const sources = given.map(({ type, id, title, snippet, url }, index): AskSource => ({
    number: index + 1,
    type,
    id,
    title,
    snippet,
    url,
  }));
  yield { type: 'sources', sources, meaning };
  let whole = '';
  try {
    for await (const text of replyText(answer)) {
      if (text === '') continue;
      whole += text;
      if (whole.length > maxLength) throw new AppError('upstream_failed', `The model answered with more than ${maxLength} characters`);
      yield { type: 'text', text };
    }
    if (whole.trim() === '') throw new AppError('upstream_failed', 'The model gave no answer');
    yield { type: 'done', answered: true, cited: citedIn(whole, sources.length) };
  } catch (error) {
    const told: unknown = signal.aborted ? signal.reason : error;
    if (!(told instanceof AppError)) throw error;
    yield { type: 'error', error: { message: told.message, code: told.code } };
  }
}

/** The numbers of sources that a text names, as `[1]`, `[1, 2]` or `[1][2]`, in their order. */
export function citedIn(text: string, count: number): number[] {
  const numbers = [...text.matchAll(/\[(\d{1,2}(?:\s*,\s*\d{1,2})*)\]/g)].flatMap(([, list = '']) => list.split(',').map(Number));
  return [...new Set(numbers)].filter((number) => number >= 1 && number <= count).toSorted((a, b) => a - b);
}

function streamOf(source: Iterable<AskEvent> | AsyncIterable<AskEvent>): StreamAnswer {
  return {
    status: 200,
    headers: { 'Content-Type': 'text/event-stream; charset=utf-8', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' },
    body: written(source),
  };
}

async function* written(source: Iterable<AskEvent> | AsyncIterable<AskEvent>): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const event of source) yield Buffer.from(`data: ${JSON.stringify(event)}\n\n`);
}
