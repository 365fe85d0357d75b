// Loaded before anything else in a process that runs the desktop app in tests: the double in the place of Electron.

import { registerHooks } from 'node:module';

const double = new URL('../doubles/electron.ts', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    /^electron(?:\/main|\/common)?$/.test(specifier)
      ? { url: double, format: 'module-typescript', shortCircuit: true }
      : next(specifier, context),
});
