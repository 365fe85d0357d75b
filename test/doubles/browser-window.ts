// `BrowserWindow`: no window at all, but what the app believes of it, around a page that is real.

import type { BrowserWindow, BrowserWindowConstructorOptions, Rectangle } from 'electron';
import { EventEmitter } from 'node:events';
import { app, windowClosed } from './app.ts';
import { openWindows, pages, state } from './control.ts';
import { cancellable, strict } from './strict.ts';
import { WebContentsDouble } from './web-contents.ts';

type Doubled =
  | 'destroy'
  | 'focus'
  | 'getBounds'
  | 'getNormalBounds'
  | 'hide'
  | 'isDestroyed'
  | 'isFocused'
  | 'isMaximized'
  | 'isMinimized'
  | 'isVisible'
  | 'loadURL'
  | 'maximize'
  | 'minimize'
  | 'restore'
  | 'setBounds'
  | 'setProgressBar'
  | 'show'
  | 'unmaximize';

/** Windows whose page would rather stay, because something in it is not saved. */
export const unsaved = new WeakSet<WebContentsDouble>();

export class BrowserWindowDouble extends EventEmitter implements Pick<BrowserWindow, Doubled> {
  static getAllWindows(): BrowserWindowDouble[] {
    return [...openWindows] as BrowserWindowDouble[];
  }

  static fromWebContents(contents: { readonly id: number }): BrowserWindowDouble | null {
    return BrowserWindowDouble.getAllWindows().find(({ webContents }) => webContents.id === contents.id) ?? null;
  }

  readonly webContents: WebContentsDouble;
  readonly #contents: WebContentsDouble;
  /** This window as the app sees it. */
  readonly #seen: this;
  #isDestroyed = false;
  #isVisible: boolean;
  #isMinimized = false;
  #isMaximized = false;
  #isFocused = false;
  #bounds: Rectangle;

  constructor(options: BrowserWindowConstructorOptions = {}) {
    super();
    if (!app.isReady()) throw new Error('Cannot create BrowserWindow before app is ready');
    this.#isVisible = options.show ?? true;
    this.#bounds = placed(options);
    this.#contents = new WebContentsDouble(options.webPreferences ?? {}, () => {
      this.destroy();
    });
    this.webContents = strict('webContents', this.#contents);
    this.#seen = strict('BrowserWindow', this);
    state.windowOptions.push(options);
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
    this.emit('show');
  }

  hide(): void {
    this.#isVisible = false;
    this.#isFocused = false;
    this.emit('hide');
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

  /** Shows the window too, as Electron's does. */
  maximize(): void {
    this.#isMaximized = true;
    this.#isVisible = true;
    this.emit('maximize');
  }

  unmaximize(): void {
    this.#isMaximized = false;
    this.emit('unmaximize');
  }

  getBounds(): Rectangle {
    return this.#isMaximized ? { ...(state.displays[0] ?? this.#bounds) } : { ...this.#bounds };
  }

  getNormalBounds(): Rectangle {
    return { ...this.#bounds };
  }

  setBounds(bounds: Partial<Rectangle>): void {
    const before = this.#bounds;
    const after = (this.#bounds = { ...before, ...bounds });
    if (after.x !== before.x || after.y !== before.y) this.emit('move');
    if (after.width !== before.width || after.height !== before.height) this.emit('resize');
  }

  setOverlayIcon(image: { isEmpty(): boolean } | null, description: string): void {
    state.overlays.push(image === null ? '' : description);
  }

  setProgressBar(share: number): void {
    state.progress.push(share);
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

  isMaximized(): boolean {
    return this.#isMaximized;
  }

  isDestroyed(): boolean {
    return this.#isDestroyed;
  }

  /** False if the window stays, where Electron's returns nothing: the page does not want to go, or a listener of `close` refused. */
  close(): boolean {
    const event = cancellable({});
    this.emit('close', event);
    if (event.defaultPrevented) return false;
    // The page is asked after the app.
    if (unsaved.has(this.webContents)) {
      const unload = cancellable({});
      this.#contents.emit('will-prevent-unload', unload);
      if (!unload.defaultPrevented) return false;
    }
    this.destroy();
    return true;
  }

  destroy(): void {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    openWindows.delete(this.#seen);
    void pages
      .get(this.#contents.id)
      ?.then((page) => page.close())
      .catch(() => undefined);
    WebContentsDouble.destroyed(this.#contents);
    this.emit('closed');
    windowClosed();
  }
}

/** Without a place the window stands in the middle of the primary display. */
function placed({ x, y, width = 800, height = 600 }: BrowserWindowConstructorOptions): Rectangle {
  const area = state.displays[0] ?? { x: 0, y: 0, width, height };
  return { x: x ?? Math.round(area.x + (area.width - width) / 2), y: y ?? Math.round(area.y + (area.height - height) / 2), width, height };
}
