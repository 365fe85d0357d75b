// Configuration: flags win over the environment, the environment over the .env file, the file over the defaults.

import { randomBytes } from 'node:crypto';
import { secretMask, type Secret } from '../../contract/config.ts';
import type { EmbeddingSettings, ProviderSettings } from '../../lib/provider-settings.ts';
import { AppError, invalid, StartError } from '../../lib/app-error.ts';
import { UnconfirmedWrite } from '../../storage/atomic-file.ts';
import { days, spanSeconds } from './checks.ts';
import { acceptedChanges } from './edit.ts';
import { EnvStore } from './env-store.ts';
import { configKeys, isSecret, keyFor } from './keys.ts';
import { activeProvider, knownProviders, leadsToPorts, providerOf, type KnownProvider } from './providers.ts';
import { startValues, type FoundValue, type StartValues } from './start-values.ts';

interface ConfigOptions {
  /** The path of the .env file. */
  readonly file: string;
  /** `process.env`, or what a test puts in its place. An empty value counts as unset. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** By the name of the key: `{ PORT: '0' }` for `--port 0`. */
  readonly flags: Readonly<Record<string, string>>;
}

/** The values that a loaded model was loaded with, by the name of the key. */
export type LoadedWith = Readonly<Record<'LOCAL_MODEL_PATH' | 'LLAMA_SERVER_PORT', string | null>>;

/** What the file says, secrets masked. */
type Shown = Record<string, string | null>;

export class Config {
  readonly #store: EnvStore;
  readonly #environment: ReadonlyMap<string, string>;
  readonly #flags: ReadonlyMap<string, string>;
  #portsInUse: readonly number[] = [];
  /** Of the keys that need a restart: what has held since the start. */
  readonly #inForce = new Map<string, FoundValue>();

  constructor(options: ConfigOptions) {
    this.#store = new EnvStore(options.file);
    // Copies: each look into `process.env` itself would cost a call into the system.
    this.#environment = given(options.environment);
    this.#flags = given(options.flags);
  }

  /** Tells on which ports the service listens, which the file need not say. */
  listensOn(ports: readonly number[]): void {
    this.#portsInUse = ports;
  }

  /** The value that holds now, from whichever source; null for none. Throws `unavailable` when the file cannot be read. */
  get(key: string): string | null {
    return this.#find(key).value;
  }

  /** Whether the owner alone is let in. Anything but a plain `false` says yes. */
  soloMode(): boolean {
    return this.get('SOLO_MODE') !== 'false';
  }

  /** How long a token issued now lasts, in seconds. A span that makes no sense, set by hand, counts as the default. */
  tokenLifetime(): number {
    const fallback = keyFor('JWT_EXPIRES_IN')?.default ?? '';
    const seconds = spanSeconds(this.get('JWT_EXPIRES_IN') ?? fallback) ?? spanSeconds(fallback);
    if (seconds === null) throw new Error('The default of JWT_EXPIRES_IN is no span');
    return seconds;
  }

  /** How many days the trash keeps a record. A value that makes no sense, set by hand, counts as the default. */
  trashDays(): number {
    return this.#days('TRASH_DAYS');
  }

  /** How many days the versions of a note are kept. A value that makes no sense, set by hand, counts as the default. */
  historyDays(): number {
    return this.#days('HISTORY_DAYS');
  }

