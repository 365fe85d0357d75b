// The contents of a window: a page of Chromium whose navigations, popups and calls go through Electron's events.

import type { WebContents, WebPreferences } from 'electron';
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import type { BrowserContext, Frame, Page, Route } from 'playwright';
import { browserContext } from './chromium.ts';
import { onRestart, pageOpeners, pages, state } from './control.ts';
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
  readonly #preload: string | undefined;
  readonly #closed: () => void;
  #page: Promise<Page> | null = null;
  /** The same, once it shows what was loaded before. */
  #shown: Page | null = null;
  #openHandler: OpenHandler = () => ({ action: 'allow' });
  #url = '';
  /** What `loadURL` is loading: only the page's own navigations are asked about. */
  #loading: string | null = null;
  #loads: Promise<unknown> = Promise.resolve();
  /** What the page may do that was loaded last, in Chromium's words. */
  #granted: readonly string[] = [];
  #isDestroyed = false;

  constructor(preferences: WebPreferences, closed: () => void) {
    super();
    state.webPreferences.push(preferences);
    [this.#preload, this.#closed] = [preferences.preload, closed];
    pageOpeners.set(this.id, () => this.#opened());
    if (state.hasPagesAtOnce) void this.#opened();
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
      ?.then((page) =>
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
    void (this.#page?.then((page) => page.reload()) ?? fetchWhole(this.#url))
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
    // An address without an origin, such as data:, is given nothing.
    this.#granted = hasOrigin(url) ? grantedPermissions(url) : [];
    state.addresses.push(url);
    this.emit('did-start-navigation', { url, isMainFrame: true, isSameDocument: false });
    if (this.#shown !== null) await this.#show(this.#shown, url);
    else this.#arrived(await fetchWhole(url));
    this.emit('did-finish-load', {});
  }

  async #show(page: Page, url: string): Promise<void> {
    await page.context().clearPermissions();
    if (hasOrigin(url)) await page.context().grantPermissions([...this.#granted], { origin: new URL(url).origin });
    this.#loading = new URL(url).href;
    try {
      await page.goto(url);
    } finally {
      this.#loading = null;
    }
  }

  #arrived(url: string): void {
    this.#url = url;
    state.addresses.push(url);
  }

  /** The page, with what has been loaded. It is opened when loads that began are over, and what is loaded later waits for it. */
  #opened(): Promise<Page> {
    if (this.#page !== null) return this.#page;
    if (this.#isDestroyed) return Promise.reject(new Error('This window is gone'));
    this.#page = this.#loads.then(() => this.#open());
    this.#loads = this.#page.catch(() => undefined);
    pages.set(this.id, this.#page);
    return this.#page;
  }

  async #open(): Promise<Page> {
    const page = await this.#newPage();
    if (this.#url !== '') await this.#show(page, this.#url);
    this.#shown = page;
    return page;
  }

  async #newPage(): Promise<Page> {
    const page = await (await openContext()).newPage();
    page.on('close', this.#closed);
    page.on('pageerror', (error) => {
      state.pageErrors.push(String(error));
    });
    page.on('console', (message) => {
      if (message.type() === 'error') state.pageErrors.push(message.text());
    });
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame()) this.#arrived(frame.url());
    });
    page.on('popup', (popup) => {
      void this.#popup(popup);
    });
    await page.route('**/*', (route) => this.#navigate(page, route));
    if (this.#preload !== undefined) {
      await page.exposeBinding('__invoke', ({ frame }, channel: string, args: unknown[]) =>
        dispatch({ type: 'frame', sender: strict('webContents', this), senderFrame: senderOf(frame) }, channel, args),
      );
      await page.addInitScript({ content: preloadScript(readFileSync(this.#preload, 'utf8'), '__invoke', receiver) });
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

/** Fetches what a page at `url` would be; gives the address as a page has it. Rejects where nothing answers. */
async function fetchWhole(url: string): Promise<string> {
  const answer = await fetch(url);
  await answer.arrayBuffer();
  return new URL(url).href;
}

const hasOrigin = (url: string): boolean => new URL(url).origin !== 'null';

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
