// The one kind of error that features throw on purpose. `http/problem.ts` turns it into an answer.

import type { ErrorCode } from '../contract/errors.ts';
import type { Scope } from '../contract/scopes.ts';

/** One refused value: `path` in dots from the root of what was sent ('' for the whole), `message` without the path. */
export interface FieldError {
  readonly path: string;
  readonly message: string;
}

interface AppErrorOptions {
  /** The refused values, for `validation_failed`. */
  readonly errors?: readonly FieldError[];
  /** Further members of the problem document, such as the current `version`. */
  readonly extra?: Readonly<Record<string, unknown>>;
  /** Further headers of the answer, such as `Retry-After`. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** An error with a code of the contract's closed list; its `message` is shown to the caller, so it holds no secret and no path. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly errors: readonly FieldError[];
  readonly extra: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, detail: string, options: AppErrorOptions = {}) {
    super(detail, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.errors = options.errors ?? [];
    this.extra = options.extra ?? {};
    this.headers = options.headers ?? {};
  }
}

/** 400 for one or more fields; the detail reads as a sentence made of the first of them. */
export function invalid(...errors: [FieldError, ...FieldError[]]): AppError {
  const [first] = errors;
  return new AppError('validation_failed', first.path === '' ? first.message : `${first.path} ${first.message}`, { errors });
}

/** 403 for a token that lacks these scopes, as RFC 6750 has it. */
export function insufficientScope(...lacking: readonly [Scope, ...Scope[]]): AppError {
  const scopes = lacking.join(' ');
  return new AppError('insufficient_scope', `This token lacks the scope ${scopes}`, {
    headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${scopes}"` },
  });
}

/** 503 for what will pass; the caller is told to come back after `seconds`. */
export function unavailable(detail: string, seconds = 5, cause?: unknown): AppError {
  return new AppError('unavailable', detail, { cause, headers: { 'Retry-After': String(seconds) } });
}

/** 503. What was prepared for a change is of a state that is gone: it is prepared anew a few times before the caller is told. */
export class RetryableConflict extends AppError {
  constructor(detail: string) {
    super('unavailable', detail, { headers: { 'Retry-After': '1' } });
  }
}

/** An error that came when some of what was asked for was done, by writes of its own: it says that instead of that nothing was changed. */
export function inPart(error: unknown, done: string): unknown {
  if (!(error instanceof AppError) || error instanceof RetryableConflict) return error;
  const { code, errors, extra, headers, message } = error;
  return new AppError(code, `${message.replace(/; nothing was changed$/, '')}; ${done}`, { errors, extra, headers, cause: error });
}

/** 404. Another user's record answers with the very same words as one that never was. */
export function notFound(what: string): AppError {
  return new AppError('not_found', `There is no such ${what}`);
}

/**
 * What stands in the way of a start, for programs that offer a way out: a port that cannot be had, another Daybook in the data
 * directory, a database that cannot be used (`database`: a backup may help; `newer`: only a newer Daybook does), anything else.
 */
export type StartObstacle = 'port' | 'in-use' | 'database' | 'newer' | 'other';

/**
 * A reason for which the service cannot start, told in one line that names the remedy.
 * Entries print `message` and end with a code other than 0.
 */
export class StartError extends Error {
  readonly obstacle: StartObstacle;

  constructor(message: string, options: ErrorOptions & { readonly obstacle?: StartObstacle } = {}) {
    super(message, options);
    this.name = 'StartError';
    this.obstacle = options.obstacle ?? 'other';
  }
}
