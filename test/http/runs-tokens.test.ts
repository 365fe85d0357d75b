// Runs of agents whose token comes to its end, with a provider that plays the model.

import { beforeAll, describe, expect, test } from 'vitest';
import { RunClient, says } from '../support/agent.ts';
import { full } from '../support/tiers.ts';
import type { StandIn } from '../support/provider.ts';
import { withRuns } from '../support/runs.ts';
import type { TestService } from '../support/service.ts';

let service: TestService;
let provider: StandIn;
let runs: RunClient;

beforeAll(async () => {
  ({ service, provider, runs } = await withRuns());
});

async function tokenUntil(expiresAt: string | null): Promise<{ id: string; token: string }> {
  const scopes = ['ai:read', 'ai:write', 'notes:write'];
  return (await service.request('POST', '/api/tokens', { body: { name: 'Program', scopes, expiresAt } })).body as {
    id: string;
    token: string;
  };
}

const clientOf = (token: string): RunClient =>
  new RunClient((method, path, options) => service.request(method, path, { ...options, token }));

describe('the end of a token', () => {
  test('revoked › ends its runs that wait for a decision; those of other tokens and of the user go on waiting', async () => {
    const { id: tokenId, token } = await tokenUntil(null);
    const { token: other } = await tokenUntil(null);
    provider.answer(says('', { name: 'create_note', args: { title: 'Waits' } }));
    const waiting = async (client: RunClient): Promise<string> => (await runs.until((await client.start('Wait')).id, 'waiting')).id;
    const id = await waiting(clientOf(token));
    const others = [await waiting(clientOf(other)), await waiting(runs)];
    expect((await service.request('DELETE', `/api/tokens/${tokenId}`)).status).toBe(204);
    expect(await runs.until(id, 'failed')).toMatchObject({
      error: { code: 'unauthorized', message: 'The token was revoked' },
      calls: [{ status: 'denied', result: 'The run has ended.' }],
    });
    for (const each of others) {
      expect((await runs.read(each)).status).toBe('waiting');
      await runs.post(each, 'cancel');
    }
  });

  test('expired › ends its runs that work', full, async () => {
    const { token } = await tokenUntil(new Date(Date.now() + 4_000).toISOString());
    provider.asked.length = 0;
    provider.answer(() => undefined);
    const { id } = await clientOf(token).start('Never ends');
    await expect.poll(() => provider.asked.length).toBe(1);
    expect((await runs.until(id, 'failed')).error).toEqual({ code: 'unauthorized', message: 'The token has expired' });
    await provider.asked[0]?.closed;
  });
});
