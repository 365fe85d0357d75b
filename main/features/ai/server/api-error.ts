// Errors as OpenAI's interface writes them.

/** A request that is refused; `message` goes to the caller. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string | null;
  readonly param: string | null;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    message: string,
    options: { readonly code?: string; readonly param?: string; readonly headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = options.code ?? null;
    this.param = options.param ?? null;
    this.headers = options.headers ?? {};
  }

  get body(): { error: { message: string; type: string; param: string | null; code: string | null } } {
    const type =
      this.status === 401
        ? 'authentication_error'
        : this.status === 429
          ? 'rate_limit_error'
          : this.status >= 500
            ? 'server_error'
            : 'invalid_request_error';
    return { error: { message: this.message, type, param: this.param, code: this.code } };
  }
}

/** 400 for a field of the body. */
export function badField(param: string, message: string, code?: string): ApiError {
  return new ApiError(400, `${param} ${message}`, { param, ...(code === undefined ? {} : { code }) });
}
