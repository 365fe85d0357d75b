import type { Route } from '../contract/route.ts';

/** Throws if a reply is not exactly what the contract says, with nothing missing and nothing more. For tests. */
export function checkReply(route: Route, value: unknown): void {
  if (route.reply === undefined) {
    if (value !== undefined) throw new Error(`${route.name} answers with a body that the contract does not have`);
    return;
  }
  const sent: unknown = JSON.parse(JSON.stringify(value));
  const parsed: unknown = route.reply.parse(sent);
  if (!isSame(parsed, sent)) {
    throw new Error(`${route.name} answers with fields that the contract does not have: ${JSON.stringify(Object.keys(sent as object))}`);
  }
}

/** Whether what was parsed is the JSON value `sent`; in which order its keys are does not matter, nor do those without a value. */
function isSame(parsed: unknown, sent: unknown): boolean {
  if (parsed === sent) return true;
  if (typeof parsed !== 'object' || typeof sent !== 'object' || parsed === null || sent === null) return false;
  if (Array.isArray(parsed) || Array.isArray(sent))
    return (
      Array.isArray(parsed) &&
      Array.isArray(sent) &&
      parsed.length === sent.length &&
      parsed.every((item, index) => isSame(item, sent[index]))
    );
  const given = Object.entries(parsed).filter(([, value]) => value !== undefined);
  return (
    given.length === Object.keys(sent).length &&
    given.every(([key, value]) => Object.hasOwn(sent, key) && isSame(value, (sent as Readonly<Record<string, unknown>>)[key]))
  );
}
