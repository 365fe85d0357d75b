// The contents of a window: a page of Chromium whose navigations, popups and calls go through Electron's events.

import type { WebContents, WebPreferences } from 'electron';
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import type { BrowserContext, Frame, Page, Route } from 'playwright';
import { browserContext } from './chromium.ts';
import { onRestart, pages, state } from './control.ts';
import { dispatch } from './ipc.ts';
import { preloadScript } from './preload-world.ts';
import { grantedPermissions, session } from './session.ts';
import { cancellable, strict } from './strict.ts';

type OpenHandler = Parameters<WebContents['setWindowOpenHandler']>[0];

/** By which messages reach a page; its preload script takes the name away. */
const receiver = '__receive';

let nextId = 1;

type Doubled =
  | 'downloadURL'
  | 'forcefullyCrashRenderer'
  | 'getURL'
  | 'id'
  | 'isDestroyed'
  | 'reload'
  | 'replaceMisspelling'
  | 'send'
  | 'setWindowOpenHandler';

export class WebContentsDouble extends EventEmitter implements Pick<WebContents, Doubled> {
  readonly id = nextId++;
  readonly session = session.defaultSession;
  readonly #page: Promise<Page>;
  #openHandler: OpenHandler = () => ({ action: 'allow' });
  #url = '';
  /** What `loadURL` is loading: only the page's own navigations are asked about. */
  #loading: string | null = null;
  #loads: Promise<unknown> = Promise.resolve();
  #isDestroyed = false;

  constructor(preferences: WebPreferences, closed: () => void) {
    super();
    state.webPreferences.push(preferences);
    this.#page = this.#open(preferences.preload, closed);
    this.#page.catch(() => undefined);
    pages.set(this.id, this.#page);
  }

  getURL(): string {
    return this.#url;
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.#openHandler = handler;
  }

  isDestroyed(): boolean {
    return this.#isDestroyed;
  }

  /** What comes before the page has loaded is lost, as in Electron. */
  send(channel: string, ...args: unknown[]): void {
    const given = structuredClone(args);
    void this.#page
      .then((page) =>
        page.evaluate(
          ([name, values, receiver]) => {
            (globalThis as unknown as Record<string, ((name: string, values: unknown[]) => void) | undefined>)[receiver]?.(name, values);
          },
          [channel, given, receiver] as const,
        ),
      )
      .catch(() => undefined);
  }

  reload(): void {
    this.emit('did-start-navigation', { url: this.#url, isMainFrame: true, isSameDocument: false });
    void this.#page
      .then((page) => page.reload())
      .then(() => this.emit('did-finish-load', {}))
      .catch(() => undefined);
  }

  /** The page itself lives on: a crashed one could not be loaded again in this browser. */
  forcefullyCrashRenderer(): void {
    this.emit('render-process-gone', {}, { reason: 'killed', exitCode: 9 });
  }

  downloadURL(url: string): void {
    state.downloads.push(url);
  }

  replaceMisspelling(text: string): void {
    state.spelling.push(`=${text}`);
  }

  /** Loads `url` for `BrowserWindow.loadURL`, one after the other. */
  static load(contents: WebContentsDouble, url: string): Promise<void> {
    const loading = contents.#loads.then(() => contents.#load(url));
    contents.#loads = loading.catch(() => undefined);
    return loading;
  }

  static destroyed(contents: WebContentsDouble): void {
    contents.#isDestroyed = true;
    contents.emit('destroyed');
  }

  async #load(url: string): Promise<void> {
    const page = await this.#page;
    const { origin } = new URL(url);
    await page.context().clearPermissions();
    // An address without an origin, such as data:, is given nothing.
    if (origin !== 'null') await page.context().grantPermissions(grantedPermissions(url), { origin });
    this.#loading = new URL(url).href;
    state.addresses.push(url);
    this.emit('did-start-navigation', { url, isMainFrame: true, isSameDocument: false });
    try {
      await page.goto(url);
    } finally {
      this.#loading = null;
    }
    this.emit('did-finish-load', {});
  }

  async #open(preload: string | undefined, closed: () => void): Promise<Page> {
    const page = await (await openContext()).newPage();
    page.on('close', closed);
    page.on('pageerror', (error) => {
      state.pageErrors.push(String(error));
    });
    page.on('console', (message) => {
      if (message.type() === 'error') state.pageErrors.push(message.text());
    });
    page.on('framenavigated', (frame) => {
      if (frame !== page.mainFrame()) return;
      this.#url = frame.url();
      state.addresses.push(this.#url);
    });
    page.on('popup', (popup) => {
      void this.#popup(popup);
    });
    await page.route('**/*', (route) => this.#navigate(page, route));
    if (preload !== undefined) {
      await page.exposeBinding('__invoke', ({ frame }, channel: string, args: unknown[]) =>
        dispatch({ type: 'frame', sender: strict('webContents', this), senderFrame: senderOf(frame) }, channel, args),
      );
      await page.addInitScript({ content: preloadScript(readFileSync(preload, 'utf8'), '__invoke', receiver) });
    }
    return page;
  }

  async #navigate(page: Page, route: Route): Promise<void> {
    const request = route.request();
    if (!request.isNavigationRequest() || request.frame() !== page.mainFrame() || request.url() === this.#loading) return route.fallback();
    const event = cancellable({ url: request.url(), isMainFrame: true, isSameDocument: false });
    this.emit('will-navigate', event, event.url);
    if (event.defaultPrevented) return route.abort('aborted');
    this.emit('did-start-navigation', event);
    return route.fallback();
  }

  async #popup(popup: Page): Promise<void> {
    const { action } = this.#openHandler({
      url: popup.url(),
      frameName: '',
      features: '',
      disposition: 'foreground-tab',
      referrer: { url: '', policy: 'default' },
    });
    if (action === 'deny') await popup.close();
  }
}

function senderOf(frame: Frame): { url: string; origin: string } {
  return { url: frame.url(), origin: new URL(frame.url()).origin };
}

onRestart(() => {
  session.defaultSession.removeAllListeners();
});

const prepared = new WeakSet<BrowserContext>();

async function openContext(): Promise<BrowserContext> {
  const context = await browserContext();
  if (prepared.has(context)) return context;
  prepared.add(context);
  await context.route('**/*', (route) => {
    const request = route.request();
    if (!request.isNavigationRequest() || hasFrame(request)) return route.fallback();
    // The first request of a popup. Nothing that a test opens may reach the network.
    return route.fulfill({ contentType: 'text/html', body: '' });
  });
  return context;
}

/** Playwright gives no frame while a popup is being made. */
function hasFrame(request: { frame(): Frame }): boolean {
  try {
    request.frame();
    return true;
  } catch {
    return false;
  }
}
