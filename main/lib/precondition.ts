// If-Match (RFC 9110, section 13.1.1) on records whose ETag is their version.

import { AppError, invalid } from './app-error.ts';

/** What a caller demands of the version before a record is changed; made from `If-Match` by `readPrecondition`. */
export interface Precondition {
  /** Throws `version_mismatch` with the current version unless this one is allowed. */
  check(version: number): void;
}

/** Of a caller who demands none. */
export const anyVersion: Precondition = { check: () => undefined };

/** The header's condition; no header or `*` allows any version. Throws 400 when it cannot be read. */
export function readPrecondition(header: string | undefined): Precondition {
  if (header === undefined || header.trim() === '*') return anyVersion;
  const tags = header.split(',').map((tag) => tag.trim());
  if (!tags.every((tag) => /^(?:W\/)?"[^"]*"$/.test(tag))) {
    throw invalid({ path: 'If-Match', message: 'must be * or a list of quoted versions, such as "3"' });
  }
  return {
    check(version) {
      // Strong comparison: a weak tag never matches.
      if (tags.includes(`"${version}"`)) return;
      throw new AppError('version_mismatch', 'The record has changed since that version', {
        extra: { version },
        headers: { ETag: `"${version}"` },
      });
    },
  };
}
