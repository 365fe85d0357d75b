// The closed list of error codes (contract section 1) and the problem document that carries them (RFC 9457).

import { z } from 'zod';
import { maxNamedErrors } from './limits.ts';

/** Every code that an answer can carry, with its HTTP status. */
export const errorStatus = {
  malformed_json: 400,
  validation_failed: 400,
  invalid_step: 400,
  unauthorized: 401,
  forbidden: 403,
  insufficient_scope: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  stale_version: 409,
  edit_conflict: 409,
  edit_ambiguous: 409,
  idempotency_mismatch: 409,
  history_gone: 410,
  file_missing: 410,
  version_mismatch: 412,
  too_large: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  step_failed: 422,
  invalid_document: 422,
  rate_limited: 429,
  internal: 500,
  upstream_failed: 502,
  unavailable: 503,
  storage_full: 507,
} as const;

export type ErrorCode = keyof typeof errorStatus;

const codes = Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]];

export const Problem = z
  .looseObject({
    type: z.literal('about:blank'),
    title: z.string().meta({ description: 'The reason phrase of the status' }),
    status: z.int(),
    detail: z.string().meta({ description: 'What is wrong, for a person' }),
    code: z.enum(codes).meta({ description: 'What is wrong, for a program' }),
    errors: z
      .array(z.object({ path: z.string(), message: z.string() }))
      .max(maxNamedErrors)
      .optional()
      .meta({ description: `The refused values, up to ${maxNamedErrors}: where each stands, and what is wrong with it` }),
    requestId: z.string(),
  })
  .meta({ id: 'Problem', description: 'Problem details (RFC 9457)' });

export type Problem = z.infer<typeof Problem>;
