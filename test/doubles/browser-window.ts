// `BrowserWindow`: no window at all, but what the app believes of it, around a page that is real.

import type { BrowserWindow, BrowserWindowConstructorOptions } from 'electron';
import { EventEmitter } from 'node:events';
import { app, windowClosed } from './app.ts';
import { openWindows, pages } from './control.ts';
import { cancellable, strict } from './strict.ts';
import { WebContentsDouble } from './web-contents.ts';

type Doubled = 'destroy' | 'focus' | 'isDestroyed' | 'isFocused' | 'isMinimized' | 'isVisible' | 'loadURL' | 'minimize' | 'restore' | 'show';

export class BrowserWindowDouble extends EventEmitter implements Pick<BrowserWindow, Doubled> {
  static getAllWindows(): BrowserWindowDouble[] {
    return [...openWindows] as BrowserWindowDouble[];
  }

  readonly webContents: WebContentsDouble;
  readonly #contents: WebContentsDouble;
  /** This window as the app sees it. */
  readonly #seen: this;
  #isDestroyed = false;
  #isVisible: boolean;
  #isMinimized = false;
  #isFocused = false;

  constructor(options: BrowserWindowConstructorOptions = {}) {
    super();
    if (!app.isReady()) throw new Error('Cannot create BrowserWindow before app is ready');
    this.#isVisible = options.show ?? true;
    this.#contents = new WebContentsDouble(options.webPreferences ?? {}, () => { this.destroy(); });
    this.webContents = strict('webContents', this.#contents);
    this.#seen = strict('BrowserWindow', this);
    openWindows.add(this.#seen);
    app.emit('web-contents-created', {}, this.webContents);
    return this.#seen;
  }

  async loadURL(url: string): Promise<void> {
    await WebContentsDouble.load(this.#contents, url);
    if (!this.#isDestroyed) this.emit('ready-to-show');
  }

  show(): void {
    this.#isVisible = true;
  }

  focus(): void {
    this.#isFocused = true;
  }

  minimize(): void {
    this.#isMinimized = true;
    this.#isFocused = false;
  }

  restore(): void {
    this.#isMinimized = false;
  }

  isVisible(): boolean {
    return this.#isVisible;
  }

  isFocused(): boolean {
    return this.#isFocused;
  }

  isMinimized(): boolean {
    return this.#isMinimized;
  }

  isDestroyed(): boolean {
    return this.#isDestroyed;
  }

  /** False if a listener of `close` refused, where Electron's returns nothing. */
  close(): boolean {
    const event = cancellable({});
    this.emit('close', event);
    if (event.defaultPrevented) return false;
    this.destroy();
    return true;
  }

  destroy(): void {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    openWindows.delete(this.#seen);
    void pages.get(this.#contents.id)?.then((page) => page.close()).catch(() => undefined);
    this.emit('closed');
    windowClosed();
  }
}
