// Updates in the running app: where they are looked for is a preference, and one that is ready is told.

import { expect, onTestFinished, test, vi } from 'vitest';
import type { UpdateOptions } from '../../main/desktop/updates.ts';
import { notifications } from '../doubles/tray.ts';
import { full } from '../support/tiers.ts';

const started = vi.hoisted(() => ({ options: [] as UpdateOptions[], stopped: 0 }));
vi.mock('../../main/desktop/updates.ts', () => ({
  builtInFeed: () => 'https://updates.example.com/built-in',
  startUpdates: (options: UpdateOptions) => {
    started.options.push(options);
    return {
      check: () => Promise.resolve(),
      stop: () => {
        started.stopped += 1;
      },
    };
  },
}));

test('the package names the address until the user chooses another or none, and what is ready is told', full, async () => {
  // Not at the top: a push leaves this test out, and Vite would read the whole app for it.
  const { cleanUp, launch, onBridge, quit } = await import('./launch.ts');
  onTestFinished(async () => {
    await quit();
    await cleanUp();
  });
  const desktop = await launch();
  await expect.poll(() => started.options.length).toBe(1);
  const [options] = started.options;
  expect(options?.url()).toBe('https://updates.example.com/built-in');
  const page = await desktop.page();
  await onBridge(page, 'setPreferences', { updateUrl: 'https://updates.example.com/mine' });
  expect(options?.url()).toBe('https://updates.example.com/mine');
  await onBridge(page, 'setPreferences', { updateUrl: null });
  expect(options?.url()).toBeNull();
  options?.onReady('1.2.3');
  expect(notifications.map(({ title }) => title)).toEqual(['Daybook 1.2.3 is ready']);
  await quit();
  expect(started.stopped).toBe(1);
});
