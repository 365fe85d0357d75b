// The desktop app as a program of its own: Electron where there is one, else its double. Needs `npm run build`.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { _electron, test as base, type ElectronApplication, type Page } from '@playwright/test';
import type { ServiceInfo } from '../../../main/service-file.ts';
import { doubleBinary, electronBinary } from '../../support/electron-binary.ts';
import { cleanEnvironment } from '../../support/process.ts';

export const real = electronBinary();
export const executable = real ?? doubleBinary;
/** The reason that specs of Electron itself give where there is none. */
export const noElectron = 'no Electron binary on this machine';
export const root = resolve(import.meta.dirname, '../../..');

export class DesktopApp {
  readonly dataDir = mkdtempSync(join(tmpdir(), 'daybook-app-'));
  readonly environment: Record<string, string>;
  #app: ElectronApplication | null = null;

  constructor() {
    // What a screen needs, if there is one, and what names the Chromium of the double.
    const kept = ['DISPLAY', 'WAYLAND_DISPLAY', 'XAUTHORITY', 'CHROMIUM_PATH'].map((name) => [name, process.env[name]]);
    const all = Object.entries({
      ...cleanEnvironment(),
      ...Object.fromEntries(kept),
      DAYBOOK_DATA_DIR: this.dataDir,
      PORT: '0',
      FRONTEND_PORT: '0',
    });
    this.environment = Object.fromEntries(all.filter((entry): entry is [string, string] => entry[1] !== undefined));
  }

  get isRunning(): boolean {
    return this.#app !== null;
  }

  get app(): ElectronApplication {
    if (this.#app === null) throw new Error('The app was not started');
    return this.#app;
  }

  async start(args: readonly string[] = []): Promise<void> {
    const app = await _electron.launch({ executablePath: executable, args: ['.', ...args], cwd: root, env: this.environment });
    app.once('close', () => {
      this.#app = null;
    });
    this.#app = app;
  }

  /** The window, once it has gone from its splash to the frontend. */
  async frontend(): Promise<Page> {
    const window = await this.app.firstWindow();
    await window.waitForURL(/^http:/);
    return window;
  }

  info(): ServiceInfo {
    return JSON.parse(readFileSync(join(this.dataDir, 'service.json'), 'utf8')) as ServiceInfo;
  }

  /** Calls the service as the owner. */
  async api<T>(path: string): Promise<T> {
    const { baseUrl, token } = this.info();
    return (await (await fetch(baseUrl + path, { headers: { Authorization: `Bearer ${token}` } })).json()) as T;
  }

  /** Starts the program once more with these arguments; its exit code. */
  async startAgain(...args: readonly string[]): Promise<number | null> {
    const second = spawn(executable, ['.', ...args], { cwd: root, env: this.environment, stdio: 'ignore' });
    const [code] = (await once(second, 'exit')) as [number | null];
    return code;
  }

  write(name: string, content: string): string {
    const path = join(this.dataDir, name);
    writeFileSync(path, content);
    return path;
  }

  async close(): Promise<void> {
    await this.#app?.close();
    this.#app = null;
  }

  remove(): void {
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}

/**
 * `desktop` is the app, started: one for all tests of a worker, since a start takes a second of the processor. What a test leaves in it the
 * next one finds: its notes, its place, its preferences. A test may end it. Files that use it keep their tests together by
 * `mode: 'default'`, in their order.
 */
export const test = base.extend<{ desktop: DesktopApp }, { sharedApp: DesktopApp }>({
  sharedApp: [
    // Playwright reads what a fixture needs from this pattern.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const desktop = new DesktopApp();
      await use(desktop);
      await desktop.close();
      desktop.remove();
    },
    { scope: 'worker' },
  ],
  desktop: async ({ sharedApp }, use) => {
    if (!sharedApp.isRunning) await sharedApp.start();
    await use(sharedApp);
  },
});
