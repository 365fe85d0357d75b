import type { IncomingMessage } from 'node:http';
import { AppError, invalid } from '../../lib/app-error.ts';

/** Why another page cannot be fetched now. */
export const tooManyPages = 'Too many web pages are being looked at at the moment';

/** 400 for a target that no preview may reach. One answer for all of them, so that a caller does not learn what is there. */
export function forbiddenTarget(): AppError {
  return invalid({ path: 'url', message: 'must lead to an address on the public internet' });
}

/** 502: `what` finishes a sentence that begins with the host. Nothing else of the address is told: it may hold secrets. */
export function hostFailed(url: URL, what: string): AppError {
  return new AppError('upstream_failed', `${url.host} ${what}`);
}

/** Throws `upstream_failed` unless the answer's status is 2xx. */
export function requireSuccess({ statusCode = 0 }: IncomingMessage, url: URL): void {
  if (statusCode < 200 || statusCode >= 300) throw hostFailed(url, `answered with status ${statusCode}`);
}

/** What went wrong on the way to a page, as a 502 without the cause: Node's errors hold the bytes that were read. */
export function toFailure(error: unknown, url: URL): AppError {
  if (error instanceof AppError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (['ENOTFOUND', 'EAI_AGAIN', 'ENODATA'].includes(code)) return hostFailed(url, 'was not found');
  if (code === 'ECONNRESET' || code === 'EPIPE') return hostFailed(url, 'broke off the connection');
  if (/CERT|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH/.test(code)) return hostFailed(url, 'has no certificate that can be trusted');
  if (/^(?:HPE_|Z_|ERR_.*(?:ZLIB|ZSTD|BROTLI|BUFFER|DECODER|ENCOD))/i.test(code)) return hostFailed(url, 'sent what cannot be read');
  return hostFailed(url, 'could not be reached');
}
