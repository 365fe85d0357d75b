// What an answer of a provider comes to for our caller.

import { AppError } from '../../lib/app-error.ts';
import { cutText } from '../../contract/cut-text.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import { CooperativeScheduler } from '../../lib/cooperative-scheduler.ts';
import { deepestJson, excessOf } from '../../lib/json.ts';
import { slicedParse } from '../../lib/sliced-parse.ts';
import { withoutKey } from './key-filter.ts';
import { retryAfterOf, UpstreamError, type UpstreamAnswer } from './upstream.ts';

/** What is looked at of an error, in bytes. */
const largestError = 64 * 1024;
const maxMessageLength = 1_000;
/** For those who ask too often and are not told how long to wait, in seconds. */
const usualWait = 10;

/** OpenAI's code for a conversation that the model's context does not hold; passed on as the `reason` of the problem. */
const contextExceeded = 'context_length_exceeded';

/** Statuses that are the caller's concern. */
const passed: Readonly<Record<number, ErrorCode>> = {
  400: 'validation_failed',
  404: 'not_found',
  413: 'too_large',
  422: 'invalid_document',
  429: 'rate_limited',
};

/** 502 with the reason; `who` begins the sentence, such as "The AI provider". */
export function providerFailed(who: string, what: string, cause?: unknown): AppError {
  // The log shows the cause and not the detail: that can hold words of the provider, and so of the conversation.
  return new AppError('upstream_failed', `${who} ${what}`, { cause: cause ?? new Error(what) });
}

/** The whole body. Throws an `UpstreamError` when it is larger than `limit` bytes. */
async function readAll({ body, discard }: UpstreamAnswer, limit: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > limit) {
      discard();
      throw new UpstreamError(`sent more than ${limit} bytes`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Throws an `UpstreamError` for an answer in an encoding: none was asked for, and nothing could be looked for in it. */
export function checkEncoding({ headers, discard }: UpstreamAnswer): void {
  if (/^(?:identity)?$/i.test(headers['content-encoding']?.trim() ?? '')) return;
  discard();
  throw new UpstreamError('sent its answer compressed, which it was not asked for');
}

/** How much a good answer may be. */
interface AnswerLimits {
  readonly bytes: number;
  readonly values: number;
}

/** Vectors are many numbers, and each takes more memory than its text. */
const usualLimits: AnswerLimits = { bytes: 32 * 1024 * 1024, values: 2_000_000 };

/** The JSON object of a good answer, which can hold the key. Throws an `UpstreamError` for anything else, and for more than the limits. */
export async function readObject(answer: UpstreamAnswer, limits = usualLimits): Promise<object> {
  const bytes = await readAll(answer, limits.bytes);
  const value = await new CooperativeScheduler().run(maybeParsed(bytes, limits.values));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new UpstreamError('sent something that is no JSON object');
  return value;
}

/** What JSON says; undefined for what is none. Yields in between. */
function* maybeParsed(bytes: Buffer, values: number): Generator<void, unknown> {
  const text = bytes.toString('utf8');
  yield;
  const excess = excessOf(text, { depth: deepestJson, values });
  if (excess === 'depth') throw new UpstreamError('sent JSON that is nested too deep');
  if (excess === 'values') throw new UpstreamError(`sent more than ${values} values`);
  yield;
  try {
    return yield* slicedParse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The error for an answer that is not good. Reads what it says, at most a little. */
export async function upstreamRefusal(answer: UpstreamAnswer, who: string, key: string | null): Promise<AppError> {
  const { status, headers } = answer;
  if (status >= 300 && status < 400) {
    answer.discard();
    return providerFailed(who, 'answered with a redirect, which is not followed: AI_BASE_URL must be the address itself');
  }
  if (status === 401 || status === 403) {
    answer.discard();
    // What it says often repeats a part of the key.
    return providerFailed(who, `answered ${status}: it does not accept the key, or not for this`);
  }
  const { text, isTooLong } = await message(answer);
  const said = withoutKey(text, key);
  const code = passed[status];
  if (code === undefined)
    return providerFailed(who, said === '' ? `answered ${status}` : `answered ${status}: ${said}`, new Error(`answered ${status}`));
  const wait = status === 429 ? { headers: { 'Retry-After': String(retryAfterOf(headers) ?? usualWait) } } : {};
  return new AppError(code, said === '' ? `${who} answered ${status}` : said, {
    ...wait,
    ...(isTooLong ? { extra: { reason: contextExceeded } } : {}),
  });
}

interface ErrorBody {
  readonly error?: { readonly message?: unknown; readonly code?: unknown } | string | null;
  readonly message?: unknown;
  readonly detail?: unknown;
}

/** Throws `upstream_failed` with what it says for a good answer that is an error and nothing else. */
export function refuseError(value: object, who: string, key: string | null): void {
  const { error } = value as ErrorBody;
  if (error === undefined || error === null || 'choices' in value || 'data' in value) return;
  const said = withoutKey(saidBy(value), key);
  throw providerFailed(
    who,
    said === '' ? 'answered 200 with an error' : `answered 200 with an error: ${said}`,
    new Error('answered 200 with an error'),
  );
}

/** What an error says, in the forms that are in use; '' when it says nothing that can be read. */
async function message(answer: UpstreamAnswer): Promise<{ text: string; isTooLong: boolean }> {
  try {
    const body = JSON.parse((await readAll(answer, largestError)).toString('utf8')) as ErrorBody;
    const { error } = body;
    return { text: saidBy(body), isTooLong: typeof error === 'object' && error?.code === contextExceeded };
  } catch {
    return { text: '', isTooLong: false };
  }
}

function saidBy({ error, message: own, detail }: ErrorBody): string {
  const said = [typeof error === 'object' ? error?.message : error, own, detail].find((text) => typeof text === 'string' && text !== '');
  return typeof said === 'string' ? cutText(said.toWellFormed().replace(/\p{Cc}+/gu, ' '), maxMessageLength) : '';
}
