import { configApi, secretMask } from '../../contract/config.ts';
import { query, type Endpoint } from '../../invoke/endpoint.ts';
import { AppError } from '../../lib/app-error.ts';
import type { Caller } from '../../lib/caller.ts';
import { UnconfirmedWrite } from '../../storage/atomic-file.ts';
import type { Config, LoadedWith } from './config.ts';

export interface ConfigAround {
  /** Throws where what is written into the data directory is not there at the next start, as it was moved away. */
  readonly requireInPlace: () => void;
  /** Leaves an entry in the change feed of that caller; called once the file has changed. */
  readonly changed: (caller: Caller) => Promise<void>;
  /** Tells of the model that is loaded. */
  readonly loadedWith: () => LoadedWith | null;
}

export function configRoutes(config: Config, { requireInPlace, changed, loadedWith }: ConfigAround): Endpoint[] {
  // What has changed is told, whether or not the disk has confirmed it.
  const telling = async <T>(caller: Caller, write: () => Promise<T>, hasChanged: (written: T) => boolean): Promise<T> => {
    try {
      const written = await write();
      if (hasChanged(written)) await changed(caller);
      return written;
    } catch (error) {
      if (error instanceof UnconfirmedWrite) await changed(caller);
      throw error;
    }
  };
  return [
    query(configApi.readConfig, () => config.describe(loadedWith())),
    query(configApi.writeConfig, ({ body, caller }) => {
      requireInPlace();
      refuseSigningSecret(caller, body['JWT_SECRET']);
      return telling(
        caller,
        () => config.write(body, loadedWith, caller.isLogin),
        ({ updated }) => updated.length > 0,
      );
    }),
    query(configApi.listSecrets, () => config.secrets()),
    query(configApi.writeSecret, async ({ body, caller }) => {
      requireInPlace();
      if (body.key === 'JWT_SECRET') refuseSigningSecret(caller, body.value);
      const written = await telling(
        caller,
        () => config.writeSecret(body.key, body.value),
        (secret) => secret.changed,
      );
      return written.secret;
    }),
  ];
}

/** A program that knows what tokens are signed with could make itself one that may do all: 403 for any new value but by a login. */
function refuseSigningSecret({ isLogin }: Caller, value: string | null | undefined): void {
  if (!isLogin && value !== undefined && value !== null && value !== '' && value !== secretMask)
    throw new AppError('forbidden', 'JWT_SECRET is set with a login, not with a token for programs: it would let the program do all');
}
