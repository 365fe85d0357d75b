// Runs main/desktop/updates.ts with the real electron-updater in a process of its own, as an AppImage; prints a line for each thing that
// happens.

import { registerHooks } from 'node:module';

const electron = new URL('./electron-net.ts', import.meta.url).href;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: electron, format: 'module-typescript', shortCircuit: true } : next(specifier, context),
});
const { startUpdates } = await import('../../main/desktop/updates.ts');
Object.assign(process, { resourcesPath: process.env['UPDATE_FOLDER'] });
const updates = startUpdates({
  url: () => 'https://feed.example/daybook',
  onReady: (version) => {
    process.stdout.write(`ready ${version}\n`);
  },
  log: (line) => {
    process.stdout.write(`${line}\n`);
  },
});
await updates.check();
await updates.check();
updates.stop();
