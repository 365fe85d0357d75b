// The one browser of the double: every window is a page of its default context.

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext } from 'playwright';
import { ensureChromium, testChromiumArgs } from '../support/chromium.ts';

/** The DevTools address of a Chromium that the tests of a run share, where there is one: a start costs half a second of processor time. */
export const sharedChromium = 'DAYBOOK_TEST_CHROMIUM';

interface Running {
  readonly context: BrowserContext;
  close(): Promise<void>;
}

let running: Promise<Running> | null = null;

/**
 * The default context of Chromium, which is started if need be. With `announce` its DevTools address is written
 * to standard error as Electron writes it: that is how Playwright's `_electron` finds the windows.
 */
export async function browserContext(options: { readonly announce?: boolean } = {}): Promise<BrowserContext> {
  running ??= start(options.announce ?? false);
  return (await running).context;
}

/** Ends Chromium, if it runs, and removes its profile; of a shared one it closes the pages. */
export async function closeBrowser(): Promise<void> {
  const browser = await running;
  running = null;
  await browser?.close();
}

async function start(announce: boolean): Promise<Running> {
  const shared = process.env[sharedChromium];
  const { endpoint, end } = shared === undefined ? await launchChromium() : { endpoint: shared, end: () => Promise.resolve() };
  if (announce) process.stderr.write(`DevTools listening on ${endpoint}\n`);
  const browser = await chromium.connectOverCDP(endpoint);
  const [context] = browser.contexts();
  if (context === undefined) throw new Error('Chromium has no default context');
  const close = async (): Promise<void> => {
    await Promise.all(context.pages().map((page) => page.close().catch(() => undefined)));
    await browser.close().catch(() => undefined);
    await end();
  };
  return { context, close };
}

/** All pages in one process, without another for graphics and one in waiting: of a window that is opened and closed that is most. */
const fewProcesses = [
  '--process-per-site',
  '--in-process-gpu',
  '--disable-features=SpareRendererForSitePerProcess,IsolateOrigins,site-per-process',
  '--disable-site-isolation-trials',
  '--disable-back-forward-cache',
];

/** Starts Chromium without a page; `endpoint` is its DevTools address. */
export async function launchChromium(): Promise<{ readonly endpoint: string; end(): Promise<void> }> {
  const profile = mkdtempSync(join(tmpdir(), 'daybook-chromium-'));
  const args = [
    ...testChromiumArgs(),
    ...fewProcesses,
    '--headless',
    '--no-startup-window',
    '--password-store=basic',
    '--remote-debugging-port=0',
    `--user-data-dir=${profile}`,
  ];
  // Its temporary files go where they are removed with it.
  const child = spawn(ensureChromium(), args, { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, TMPDIR: profile } });
  // Whatever becomes of the tests, no browser is left behind.
  process.once('exit', () => {
    child.kill('SIGKILL');
  });
  const end = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) {
      const gone = once(child, 'exit');
      child.kill();
      await gone;
    }
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  return { endpoint: await devToolsAddress(child), end };
}

function devToolsAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const address = /^DevTools listening on (ws:\S+)$/m.exec(output)?.[1];
      if (address !== undefined) resolve(address);
    });
    child.once('error', reject);
    child.once('exit', (code) => {
      reject(new Error(`Chromium ended with ${String(code)}: ${output}`));
    });
  });
}
