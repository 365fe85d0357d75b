// What an assistant is to be told so that it finds Daybook: its command, or what goes into its file. Pure.

export const assistants = ['claude-code', 'claude-desktop', 'vs-code', 'cursor', 'lm-studio'] as const;

export type Assistant = (typeof assistants)[number];

/** The snippet for an assistant; `baseUrl` is that of the service. It holds the token. */
export function snippetFor(assistant: Assistant, baseUrl: string, token: string): string {
  // By text alone: some assistants give their model nothing else of an answer where it has structured content.
  const url = `${baseUrl}/api/mcp/text`;
  const Authorization = `Bearer ${token}`;
  if (assistant === 'claude-code') return `claude mcp add --transport http daybook ${url} --header "Authorization: ${Authorization}"`;
  // It speaks no HTTP: it starts a command, which finds the service by itself.
  if (assistant === 'claude-desktop')
    return JSON.stringify(
      {
        mcpServers: {
          daybook: {
            command: 'npm',
            args: ['--prefix', '/path/to/daybook', 'run', '-s', 'daybook', '--', '--mcp'],
            env: { DAYBOOK_TOKEN: token },
          },
        },
      },
      null,
      2,
    );
  const daybook = { ...(assistant === 'vs-code' ? { type: 'http' } : {}), url, headers: { Authorization } };
  return JSON.stringify(assistant === 'vs-code' ? { servers: { daybook } } : { mcpServers: { daybook } }, null, 2);
}
