import { configApi } from '../../contract/config.ts';
import { plain, type Endpoint } from '../../http/handler.ts';
import type { Config } from './config.ts';

/** `changed` leaves an entry in the change feed of that user; it is called once the file is on the disk, and only if it has changed. */
export function configRoutes(config: Config, changed: (userId: string) => Promise<void>): Endpoint[] {
  return [
    plain(configApi.readConfig, () => config.describe()),
    plain(configApi.writeConfig, async ({ body, caller }) => {
      const written = await config.write(body);
      if (written.updated.length > 0) await changed(caller.userId);
      return written;
    }),
    plain(configApi.listSecrets, () => config.secrets()),
    plain(configApi.writeSecret, async ({ body, caller }) => {
      const written = await config.writeSecret(body.key, body.value);
      if (written.changed) await changed(caller.userId);
      return written.secret;
    }),
  ];
}
