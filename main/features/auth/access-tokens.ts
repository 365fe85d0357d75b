// Tokens that users make for programs.

import { dayMs } from '../../contract/days.ts';
import type { ReplyOf } from '../../contract/route.ts';
import { maxAccessTokens, type AccessToken, type CreateAccessToken, type tokensApi } from '../../contract/tokens.ts';
import type { Scope } from '../../contract/scopes.ts';
import { AppError, invalid, notFound } from '../../lib/app-error.ts';
import { requireScopes, type Caller } from '../../lib/caller.ts';
import { toInstant, type Clock } from '../../lib/clock.ts';
import type { AccessTokenRecord, AccessTokenStore } from './access-token-store.ts';
import type { TokenUse } from './token-use.ts';
import type { Tokens } from './tokens.ts';

interface AccessTokensOptions {
  readonly store: AccessTokenStore;
  readonly tokens: Tokens;
  readonly use: Pick<TokenUse, 'lastUse'>;
  readonly clock: Clock;
}

/** After its end a token stays for so long, in milliseconds: a clock that was ahead and is put right must not have ended it for good. */
const keptFor = 30 * dayMs;
/** How many tokens one write forgets. */
const forgottenAtOnce = 500;

export class AccessTokens {
  readonly #store: AccessTokenStore;
  readonly #tokens: Tokens;
  readonly #use: AccessTokensOptions['use'];
  readonly #clock: Clock;

  constructor({ store, tokens, use, clock }: AccessTokensOptions) {
    this.#store = store;
    this.#tokens = tokens;
    this.#use = use;
    this.#clock = clock;
  }

  list(
    userId: string,
    { limit = null, offset = 0 }: { readonly limit?: number | null | undefined; readonly offset?: number | undefined },
  ): ReplyOf<typeof tokensApi.listTokens> {
    const items = this.#store.list(userId, limit, offset).map((record) => this.#toToken(record));
    return { items, total: this.#store.count(userId), limit, offset };
  }

  /** Throws `not_found`. */
  read(userId: string, id: string): AccessToken {
    const record = this.#store.maybeToken(userId, id);
    if (record === null) throw notFound('token');
    return this.#toToken(record);
  }

  /**
   * A new token, shown this once. Throws `insufficient_scope` for scopes that the caller lacks, `forbidden` for a token that would outlive
   * the caller's, `validation_failed` for an end that has passed, `conflict` for one too many. To be called inside a write transaction.
   */
  create(caller: Caller, { name, scopes, expiresAt }: CreateAccessToken): ReplyOf<typeof tokensApi.createToken> {
    const now = this.#clock();
    const end = expiresAt === null ? null : Math.floor(Date.parse(expiresAt) / 1000) * 1000;
    if (end !== null && end <= now) throw invalid({ path: 'expiresAt', message: 'must be in the future' });
    requireScopes(caller, scopes);
    if (!caller.isLogin && caller.expiresAt !== null && (end === null || end > caller.expiresAt * 1000))
      throw new AppError('forbidden', 'A token cannot make one that outlives it');
    if (this.#store.count(caller.userId) >= maxAccessTokens)
      throw new AppError('conflict', `There are ${maxAccessTokens} tokens already; revoke one that is not used any more`);
    const unique: Scope[] = [...new Set(scopes)];
    const { token, tokenId } = this.#tokens.issueAccess(caller.userId, unique, end);
    const record = { id: tokenId, userId: caller.userId, name, scopes: unique, createdAt: now, expiresAt: end, lastUsedAt: null };
    this.#store.insert(record);
    return { ...this.#toToken(record), token };
  }

  /** Revokes the token for good. Throws `not_found`. To be called inside a write transaction. */
  remove(userId: string, id: string): undefined {
    if (!this.#store.remove(userId, id)) throw notFound('token');
  }

  /** Forgets some tokens that have ended by themselves long ago; true if there may be more. To be called inside a write transaction. */
  forgetEnded(): boolean {
    return this.#store.removeEnded(this.#clock() - keptFor, forgottenAtOnce) === forgottenAtOnce;
  }

  #toToken({ id, name, scopes, createdAt, expiresAt, lastUsedAt }: AccessTokenRecord): AccessToken {
    const used = this.#use.lastUse(id) ?? lastUsedAt;
    return {
      id,
      name,
      scopes: [...scopes],
      createdAt: toInstant(createdAt),
      expiresAt: expiresAt === null ? null : toInstant(expiresAt),
      lastUsedAt: used === null ? null : toInstant(used),
    };
  }
}
