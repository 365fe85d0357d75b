import type { Route } from '../contract/route.ts';

/** Throws if a reply is not exactly what the contract says, with nothing missing and nothing more. For tests. */
export function checkReply(route: Route, value: unknown): void {
  if (route.reply === undefined) {
    if (value !== undefined) throw new Error(`${route.name} answers with a body that the contract does not have`);
    return;
  }
  const sent: unknown = JSON.parse(JSON.stringify(value));
  const parsed: unknown = route.reply.parse(sent);
  if (JSON.stringify(sortKeys(parsed)) !== JSON.stringify(sortKeys(sent))) {
    throw new Error(`${route.name} answers with fields that the contract does not have: ${JSON.stringify(Object.keys(sent as object))}`);
  }
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sortKeys(inner)]),
  );
}
