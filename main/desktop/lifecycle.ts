// The life of the desktop app: one instance, one service, one window. Quitting stops the service first.

import { join } from 'node:path';
import { app, clipboard, dialog, powerMonitor, type BrowserWindow } from 'electron';
import { defaultPreferences } from '../contract/bridge-values.ts';
import { Config } from '../features/config/config.ts';
import { StartError } from '../lib/app-error.ts';
import { systemClock } from '../lib/clock.ts';
import type { Host, Service } from '../service.ts';
import { offerContextMenu } from './context-menu.ts';
import { DesktopFile } from './desktop-file.ts';
import { askWhereToSave, builtPath, useDataDir } from './paths.ts';
import { bringToFront, openMainWindow } from './main-window.ts';
import { hiddenFlag, requestsIn, scheme, type OpenRequest } from './open-requests.ts';
import { guardPage, type LeavingOptions } from './page-guard.ts';
import { confineContents, denyPermissions } from './security.ts';
import { DesktopShell } from './shell.ts';
import { utilityChild } from './spawn-child.ts';
import { PatientStart } from './start-failure.ts';
import { builtInFeed } from './updates.ts';

interface Desktop {
  readonly environment: Host['environment'];
  /** The arguments of this start, without the program itself. */
  readonly args: readonly string[];
  readonly startService: (host: Host) => Promise<Service>;
}

/**
 * Starts the service and shows its frontend; settles once the page has loaded, the start was given up, or another
 * instance was found and told to show itself. Never rejects: what goes wrong is shown, and the program exits with 1.
 */
export async function startDesktop(desktop: Desktop): Promise<void> {
  const life = new Life(desktop);
  try {
    const dataDir = useDataDir(desktop.environment);
    // Before any port or database is touched. Electron hands the first instance what this one was asked to open.
    if (!app.requestSingleInstanceLock({ args: [...desktop.args], cwd: process.cwd() })) {
      app.quit();
      return;
    }
    app.enableSandbox();
    await life.run(dataDir);
  } catch (error) {
    await life.fail(error);
  }
}

