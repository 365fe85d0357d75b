// `npm run screenshots [words…]`: pictures of the page in both themes, narrow and wide, in test-results/screenshots/.
// With words only the scenes whose names begin with one of them.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { chromiumArgs, ensureChromium } from '../support/chromium.ts';
import { startService } from '../e2e/renderer/fixtures.ts';
import { boardScenes } from './boards.ts';
import { calendarScenes } from './calendar.ts';
import { chatScenes } from './chat.ts';
import { noteScenes } from './notes.ts';
import { runScenes } from './runs.ts';
import { shellScenes } from './shell.ts';
import { settingsScenes } from './settings.ts';
import type { Scene } from './scene.ts';
import { trashScenes } from './trash.ts';

const scenes: readonly Scene[] = [
  ...shellScenes,
  ...noteScenes,
  ...boardScenes,
  ...calendarScenes,
  ...settingsScenes,
  ...chatScenes,
  ...trashScenes,
  ...runScenes,
];
const sizes = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
] as const;

const wanted = process.argv.slice(2);
const chosen = scenes.filter(({ name }) => wanted.length === 0 || wanted.some((word) => name.startsWith(word)));
const folder = join(import.meta.dirname, '../../test-results/screenshots');
const dataDir = await mkdtemp(join(tmpdir(), 'daybook-pictures-'));
const service = await startService(dataDir);
const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumArgs() });
const family = (name: string): string => name.replace(/-.*/, '');
const families = new Set(chosen.map(({ name }) => family(name)));
// A scene may show what another one of its family has made.
for (const { name, prepare } of scenes) if (families.has(family(name))) await prepare?.(service);
for (const colorScheme of ['light', 'dark'] as const) {
  for (const viewport of sizes) {
    const context = await browser.newContext({
      viewport,
      colorScheme,
      reducedMotion: 'reduce',
      locale: 'en-GB',
      timezoneId: 'Europe/Berlin',
      hasTouch: viewport.width < 640,
      isMobile: viewport.width < 640,
    });
    for (const { name, show } of chosen) {
      const page = await context.newPage();
      page.on('console', (message) => {
        if (message.type() === 'error') console.error(`${name}: ${message.text()}`);
      });
      page.on('pageerror', (error) => {
        console.error(`${name}: ${error.message}`);
      });
      await page.clock.setFixedTime('2026-11-20T14:10:00+01:00');
      await page.goto(service.link);
      await page.getByRole('navigation').waitFor();
      try {
        await show(page, service);
      } catch (error) {
        // The picture shows how far the scene came; the others are taken all the same.
        process.exitCode = 1;
        console.error(`${name}:`, error);
      }
      // What has just been laid out may not be painted yet.
      await page.evaluate(
        () =>
          new Promise((resolve) => {
            requestAnimationFrame(() => {
              requestAnimationFrame(resolve);
            });
          }),
      );
      await page.screenshot({ path: join(folder, `${name}-${viewport.width}-${colorScheme}.png`) });
      await page.close();
    }
    await context.close();
  }
}
await browser.close();
await service.kill();
await rm(dataDir, { recursive: true, force: true });
console.log(`${chosen.length * sizes.length * 2} pictures in test-results/screenshots/`);
