// If-Match and If-None-Match (RFC 9110, sections 13.1.1 and 13.1.2) on records whose ETag is their version.

import { AppError, invalid } from './app-error.ts';

/** What a caller demands of the version before a record is changed; made from the headers by `readPrecondition`. */
export interface Precondition {
  /** Throws `version_mismatch` with the current version unless this one is allowed. */
  check(version: number): void;
}

/** Of a caller who demands none. */
export const anyVersion: Precondition = { check: () => undefined };

/**
 * The condition of the headers; without any, and with `If-Match: *`, all versions are allowed, with `If-None-Match: *` none of a record
 * that there is. Throws 400 when one cannot be read.
 */
export function readPrecondition(ifMatch: string | undefined, ifNoneMatch?: string): Precondition {
  const wanted = readTags('If-Match', ifMatch);
  const unwanted = readTags('If-None-Match', ifNoneMatch);
  if ((wanted === null || wanted === '*') && unwanted === null) return anyVersion;
  return {
    check(version) {
      // Strong comparison: a weak tag never matches.
      if (wanted !== null && wanted !== '*' && !wanted.includes(`"${version}"`))
        throw mismatch('The record has changed since that version', version);
      if (unwanted === '*' || unwanted?.some((tag) => tag.replace(/^W\//, '') === `"${version}"`))
        throw mismatch('The record has this version, or there is to be none', version);
    },
  };
}

function readTags(name: string, header: string | undefined): '*' | readonly string[] | null {
  if (header === undefined) return null;
  if (header.trim() === '*') return '*';
  const tags = header.split(',').map((tag) => tag.trim());
  if (tags.every((tag) => /^(?:W\/)?"[^"]*"$/.test(tag))) return tags;
  throw invalid({ path: name, message: 'must be * or a list of quoted versions, such as "3"' });
}

function mismatch(detail: string, version: number): AppError {
  return new AppError('version_mismatch', detail, { extra: { version }, headers: { ETag: `"${version}"` } });
}