class Life {
  readonly #desktop: Desktop;
  /** Aborted once the app is on its way out: what fails from then on is not told. */
  readonly #ending = new AbortController();
  #starting: Promise<Service> | null = null;
  #file: DesktopFile | null = null;
  #window: BrowserWindow | null = null;
  #shell: DesktopShell | null = null;
  /** What is to be opened once that can be done. */
  #requests: OpenRequest[];
  /** Whether windows are being closed for the app to end. One that refuses takes it back. */
  #isQuitting = false;
  /** Whether the system itself is going down. */
  #isUrgent = false;
  /** Whether the user was told of the failure, and gave up. */
  #isTold = false;
  #origin: string | null = null;
  readonly #leaving: LeavingOptions = {
    stayed: () => {
      this.#isQuitting = false;
    },
    isUrgent: () => this.#isUrgent,
  };

  constructor(desktop: Desktop) {
    this.#desktop = desktop;
    this.#requests = requestsIn(desktop.args, process.cwd());
  }

  /** Opens the window, starts the service when Electron is ready, and makes sure that it is stopped before the app ends. */
  async run(dataDir: string): Promise<void> {
    this.#listen();
    this.#starting = app.whenReady().then(() => this.#start(dataDir));
    const service = await this.#starting;
    if (!this.#ending.signal.aborted) await this.#show(service, dataDir);
  }

  async #start(dataDir: string): Promise<Service> {
    const file = await DesktopFile.open(dataDir, warn, { ...defaultPreferences, updateUrl: builtInFeed() });
    this.#file = file;
    const { environment, startService } = this.#desktop;
    if (!this.#ending.signal.aborted) this.#window = this.#open(file);
    const passphrase = (): string | null => new Config({ file: join(dataDir, '.env'), environment, flags: {} }).get('BACKUP_PASSPHRASE');
    const patient = new PatientStart({ dataDir, window: this.#window, passphrase, signal: this.#ending.signal });
    const host = {
      dataDir,
      frontendDir: builtPath('renderer'),
      version: app.getVersion(),
      environment,
      spawnChild: utilityChild(environment),
      onDamage: ({ hasBackup }: { readonly hasBackup: boolean }) => {
        this.#warn('The database is damaged', 'A check has found damage in the database of Daybook', hasBackup);
      },
      onDisplaced: (line: string) => {
        this.#warn('The database was removed or replaced', line, null);
      },
    };
    try {
      return await patient.run((flags) => startService({ ...host, flags }));
    } catch (error) {
      this.#isTold = true;
      throw error;
    }
  }

  #open(file: DesktopFile): BrowserWindow {
    const staysOpen = (): boolean => file.state.preferences.closeToTray || process.platform === 'darwin';
    const window = openMainWindow({
      preload: preload(),
      file,
      isHidden: this.#desktop.args.includes(hiddenFlag) && file.state.preferences.closeToTray,
      hidesOnClose: () => staysOpen() && !this.#isQuitting && this.#shell !== null,
    });
    guardPage(window, {
      ...this.#leaving,
      clock: systemClock,
      quit: () => {
        app.quit();
      },
      warn,
    });
    // Windows: the session ends, and the system does not wait for long.
    window.on('query-session-end', () => {
      this.#isUrgent = true;
    });
    window.on('session-end', this.#goDown);
    return window;
  }

  /** Loads the frontend into the window, with all that belongs to it. */
  async #show(service: Service, dataDir: string): Promise<void> {
    const window = this.#window;
    if (window === null || window.isDestroyed() || this.#file === null) return;
    this.#origin = new URL(service.frontendUrl).origin;
    const { environment } = this.#desktop;
    this.#shell = new DesktopShell({
      service,
      window,
      file: this.#file,
      dataDir,
      preload: preload(),
      environment,
      isQuitting: () => this.#isQuitting,
      leaving: this.#leaving,
      warn,
    });
    await this.#shell.start();
    for (const request of this.#requests.splice(0)) void this.#shell.open(request);
    try {
      await window.loadURL(service.frontendUrl);
    } catch (error) {
      // Closed while it was loading: not a failure.
      if (!window.isDestroyed()) throw error;
    }
    const { loss } = service;
    if (loss !== null) this.#warn('The newest changes are missing', loss.message, loss.hasBackup);
  }

  /** Tells in a box what is wrong with the data, unless the window is gone. */
  #warn(message: string, what: string, hasBackup: boolean | null): void {
    const window = this.#window;
    if (window === null || window.isDestroyed() || this.#ending.signal.aborted) return;
    const advice = hasBackup ? 'Backups are in the settings, under “Data”.' : 'There is no backup.';
    const box = {
      type: 'warning' as const,
      message,
      detail: hasBackup === null ? `${what}.` : `${what}.\n\n${advice}`,
      buttons: ['OK'],
      noLink: true,
    };
    void dialog.showMessageBox(window, { ...box, signal: this.#ending.signal });
  }

  #listen(): void {
    app.on('second-instance', (_event, argv, workingDirectory, data) => {
      this.#second(argv, workingDirectory, data);
    });
    // macOS hands over links and files by events, also before it is ready.
    app.on('open-url', (event, url) => {
      this.#take(event, { kind: 'link', url });
    });
    app.on('open-file', (event, path) => {
      this.#take(event, { kind: 'file', path });
    });
    app.on('activate', () => {
      this.#front();
    });
    app.on('window-all-closed', () => {
      app.quit();
    });
    app.on('before-quit', () => {
      this.#isQuitting = true;
    });
    // Not before-quit: the windows are closed first, so that their last writes still find the service, and
    // the service goes on if a window refuses to close.
    app.on('will-quit', (event) => {
      event.preventDefault();
      void this.#end(0);
    });
    app.on('web-contents-created', (_event, contents) => {
      offerContextMenu(contents, (text) => {
        void clipboard.writeText(text);
      });
    });
    confineContents(() => this.#origin);
    // In development the system would be told of Electron itself.
    if (app.isPackaged) app.setAsDefaultProtocolClient(scheme);
    if (process.platform === 'win32') app.setAppUserModelId('app.daybook.Daybook');
    void app.whenReady().then(() => {
      this.#listenWhenReady();
    });
  }

  #listenWhenReady(): void {
    denyPermissions(() => this.#origin);
    askWhereToSave();
    // Whatever the service has answered is on the disk; what the window remembers goes there too.
    powerMonitor.on('suspend', () => {
      void this.#file?.flush();
    });
    powerMonitor.on('resume', () => {
      this.#shell?.refresh();
    });
    // Prevented, the shutdown waits until the app has ended.
    powerMonitor.on('shutdown', (event?: { preventDefault(): void }) => {
      event?.preventDefault();
      this.#goDown();
    });
  }

  readonly #goDown = (): void => {
    this.#isUrgent = true;
    app.quit();
  };

  #second(argv: readonly string[], workingDirectory: string, data: unknown): void {
    // Electron adds to `argv` and changes its order; older starts send nothing else.
    const sent = data as { readonly args?: readonly string[]; readonly cwd?: string } | null;
    const requests = requestsIn(sent?.args ?? argv.slice(1), sent?.cwd ?? workingDirectory);
    // What is opened brings its own window to the front, which for quick capture is not this one.
    if (requests.length === 0 || this.#shell === null) this.#front();
    for (const request of requests) this.#request(request);
  }

  #take(event: { preventDefault(): void }, request: OpenRequest): void {
    event.preventDefault();
    this.#request(request);
  }

  #request(request: OpenRequest): void {
    if (this.#shell === null) this.#requests.push(request);
    else void this.#shell.open(request);
  }

  #front(): void {
    if (this.#window !== null) bringToFront(this.#window);
  }

  /** Says why the app cannot go on, stops what was started, exits with 1. A start that the user has given up was told already. */
  async fail(error: unknown): Promise<void> {
    if (this.#ending.signal.aborted) return;
    const message = error instanceof Error ? error.message : String(error);
    // A StartError is a known reason told in one line; anything else is a fault, whose trace is worth keeping.
    console.error(error instanceof StartError ? message : error);
    if (!this.#isTold) {
      // On Linux there is no box before Electron is ready, only a line on standard error.
      await app.whenReady();
      dialog.showErrorBox('Daybook could not start', message);
    }
    await this.#end(1);
  }

  async #end(code: number): Promise<void> {
    if (this.#ending.signal.aborted) return;
    this.#ending.abort();
    this.#shell?.stop();
    // A service that did not start has nothing to stop; `startDesktop` reports why.
    const service = await this.#starting?.catch(() => null);
    let result = code;
    try {
      await service?.stop();
    } catch (error) {
      console.error(error);
      result = 1;
    }
    await this.#file?.flush();
    app.exit(result);
  }
}

function preload(): string {
  return builtPath('preload', 'index.cjs');
}

function warn(message: string): void {
  console.warn(message);
}
