// The desktop app: Electron's entry. The same service as in serve.ts, with a window on its frontend.

import { app } from 'electron';
import { startDesktop } from './desktop/lifecycle.ts';
import { startService } from './service.ts';

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    app.quit();
  });

// Not awaited: Electron is ready only after this module has been evaluated, so awaiting it here would never end.
void startDesktop({ environment: process.env, args: process.argv.slice(1), startService });
