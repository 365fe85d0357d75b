// The `app` module: ready, paths, the single-instance lock, and the order of events in which an app ends.

import type { App, Settings } from 'electron';
import { EventEmitter } from 'node:events';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { onRestart, openWindows, reportExit, state } from './control.ts';
import { releaseInstanceLock, takeInstanceLock, takeMessages } from './single-instance.ts';
import { cancellable, NotDoubled, strict } from './strict.ts';

let ready: Promise<void> | null = null;
let isReady = false;
let isQuitting = false;
let userData: string | null = null;
let lockedFolder: string | null = null;

type Doubled =
  | 'enableSandbox'
  | 'exit'
  | 'getAppPath'
  | 'getName'
  | 'getPath'
  | 'getVersion'
  | 'isPackaged'
  | 'isReady'
  | 'quit'
  | 'requestSingleInstanceLock'
  | 'setAppUserModelId'
  | 'setAsDefaultProtocolClient'
  | 'setBadgeCount'
  | 'setLoginItemSettings'
  | 'setPath'
  | 'whenReady';

class AppDouble extends EventEmitter implements Pick<App, Doubled> {
  enableSandbox(): void {
    if (isReady) throw new Error('app.enableSandbox() can only be called before app is ready');
    state.sandboxEnabled = true;
  }

  isReady(): boolean {
    return isReady;
  }

  whenReady(): Promise<void> {
    ready ??= state.entryEvaluated.then(() => {
      isReady = true;
      this.emit('ready', {}, {});
    });
    return ready;
  }

  getName(): string {
    const { productName, name } = packageOf(state.appPath);
    return productName ?? name;
  }

  getVersion(): string {
    return packageOf(state.appPath).version;
  }

  getAppPath(): string {
    return state.appPath;
  }

  get isPackaged(): boolean {
    return state.isPackaged;
  }

  getPath(name: Parameters<App['getPath']>[0]): string {
    if (name === 'userData' && userData !== null) return userData;
    if (name === 'exe') return process.execPath;
    if (state.appData === null) throw new Error('Name a folder in control.state.appData first: tests stay out of the home directory');
    if (name === 'userData') return join(state.appData, this.getName());
    if (name === 'appData') return state.appData;
    if (name === 'downloads') return join(state.appData, 'Downloads');
    throw new NotDoubled(`app.getPath('${name}')`);
  }

  setPath(name: string, path: string): void {
    if (name !== 'userData') throw new NotDoubled(`app.setPath('${name}')`);
    if (!isAbsolute(path)) throw new Error('Path must be absolute');
    if (!existsSync(path)) throw new Error(`The directory ${path} does not exist`);
    userData = path;
  }

  requestSingleInstanceLock(additionalData: Record<string, unknown> = {}): boolean {
    const folder = this.getPath('userData');
    mkdirSync(folder, { recursive: true });
    if (!takeInstanceLock(folder, { argv: process.argv, cwd: process.cwd(), data: additionalData })) return false;
    if (lockedFolder === null) process.on('SIGUSR2', announceSecond);
    lockedFolder = folder;
    return true;
  }

  setBadgeCount(count = 0): boolean {
    state.badge = count;
    return true;
  }

  setLoginItemSettings(settings: Settings): void {
    state.loginItem = settings;
  }

  setAsDefaultProtocolClient(protocol: string): boolean {
    state.protocols.push(protocol);
    return true;
  }

  setAppUserModelId(_id: string): void {
    // Windows alone makes anything of it.
  }

  quit(): void {
    if (isQuitting || state.exitCode !== null) return;
    const before = cancellable({});
    this.emit('before-quit', before);
    if (before.defaultPrevented) return;
    isQuitting = true;
    // While quitting, the last window's end is not reported as window-all-closed.
    const allClosed = [...openWindows].every((window) => window.close());
    const will = cancellable({});
    if (allClosed) this.emit('will-quit', will);
    isQuitting = false;
    if (allClosed && !will.defaultPrevented) this.#end(0);
  }

  exit(code = 0): void {
    if (state.exitCode !== null) return;
    isQuitting = true;
    for (const window of [...openWindows]) window.destroy();
    this.#end(code);
  }

  #end(code: number): void {
    forgetLock();
    reportExit(code);
    this.emit('quit', {}, code);
  }
}

const double = new AppDouble();
export const app = strict('app', double);

/** For windows: one has been closed. */
export function windowClosed(): void {
  if (openWindows.size > 0 || isQuitting) return;
  // Without a listener Electron quits by itself.
  if (!double.emit('window-all-closed')) double.quit();
}

function announceSecond(): void {
  if (lockedFolder === null) return;
  for (const { argv, cwd, data } of takeMessages(lockedFolder)) double.emit('second-instance', {}, argv, cwd, data);
}

function forgetLock(): void {
  if (lockedFolder === null) return;
  process.off('SIGUSR2', announceSecond);
  releaseInstanceLock(lockedFolder);
  lockedFolder = null;
}

function packageOf(folder: string): { readonly name: string; readonly productName?: string; readonly version: string } {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as ReturnType<typeof packageOf>;
}

onRestart(() => {
  double.removeAllListeners();
  forgetLock();
  ready = null;
  isReady = false;
  isQuitting = false;
  userData = null;
});
