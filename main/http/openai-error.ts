// What clients of OpenAI's interface look for in an error.

import type { Request } from 'express';
import { openAiBasePath } from '../contract/ai.ts';
import { errorStatus } from '../contract/errors.ts';
import { AppError } from '../lib/app-error.ts';

/** The same error, whose problem document has OpenAI's `error` as a further member. */
export function withOpenAiError({ code, message, errors, extra, headers, cause }: AppError): AppError {
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
export function isForOpenAiClients({ originalUrl }: Pick<Request, 'originalUrl'>): boolean {
  return originalUrl.startsWith(openAiBasePath) && /^(?:[/?]|$)/.test(originalUrl.slice(openAiBasePath.length));
}
