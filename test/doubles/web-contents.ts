// The contents of a window: a page of Chromium whose navigations, popups and calls go through Electron's events.

import type { WebContents, WebPreferences } from 'electron';
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import type { BrowserContext, Frame, Page, Route } from 'playwright';
import { browserContext } from './chromium.ts';
import { pages, state } from './control.ts';
import { dispatch } from './ipc.ts';
import { preloadScript } from './preload-world.ts';
import { grantedPermissions } from './session.ts';
import { cancellable } from './strict.ts';

type OpenHandler = Parameters<WebContents['setWindowOpenHandler']>[0];

let nextId = 1;

export class WebContentsDouble extends EventEmitter implements Pick<WebContents, 'id' | 'getURL' | 'setWindowOpenHandler'> {
  readonly id = nextId++;
  readonly #page: Promise<Page>;
  #openHandler: OpenHandler = () => ({ action: 'allow' });
  #url = '';
  /** What `loadURL` is loading: only the page's own navigations are asked about. */
  #loading: string | null = null;

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

  /** Loads `url` for `BrowserWindow.loadURL`. */
  static async load(contents: WebContentsDouble, url: string): Promise<void> {
    const page = await contents.#page;
    const { origin } = new URL(url);
    await page.context().clearPermissions();
    await page.context().grantPermissions(grantedPermissions(url), { origin });
    contents.#loading = new URL(url).href;
    try {
      await page.goto(url);
    } finally {
      contents.#loading = null;
    }
    contents.emit('did-finish-load', {});
  }

  async #open(preload: string | undefined, closed: () => void): Promise<Page> {
    const page = await (await openContext()).newPage();
    page.on('close', closed);
    page.on('pageerror', (error) => { state.pageErrors.push(String(error)); });
    page.on('console', (message) => { if (message.type() === 'error') state.pageErrors.push(message.text()); });
    page.on('framenavigated', (frame) => { if (frame === page.mainFrame()) this.#url = frame.url(); });
    page.on('popup', (popup) => { void this.#popup(popup); });
    await page.route('**/*', (route) => this.#navigate(page, route));
    if (preload !== undefined) {
      await page.exposeBinding('__invoke', ({ frame }, channel: string, args: unknown[]) => dispatch({ type: 'frame', senderFrame: senderOf(frame) }, channel, args));
      await page.addInitScript({ content: preloadScript(readFileSync(preload, 'utf8'), '__invoke') });
    }
    return page;
  }

  async #navigate(page: Page, route: Route): Promise<void> {
    const request = route.request();
    if (!request.isNavigationRequest() || request.frame() !== page.mainFrame() || request.url() === this.#loading) return route.fallback();
    const event = cancellable({ url: request.url(), isMainFrame: true, isSameDocument: false });
    this.emit('will-navigate', event, event.url);
    return event.defaultPrevented ? route.abort('aborted') : route.fallback();
  }

  async #popup(popup: Page): Promise<void> {
    const { action } = this.#openHandler({ url: popup.url(), frameName: '', features: '', disposition: 'foreground-tab', referrer: { url: '', policy: 'default' } });
    if (action === 'deny') await popup.close();
  }
}

function senderOf(frame: Frame): { url: string; origin: string } {
  return { url: frame.url(), origin: new URL(frame.url()).origin };
}

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
