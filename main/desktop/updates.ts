// Looks for a newer Daybook where the user told it to, fetches it, and leaves it to be installed when the app ends.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
import type { AppUpdater } from 'electron-updater';

/** After the start, when the window is there and the machine is quiet again; in milliseconds. */
const firstCheckAfter = 15_000;
const checkEvery = 4 * 60 * 60 * 1000;

export interface UpdateOptions {
  /** The https address of a generic feed, a folder with `latest.yml` and its like; null for never. It is asked for before each check. */
  readonly url: () => string | null;
  /** Called once for each version that is ready to be installed when the app ends. */
  readonly onReady: (version: string) => void;
  /** Takes one line for each check that failed. */
  readonly log?: (line: string) => void;
}

export interface Updates {
  /** Looks now, and fetches what is newer. Never rejects: a failure is logged, and the next check tries again. */
  check(): Promise<void>;
  /** Ends the checks and a download that is under way. What is ready is still installed, unless there is no address any more. */
  stop(): void;
}

/** The feed that the maker of this package has named (`updateUrl` in its package.json, see release.yml); null if there is none. */
export function builtInFeed(): string | null {
  const { updateUrl } = JSON.parse(readFileSync(join(app.getAppPath(), 'package.json'), 'utf8')) as { readonly updateUrl?: unknown };
  return typeof updateUrl === 'string' && updateUrl !== '' ? updateUrl : null;
}

/**
 * Checks some seconds after the start and every four hours. Does nothing in an app that is not packed.
 * On Linux only an AppImage is replaced; the other packages belong to the system's package manager.
 */
export function startUpdates(options: UpdateOptions): Updates {
  const updates = new FeedUpdates(options);
  if (app.isPackaged) updates.start();
  return updates;
}

class FeedUpdates implements Updates {
  readonly #options: UpdateOptions;
  #updater: AppUpdater | null = null;
  #timer: NodeJS.Timeout | undefined;
  #checking: Promise<void> | null = null;
  #cancel: () => void = () => undefined;
  #readyVersion: string | null = null;
  #stopped = false;

  constructor(options: UpdateOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setTimeout(() => {
      this.#timer = setInterval(() => {
        void this.check();
      }, checkEvery).unref();
      void this.check();
    }, firstCheckAfter).unref();
  }

  check(): Promise<void> {
    if (!app.isPackaged || this.#stopped) return Promise.resolve();
    this.#checking ??= this.#look()
      .catch((error: unknown) => {
        this.#log(error instanceof Error ? error.message : String(error));
      })
      .finally(() => {
        this.#checking = null;
      });
    return this.#checking;
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#cancel();
    // A user who turns updates off does not want the one that waits either.
    if (this.#updater !== null) this.#updater.autoInstallOnAppQuit = this.#options.url() !== null;
  }

  async #look(): Promise<void> {
    const url = this.#options.url();
    if (url === null) return;
    if (!URL.canParse(url) || new URL(url).protocol !== 'https:') throw new Error('the address does not begin with https://');
    this.#updater ??= await loadUpdater();
    this.#updater.setFeedURL({ provider: 'generic', url });
    const found = await this.#updater.checkForUpdates();
    if (!found?.isUpdateAvailable || this.#stopped || this.#options.url() !== url) return;
    this.#cancel = () => {
      found.cancellationToken?.cancel();
    };
    await this.#updater.downloadUpdate(found.cancellationToken);
    const { version } = found.updateInfo;
    if (version === this.#readyVersion || this.#stopped || this.#options.url() === null) return;
    this.#readyVersion = version;
    this.#options.onReady(version);
  }

  #log(reason: string): void {
    // Answers of servers can run over many lines.
    if (!this.#stopped) this.#options.log?.(`No update could be fetched: ${reason.split('\n', 1).join('').slice(0, 300)}`);
  }
}

/** Loaded at the first check, so that the start of the app does not wait for it. */
async function loadUpdater(): Promise<AppUpdater> {
  const { default: library } = await import('electron-updater');
  const updater = process.platform === 'linux' ? new library.AppImageUpdater() : library.autoUpdater;
  // Failures arrive as rejections, which are logged here. Without a listener an emitter throws its errors.
  updater.logger = null;
  updater.on('error', () => undefined);
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = true;
  return updater;
}