  #days(key: 'TRASH_DAYS' | 'HISTORY_DAYS'): number {
    const value = this.get(key);
    return Number(value !== null && days(value) === null ? value : keyFor(key)?.default);
  }

  /** Where AI requests go now. With an `id`, as of `providers`: who that is now, null if there is no such provider. */
  provider(): ProviderSettings;
  provider(id: string | null): ProviderSettings | null;
  provider(id: string | null = null): ProviderSettings | null {
    const get = (key: string): string | null => this.get(key);
    const found = id === null ? activeProvider(get) : providerOf(get, id);
    const isItself = found !== null && found.baseUrl !== null && leadsToPorts(found.baseUrl, this.#portsInUse);
    return isItself ? { ...found, isItself } : found;
  }

  /** What texts are embedded with now: a model at this path, or one of the active provider; null while none is set. */
  embedding(): EmbeddingSettings | null {
    const path = this.get('EMBEDDING_MODEL_PATH');
    if (path !== null) return { path };
    const model = this.get('EMBEDDING_MODEL');
    const { baseUrl, ...provider } = this.provider();
    return model === null || baseUrl === null ? null : { ...provider, baseUrl, model };
  }

  /** Who can be asked now: the built-in model, the plain keys, the profiles by name. */
  providers(): KnownProvider[] {
    return knownProviders((key) => this.get(key), [...this.#store.values().keys(), ...this.#environment.keys()]);
  }

  /**
   * The values in force from now to the end of the process; to be called once. Changes nothing on the disk.
   * Throws a `StartError` for a value that the service cannot start with, or a file that cannot be read.
   */
  start(): StartValues {
    try {
      const values = startValues(this.#store.file, (key) => this.#find(key));
      for (const { key } of configKeys.filter((entry) => entry.restart)) this.#inForce.set(key, this.#find(key));
      return values;
    } catch (error) {
      if (error instanceof StartError) throw error;
      if (this.#store.fault !== null)
        throw new StartError(`The configuration file ${this.#store.file} ${this.#store.fault}; correct it, or move it elsewhere`, {
          cause: error,
        });
      throw new StartError(
        `The configuration file ${this.#store.file} cannot be read (${reason(error)}); see to it that it is a file and that you may ` +
          `read it`,
        { cause: error },
      );
    }
  }

  /**
   * The secret that signs tokens; makes and stores one of 256 bits if none is set. Also sweeps temporary files of killed
   * writes and sets the file's mode to 0600: to be called after `start`, once this process has the data directory for itself.
   * Throws a `StartError` when the file cannot be written.
   */
  async ensureSecret(): Promise<string> {
    try {
      await this.#store.prepare();
      const present = this.#inForce.get('JWT_SECRET')?.value ?? null;
      if (present !== null) return present;
      const made = randomBytes(32).toString('base64url');
      await this.#store.update(() => new Map([['JWT_SECRET', made]]));
      this.#inForce.set('JWT_SECRET', { value: made, source: 'file' });
      return made;
    } catch (error) {
      throw new StartError(
        `The configuration file ${this.#store.file} cannot be written (${reason(error)}); see to it that there is room and that you ` +
          `may write there`,
        { cause: error },
      );
    }
  }

  /** `GET /api/config`. `loadedWith` is what a loaded model was loaded with. */
  describe(loadedWith: LoadedWith | null = null): {
    config: Shown;
    restartRequired: string[];
    appliesAtNextLoad: string[];
    error: string | null;
    overridden: string[];
  } {
    const stored = this.#store.values();
    const { fault } = this.#store;
    const error = fault === null ? null : `The .env file ${fault}; the values that were read before stay in force`;
    return {
      config: shown(stored),
      restartRequired: this.#restartRequired(stored),
      appliesAtNextLoad: this.#appliesAtNextLoad(loadedWith),
      error,
      overridden: this.#overridden(),
    };
  }

  /**
   * `PUT /api/config`: all or nothing. `updated` names the keys whose stored value has changed, `isLogin` tells whether a user asks, and
   * no program with a token of its own. Throws `validation_failed` with the refused keys as paths, `storage_full` or `unavailable`.
   */
  async write(
    sent: Readonly<Record<string, string | null>>,
    loadedWith: () => LoadedWith | null = () => null,
    isLogin = true,
  ): Promise<{ config: Shown; updated: string[]; restartRequired: string[]; appliesAtNextLoad: string[] }> {
    const updated = await this.#update(sent, isLogin);
    return readAfter(updated, () => {
      const stored = this.#store.values();
      return {
        config: shown(stored),
        updated,
        restartRequired: this.#restartRequired(stored),
        appliesAtNextLoad: this.#appliesAtNextLoad(loadedWith()),
      };
    });
  }

  /** `GET /api/config/secrets`: the known ones, those of profiles, and what looks like one in the file. */
  secrets(): { secrets: Secret[] } {
    const stored = this.#store.values();
    const known = configKeys.filter((entry) => entry.secret).map((entry) => entry.key);
    const others = [...stored.keys(), ...this.#overridden()].filter((key) => isSecret(key) && !known.includes(key));
    return { secrets: [...known, ...new Set(others)].map((key) => this.#secret(key)) };
  }

  /**
   * `PUT /api/config/secrets`: the entry afterwards, and whether the stored value has changed.
   * Throws `validation_failed` (path `key` or `value`), `storage_full` or `unavailable`.
   */
  async writeSecret(key: string, value: string | null): Promise<{ secret: Secret; changed: boolean }> {
    const entry = keyFor(key);
    if (entry === null) throw invalid({ path: 'key', message: 'is not a known key' });
    if (!entry.secret) throw invalid({ path: 'key', message: 'is not a secret; PUT /api/config sets it' });
    try {
      const updated = await this.#update({ [key]: value }, true);
      return readAfter(updated, () => ({ secret: this.#secret(key), changed: updated.length > 0 }));
    } catch (error) {
      const [refused] = error instanceof AppError ? error.errors : [];
      throw refused === undefined ? error : invalid({ path: 'value', message: refused.message });
    }
  }

  async #update(sent: Readonly<Record<string, string | null>>, isLogin: boolean): Promise<string[]> {
    let updated: string[] = [];
    const around = { portsInUse: this.#portsInUse, overrides: new Map([...this.#environment, ...this.#flags]), isLogin };
    await this.#store.update((stored) => {
      const changes = acceptedChanges(sent, stored, around);
      updated = [...changes.keys()];
      return changes;
    });
    return updated;
  }

  #find(key: string): FoundValue {
    const over = this.#override(key);
    if (over !== null) return over;
    const stored = this.#store.values().get(key);
    if (stored !== undefined && stored !== '') return { value: stored, source: 'file' };
    return { value: keyFor(key)?.default ?? null, source: 'default' };
  }

  #override(key: string): FoundValue | null {
    const flag = this.#flags.get(key);
    if (flag !== undefined) return { value: flag, source: 'flag' };
    const variable = this.#environment.get(key);
    return variable === undefined ? null : { value: variable, source: 'environment' };
  }

  #overridden(): string[] {
    const profiles = [...this.#environment.keys()].filter((name) => keyFor(name) !== null).toSorted();
    const names = new Set([...configKeys.map((entry) => entry.key), ...profiles]);
    return [...names].filter((key) => this.#override(key) !== null);
  }

  #appliesAtNextLoad(loadedWith: LoadedWith | null): string[] {
    return loadedWith === null ? [] : Object.entries(loadedWith).flatMap(([key, value]) => (this.get(key) === value ? [] : [key]));
  }

  #restartRequired(stored: ReadonlyMap<string, string>): string[] {
    return [...this.#inForce].flatMap(([key, { value, source }]) => {
      const now = stored.get(key) || null;
      const differs = now === null ? source === 'file' && value !== (keyFor(key)?.default ?? null) : now !== value;
      return differs ? [key] : [];
    });
  }

  #secret(key: string): Secret {
    return { key, isSet: this.get(key) !== null, restartRequired: this.#restartRequired(this.#store.values()).includes(key) };
  }
}

/** What is read once the file was written: a fault of that does not say that nothing was changed. */
function readAfter<T>(updated: readonly string[], read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw updated.length === 0 ? error : new UnconfirmedWrite(error, 'the configuration cannot be read at the moment');
  }
}

/** What is not empty. */
function given(values: Readonly<Record<string, string | undefined>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(values).filter((pair): pair is [string, string] => pair[1] !== undefined && pair[1] !== ''));
}

function shown(stored: ReadonlyMap<string, string>): Shown {
  const names = new Set([...configKeys.map((entry) => entry.key), ...stored.keys()]);
  return Object.fromEntries([...names].map((key) => [key, shownValue(key, stored.get(key))]));
}

function shownValue(key: string, value: string | undefined): string | null {
  if (isSecret(key)) return value === undefined || value === '' ? null : secretMask;
  return value ?? null;
}

function reason(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown reason';
}
