// Run once before the tests of the desktop app: starts the Chromium that all of their files share.

import { launchChromium, sharedChromium } from '../doubles/chromium.ts';

export async function setup(): Promise<() => Promise<void>> {
  // Of the two projects that have this the first starts it.
  if (process.env[sharedChromium] !== undefined) return () => Promise.resolve();
  const { endpoint, end } = await launchChromium();
  // The processes of the tests get it with the rest of the environment.
  process.env[sharedChromium] = endpoint;
  return async () => {
    delete process.env[sharedChromium];
    await end();
  };
}
