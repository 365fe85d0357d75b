interface AllowedOrigins {
  /** As `URL.origin` writes them. */
  readonly origins: ReadonlySet<string>;
  /** The entries that were not exactly an origin, without what looks like a user. They allow nothing. */
  readonly refused: readonly string[];
}

/** Reads the value of `LINK_PREVIEW_ALLOW_ORIGINS`: origins such as `http://127.0.0.1:8080`, with commas between them. */
export function parseAllowedOrigins(value: string | undefined): AllowedOrigins {
  const entries = (value ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  const origins = new Set<string>();
  const refused: string[] = [];
  for (const entry of entries) {
    const origin = originOf(entry);
    if (origin === null) refused.push(entry.replace(/.*@/s, '…@'));
    else origins.add(origin);
  }
  return { origins, refused };
}

/** Null for what says more than an origin: who adds a path or a user expects a rule that there is not. */
function originOf(entry: string): string | null {
  const url = URL.parse(entry);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return null;
  return url.href === `${url.origin}/` && !/[?#@*\\]/.test(entry) ? url.origin : null;
}
