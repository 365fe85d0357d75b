// Runs the app of a folder under Node, with `electron` resolved to the double. Playwright's `_electron` drives it
// like the real thing: it finds the windows by the DevTools address, and this process by --inspect.

import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
// First of all: the double and Playwright are compiled once, not for each start.
import '../../main/compile-cache.mjs';
import '../support/electron-double.ts';

const { app, closeBrowser, control } = await import('./electron.ts');
const { browserContext } = await import('./chromium.ts');

control.state.appPath = resolve(process.argv[2] ?? '.');
control.state.appData = process.env.XDG_CONFIG_HOME ?? join(homedir(), '.config');
const { promise: evaluated, resolve: becomeReady } = Promise.withResolvers();
control.state.entryEvaluated = evaluated;
app.once('quit', (_event, code) => {
  void closeBrowser().then(() => process.exit(code));
});

await browserContext({ announce: true });
const { main } = JSON.parse(readFileSync(join(control.state.appPath, 'package.json'), 'utf8'));
await import(pathToFileURL(join(control.state.appPath, main)).href);
becomeReady();
