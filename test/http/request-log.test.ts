import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startTestService } from '../support/service.ts';

test('the log tells of requests that failed, by the pattern of their path; of others it says nothing', async () => {
  const service = await startTestService();
  try {
    await service.request('GET', '/api/notes?q=private');
    await service.request('GET', '/api/notes/0198c0de-0000-7000-8000-000000000000?include=doc');
    await service.request('GET', '/api/nothing/private');
    await service.stop();
    const folder = join(service.dataDir, 'logs');
    const lines = readdirSync(folder).flatMap((name) =>
      readFileSync(join(folder, name), 'utf8')
        .split('\n')
        .filter((line) => line !== ''),
    );
    const requests = lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ msg }) => msg === 'request');
    expect(requests.map(({ method, route, status }) => [method, route, status])).toEqual([
      ['GET', '/api/notes/:id', 404],
      ['GET', null, 404],
    ]);
    expect(lines.join('\n')).not.toContain('private');
  } finally {
    await service.dispose();
  }
});
