import { expect, test } from 'vitest';
import { assistants, snippetFor } from '../../../renderer/features/settings/access/programs/snippets.ts';

const url = 'http://localhost:8716/api/mcp/text';
const headers = { Authorization: 'Bearer abc.def' };

test.each(assistants)('snippetFor › %s names the address and the token in the form that it reads', (assistant) => {
  const snippet = snippetFor(assistant, 'http://localhost:8716', 'abc.def');
  if (assistant === 'claude-code') {
    expect(snippet).toBe(`claude mcp add --transport http daybook ${url} --header "Authorization: Bearer abc.def"`);
    return;
  }
  if (assistant === 'claude-desktop') {
    const env = { DAYBOOK_TOKEN: 'abc.def' };
    expect(JSON.parse(snippet)).toEqual({
      mcpServers: { daybook: { command: 'npm', args: ['--prefix', '/path/to/daybook', 'run', '-s', 'daybook', '--', '--mcp'], env } },
    });
    return;
  }
  const expected =
    assistant === 'vs-code' ? { servers: { daybook: { type: 'http', url, headers } } } : { mcpServers: { daybook: { url, headers } } };
  expect(JSON.parse(snippet)).toEqual(expected);
});
