// Every error becomes one kind of answer here: a problem document (RFC 9457) with a code of the closed list.

import type { Request, ErrorRequestHandler, Response } from 'express';
import { openAiBasePath } from '../contract/ai.ts';
import { errorStatus, type Problem } from '../contract/errors.ts';
import { maxNamedErrors } from '../contract/limits.ts';
import { AppError, type FieldError } from '../lib/app-error.ts';
import { STATUS_CODES, type ServerResponse } from 'node:http';
import { CooperativeScheduler } from '../lib/cooperative-scheduler.ts';
import type { Log } from '../lib/log.ts';
import { isHeavy, slicedJsonBytes } from '../lib/sliced-json.ts';
import { storageError } from '../storage/storage-error.ts';
import { beginAnswer, requestIdOf } from './answer-head.ts';

/** The same error, whose problem document has OpenAI's `error` as a further member. */
function withOpenAiError({ code, message, errors, extra, headers, cause }: AppError): AppError {
  const status = errorStatus[code];
  const type =
    status === 401
      ? 'authentication_error'
      : status === 429
        ? 'rate_limit_error'
        : status >= 500
          ? 'server_error'
          : 'invalid_request_error';
  const error = { message, type, param: errors[0]?.path || null, code: extra['reason'] ?? code };
  return new AppError(code, message, { errors, extra: { ...extra, error }, headers, ...(cause === undefined ? {} : { cause }) });
}

/** Whether the address is below the base URL that such a client is given, also when there is nothing at it. */
function isForOpenAiClients({ originalUrl }: Pick<Request, 'originalUrl'>): boolean {
  return originalUrl.startsWith(openAiBasePath) && /^(?:[/?]|$)/.test(originalUrl.slice(openAiBasePath.length));
}

/** Codes of Node's decoders: zlib's, Brotli's and Zstandard's. */
const decoderErrors = /^(?:Z_|ERR__ERROR_|ERR_BROTLI|ZSTD_error_)/;

/** The error as the contract names it; an unforeseen one is `internal` and tells nothing. */
export function toAppError(error: unknown): AppError {
  const known = storageError(error);
  if (known instanceof AppError) return known;
  if (known instanceof URIError) return new AppError('not_found', 'There is nothing at this address');
  if (known instanceof Error && 'code' in known && decoderErrors.test(String(known.code))) {
    return new AppError('malformed_json', 'The compressed body cannot be read', { cause: error });
  }
  return new AppError('internal', 'Something went wrong inside Daybook; its log knows more', { cause: error });
}

export const problemType = 'application/problem+json; charset=utf-8';

/** `status` is that of the code unless told. */
export function problemDocument(error: AppError, requestId: string, status: number = errorStatus[error.code]): Problem {
  const fields: FieldError[] = error.errors.slice(0, maxNamedErrors);
  return {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: error.message,
    code: error.code,
    ...error.extra,
    ...(fields.length > 0 ? { errors: fields } : {}),
    requestId,
  };
}

/**
 * Sends the problem document, unless the answer has already begun: then the connection is cut. `status` is that of the code unless told.
 */
export function writeProblem(res: ServerResponse, error: AppError, status?: number): void {
  if (res.headersSent) {
    res.destroy();
    return;
  }
  beginAnswer(res);
  const problem = problemDocument(error, requestIdOf(res), status);
  // One that tells what a client has missed can be many megabytes.
  if (isHeavy(problem)) void sendInSlices(res, error, problem);
  else sendProblem(res, error, problem, Buffer.from(JSON.stringify(problem)));
}

/** Cuts the connection where the problem cannot be sent any more: no caller waits for what this settles to. */
async function sendInSlices(res: ServerResponse, error: AppError, problem: Problem): Promise<void> {
  try {
    sendProblem(res, error, problem, await new CooperativeScheduler().run(slicedJsonBytes(problem)));
  } catch {
    res.destroy();
  }
}

function sendProblem(res: ServerResponse, error: AppError, problem: Problem, body: Buffer): void {
  // What was prepared for the good answer does not fit this one.
  for (const name of ['Location', 'ETag', 'Last-Modified', 'Content-Disposition']) res.removeHeader(name);
  for (const [name, value] of Object.entries(error.headers)) res.setHeader(name, value);
  res.setHeader('Cache-Control', 'no-store');
  res.writeHead(problem.status, { 'Content-Type': problemType, 'Content-Length': body.byteLength }).end(body);
}

/** The last in the chain. Logs only what is our fault, and never what was sent. */
export function problemHandler(log: Log): ErrorRequestHandler {
  return (error: unknown, req: Request, res: Response, _next) => {
    const known = isForOpenAiClients(req) ? withOpenAiError(toAppError(error)) : toAppError(error);
    // A caller that has gone away does not wait for the answer: that is no failure.
    if (errorStatus[known.code] >= 500 && !res.destroyed)
      log.error({ requestId: requestIdOf(res), code: known.code, err: known.cause ?? known }, 'request failed');
    writeProblem(res, known);
  };
}
