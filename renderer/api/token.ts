// What a token says of itself: a JSON Web Token (RFC 7519). Its signature is the service's business.

interface TokenClaims {
  /** Whose token it is. */
  readonly userId: string;
  /** Unix milliseconds. */
  readonly issuedAt: number;
  /** Unix milliseconds. */
  readonly expiresAt: number;
}

/** Null for what is no token of the service. */
export function claimsIn(token: string): TokenClaims | null {
  const [, payload] = token.split('.');
  try {
    const bytes = Uint8Array.from(atob((payload ?? '').replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
    const { sub, iat, exp } = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
    if (typeof sub !== 'string' || typeof iat !== 'number' || typeof exp !== 'number') return null;
    return { userId: sub, issuedAt: iat * 1000, expiresAt: exp * 1000 };
  } catch {
    return null;
  }
}

/** Whether both are tokens of the same user. */
export function areOfOneUser(one: string, other: string): boolean {
  const [first, second] = [claimsIn(one), claimsIn(other)];
  return first !== null && first.userId === second?.userId;
}

/** Whether `other` ends later, so that it should take the place of `token`. */
export function endsLater(other: string, token: string): boolean {
  return (claimsIn(other)?.expiresAt ?? 0) > (claimsIn(token)?.expiresAt ?? 0);
}

/** When half of its time is over, in Unix milliseconds; null for what is no token. */
export function halfTimeOf(token: string): number | null {
  const claims = claimsIn(token);
  return claims === null ? null : (claims.issuedAt + claims.expiresAt) / 2;
}
