// Which clients are to be answered by text alone. Pure.

/**
 * Products that give their model the structured content of a tool's answer and leave out the text beside it, by their names in
 * `User-Agent`: Claude Code 2.1, Codex 0.171. The protocol lets them: it speaks of two forms of the same (revision
 * 2025-06-18, “Structured Content”). Here only ids, versions and cursors are structured, so that their model would read nothing.
 */
const leavingTextOut: ReadonlySet<string> = new Set(['claude-code', 'codex-mcp-client']);

/** Whether the client that sends these headers is one of them. */
export function leavesTextOut(headers: Readonly<Record<string, string>>): boolean {
  const [product = ''] = (headers['user-agent'] ?? '').split(/[/ ]/, 1);
  return leavingTextOut.has(product.toLowerCase());
}
