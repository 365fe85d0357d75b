import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { configKey, showSaved, type Config } from '../../../renderer/features/settings/config/saved-config.ts';

test('what a change has made of the configuration shows at once, and what was changed after it once that is read', async () => {
  const of = (model: string): Config =>
    ({ config: { AI_MODEL: model }, restartRequired: [], overridden: [], appliesAtNextLoad: [] }) as never;
  const queries = new QueryClient();
  const shown: (string | null | undefined)[] = [];
  // Another client has changed it since: the feed has told so, and it was read.
  const close = new QueryObserver<Config>(queries, { queryKey: configKey, queryFn: () => Promise.resolve(of('theirs')) }).subscribe(
    ({ data }) => {
      shown.push(data?.config['AI_MODEL']);
    },
  );
  await vi.waitFor(() => {
    expect(shown.at(-1)).toBe('theirs');
  });
  showSaved(queries, of('ours'));
  await vi.waitFor(() => {
    expect([shown.includes('ours'), shown.at(-1)]).toEqual([true, 'theirs']);
  });
  close();
});
