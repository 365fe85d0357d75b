import { configApi } from '../../contract/config.ts';
import { query, type Endpoint } from '../../invoke/endpoint.ts';
import type { Caller } from '../../lib/caller.ts';
import type { Config, LoadedWith } from './config.ts';

/**
 * `changed` leaves an entry in the change feed of that caller; it is called once the file is on the disk, and only if it has changed.
 * `loadedWith` tells of the model that is loaded.
 */
export function configRoutes(config: Config, changed: (caller: Caller) => Promise<void>, loadedWith: () => LoadedWith | null): Endpoint[] {
  return [
    query(configApi.readConfig, () => config.describe(loadedWith())),
    query(configApi.writeConfig, async ({ body, caller }) => {
      const written = await config.write(body, loadedWith);
      if (written.updated.length > 0) await changed(caller);
      return written;
    }),
    query(configApi.listSecrets, () => config.secrets()),
    query(configApi.writeSecret, async ({ body, caller }) => {
      const written = await config.writeSecret(body.key, body.value);
      if (written.changed) await changed(caller);
      return written.secret;
    }),
  ];
}
