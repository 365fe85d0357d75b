// The configuration as it was read, and as a change leaves it.

import type { QueryClient } from '@tanstack/react-query';
import type { configApi } from '../../../../main/contract/config.ts';
import type { ReplyOf } from '../../../../main/contract/route.ts';

export type Config = ReplyOf<typeof configApi.readConfig>;

type Saved = Pick<ReplyOf<typeof configApi.writeConfig>, 'config' | 'restartRequired' | 'appliesAtNextLoad'>;

/** Under which it is kept. */
export const configKey = ['config', 'all'] as const;

/** Shows what a change has made of the configuration, and reads it again: another client can have changed it before the answer came. */
export function showSaved(queries: QueryClient, { config, restartRequired, appliesAtNextLoad }: Saved): void {
  queries.setQueryData<Config>(configKey, (known) =>
    known === undefined ? undefined : { ...known, config, restartRequired, appliesAtNextLoad },
  );
  void queries.invalidateQueries({ queryKey: configKey });
}
