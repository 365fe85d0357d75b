import { configApi, secretMask } from '../../contract/config.ts';
import { query, type Endpoint } from '../../invoke/endpoint.ts';
import { AppError } from '../../lib/app-error.ts';
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
      refuseSigningSecret(caller, body['JWT_SECRET']);
      const written = await config.write(body, loadedWith, caller.isLogin);
      if (written.updated.length > 0) await changed(caller);
      return written;
    }),
    query(configApi.listSecrets, () => config.secrets()),
    query(configApi.writeSecret, async ({ body, caller }) => {
      requireInPlace();
      if (body.key === 'JWT_SECRET') refuseSigningSecret(caller, body.value);
      const written = await config.writeSecret(body.key, body.value);
      if (written.changed) await changed(caller);
      return written.secret;
    }),
  ];
}

/** A program that knows what tokens are signed with could make itself one that may do all: 403 for any new value but by a login. */
function refuseSigningSecret({ isLogin }: Caller, value: string | null | undefined): void {
  if (!isLogin && value !== undefined && value !== null && value !== '' && value !== secretMask)
    throw new AppError('forbidden', 'JWT_SECRET is set with a login, not with a token for programs: it would let the program do all');
}
