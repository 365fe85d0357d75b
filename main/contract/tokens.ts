// Tokens for programs: each with a name, its scopes and an end.

import { z } from 'zod';
import { exactTime } from './date-time.ts';
import { textLimits } from './limits.ts';
import { route } from './route.ts';
import { allScopes } from './scopes.ts';
import { id, instant, listOf, paging, text } from './text.ts';

/** How many a user can have at a time, those included that ended less than 30 days ago. */
export const maxAccessTokens = 200;

const scopes = z
  .array(z.enum(allScopes, 'must be one of the scopes, such as notes:read'))
  .min(1, 'must hold at least one scope')
  .max(allScopes.length, `must hold at most ${allScopes.length} scopes`);

export const AccessToken = z
  .object({
    id,
    name: z.string(),
    scopes,
    createdAt: instant,
    expiresAt: instant.nullable().meta({ description: 'From then on the token is refused; null for one that does not end by itself' }),
    lastUsedAt: instant
      .nullable()
      .meta({ description: 'The last request with it; null before the first. A crash can lose the last minute of this' }),
  })
  .meta({ id: 'AccessToken' });

export type AccessToken = z.infer<typeof AccessToken>;

export const CreateAccessToken = z.strictObject({
  name: text(textLimits.token)
    .refine((name) => name.trim() !== '', 'must not be empty')
    .refine((name) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(name), 'must not hold control characters')
    .meta({ minLength: 1, maxLength: textLimits.token, description: 'What changes made with it are told by, in the change feed' }),
  scopes,
  expiresAt: exactTime('must be a date-time with an offset, such as 2026-03-01T09:30:00Z, or null')
    .nullable()
    .default(null)
    .meta({ description: 'Cut to whole seconds; null or absent: it does not end by itself', example: '2026-12-31T23:00:00Z' }),
});

export type CreateAccessToken = z.infer<typeof CreateAccessToken>;

const common = { access: 'user', tag: 'Tokens' } as const;
const { limit, offset } = paging({ max: 1000 });

export const tokensApi = {
  listTokens: route('listTokens', {
    ...common,
    scope: 'tokens:read',
    summary: 'List the tokens for programs, newest first',
    description: 'A token that has ended by itself is listed for 30 more days. Logins are not listed.',
    query: z.strictObject({ limit, offset }),
    status: 200,
    reply: listOf(AccessToken),
  }),
  createToken: route('createToken', {
    ...common,
    scope: 'tokens:write',
    summary: 'Make a token for a program',
    description:
      'The token is shown in this answer and never again. `Idempotency-Key` does not count here, because a repeated answer would have to ' +
      'keep the secret. With a token made here only tokens that have no scope which it lacks (403 `insufficient_scope`), and that do not ' +
      `outlive it (403 \`forbidden\`), can be made. A user has at most ${maxAccessTokens} (409).`,
    body: CreateAccessToken,
    status: 201,
    reply: AccessToken.extend({ token: z.string().meta({ description: 'A JSON Web Token; `scope` and `jti` in it are as in RFC 9068' }) }),
    location: (token) => `/api/tokens/${token.id}`,
    errors: ['conflict'],
  }),
  readToken: route('readToken', { ...common, scope: 'tokens:read', summary: 'Read what a token may do', status: 200, reply: AccessToken }),
  deleteToken: route('deleteToken', {
    ...common,
    scope: 'tokens:delete',
    summary: 'Revoke a token',
    description: 'For good and at once: a stream of events or of an AI answer that is open with it ends as well.',
    status: 204,
  }),
} as const;
