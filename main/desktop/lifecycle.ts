// The life of the desktop app: one instance, one service, one window. Quitting stops the service first.

import { app, dialog, type BrowserWindow } from 'electron';
import { bridgeChannels, type Session } from '../contract/bridge.ts';
import { StartError } from '../lib/app-error.ts';
import type { Host, Service } from '../service.ts';
import { answerFrame } from './ipc.ts';
import { builtPath, useDataDir } from './paths.ts';
import { confineContents, denyPermissions } from './security.ts';
import { spawnModel } from './spawn-model.ts';
import { bringToFront, createWindow } from './window.ts';

export interface Desktop {
  readonly environment: Host['environment'];
  readonly startService: (host: Host) => Promise<Service>;
}

/**
 * Starts the service and shows its frontend; settles once the page has loaded, the start was refused, or another
 * instance was found and told to show itself. Never rejects: what goes wrong is shown, and the program exits with 1.
 */
export async function startDesktop(desktop: Desktop): Promise<void> {
  const life = new Life();
  try {
    const dataDir = useDataDir(desktop.environment);
    // Before any port or database is touched. Electron tells the first instance of this one.
    if (!app.requestSingleInstanceLock()) {
      app.quit();
      return;
    }
    app.enableSandbox();
    const service = await life.start(() => desktop.startService({
      dataDir,
      frontendDir: builtPath('renderer'),
      version: app.getVersion(),
      environment: desktop.environment,
      flags: {},
      spawnModel: spawnModel(desktop.environment),
    }));
    if (!life.isEnding) await life.show(service);
  } catch (error) {
    if (!life.isEnding) await life.fail(error);
  }
}

class Life {
  /** True once the app is on its way out: what fails from then on is nobody's concern. */
  isEnding = false;
  #starting: Promise<Service> | null = null;
  #window: BrowserWindow | null = null;

  /** Starts the service when Electron is ready, and makes sure that it is stopped before the app ends. */
  async start(startService: () => Promise<Service>): Promise<Service> {
    this.#starting = app.whenReady().then(startService);
    app.on('second-instance', () => { if (this.#window !== null) bringToFront(this.#window); });
    app.on('window-all-closed', () => { app.quit(); });
    // Not before-quit: the windows are closed first, so that their last writes still find the service, and
    // the service goes on if a window refuses to close.
    app.on('will-quit', (event) => {
      event.preventDefault();
      void this.#end(0);
    });
    return this.#starting;
  }

  /** Opens the window on the frontend. */
  async show(service: Service): Promise<void> {
    const { origin } = new URL(service.frontendUrl);
    confineContents(origin);
    denyPermissions(origin);
    answerFrame(bridgeChannels.session, origin, (): Session => ({ baseUrl: service.baseUrl, token: service.token() }));
    const window = createWindow(builtPath('preload', 'index.cjs'));
    this.#window = window;
    try {
      await window.loadURL(service.frontendUrl);
    } catch (error) {
      // Closed while it was loading: not a failure.
      if (!window.isDestroyed()) throw error;
    }
  }

  /** Says why the app cannot go on, stops what was started, exits with 1. */
  async fail(error: unknown): Promise<void> {
    const message = error instanceof Error ? error.message : String(error);
    // A StartError is a known reason told in one line; anything else is a fault, whose trace is worth keeping.
    console.error(error instanceof StartError ? message : error);
    // On Linux there is no box before Electron is ready, only a line on standard error.
    await app.whenReady();
    dialog.showErrorBox('Daybook could not start', message);
    await this.#end(1);
  }

  async #end(code: number): Promise<void> {
    if (this.isEnding) return;
    this.isEnding = true;
    // A service that did not start has nothing to stop; `startDesktop` reports why.
    const service = await this.#starting?.catch(() => null);
    try {
      await service?.stop();
    } catch (error) {
      console.error(error);
      code = 1;
    }
    app.exit(code);
  }
}
