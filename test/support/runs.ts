// What the tests of runs begin with.

import { RunClient } from './agent.ts';
import { cleanUpBy } from './clean-up.ts';
import { startProvider, type StandIn } from './provider.ts';
import { startTestService, type TestService } from './service.ts';

interface TestRuns {
  readonly service: TestService;
  /** Plays the model. */
  readonly provider: StandIn;
  /** Those of the owner. */
  readonly runs: RunClient;
}

/** A service whose runs ask a provider of the test's own. To be called in `beforeAll`: both end after the file. */
export async function withRuns(): Promise<TestRuns> {
  const service = await startTestService();
  cleanUpBy(() => service.dispose());
  const provider = await startProvider();
  cleanUpBy(() => {
    provider.close();
  });
  await service.request('PUT', '/api/config', { body: { AI_BASE_URL: provider.baseUrl, AI_MODEL: 'small' } });
  return { service, provider, runs: new RunClient((...args) => service.request(...args)) };
}
