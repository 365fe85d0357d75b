import { Client, StreamableHTTPClientTransport, type ClientOptions } from '@modelcontextprotocol/client';
import type { TestService } from './service.ts';

interface McpOptions {
  /** The owner's unless given. */
  readonly token?: string;
  readonly path?: string;
  readonly userAgent?: string;
  readonly client?: ClientOptions;
}

/** The protocol's official client, connected to the real endpoint; to be closed by the test. */
export async function connectMcp(service: TestService, options: McpOptions = {}): Promise<Client> {
  const {
    token = service.token(),
    path = '/api/mcp',
    userAgent,
    client: clientOptions = { versionNegotiation: { mode: 'auto' } },
  } = options;
  const client = new Client({ name: 'test', version: '1' }, clientOptions);
  const headers = { Authorization: `Bearer ${token}`, ...(userAgent === undefined ? {} : { 'User-Agent': userAgent }) };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${service.baseUrl}${path}`), { requestInit: { headers } }));
  return client;
}
