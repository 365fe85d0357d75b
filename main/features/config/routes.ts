import { configApi } from '../../contract/config.ts';
import { query, type Endpoint } from '../../invoke/endpoint.ts';
import type { Caller } from '../../lib/caller.ts';
import type { Config, LoadedWith } from './config.ts';

export interface ConfigAround {
  /** Throws where what is written into the data directory is not there at the next start, as it was moved away. */
  readonly requireInPlace: () => void;
  /** Leaves an entry in the change feed of that caller; called once the file is on the disk, and only if it has changed. */
  readonly changed: (caller: Caller) => Promise<void>;
  /** Tells of the model that is loaded. */
  readonly loadedWith: () => LoadedWith | null;
}

export function configRoutes(config: Config, { requireInPlace, changed, loadedWith }: ConfigAround): Endpoint[] {
  return [
    query(configApi.readConfig, () => config.describe(loadedWith())),
    query(configApi.writeConfig, async ({ body, caller }) => {
      requireInPlace();
      const written = await config.write(body, loadedWith);
      if (written.updated.length > 0) await changed(caller);
      return written;
    }),
    query(configApi.listSecrets, () => config.secrets()),
    query(configApi.writeSecret, async ({ body, caller }) => {
      requireInPlace();
      const written = await config.writeSecret(body.key, body.value);
      if (written.changed) await changed(caller);
      return written.secret;
    }),
  ];
}
