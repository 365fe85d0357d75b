import { defineConfig } from '@playwright/test';
import { chromiumPath, testChromiumArgs } from './test/support/chromium.ts';
import { temporaryFolder } from './test/support/data-dir.ts';

// Null before the first fetch; the workers read this file again after the global setup.
const executablePath = chromiumPath();

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './test/support/chromium-setup.ts',
  outputDir: 'test-results',
  // Each test has a service and a page of its own: any worker can take any test.
  fullyParallel: true,
  workers: 2,
  // Both limits are for a machine ten times slower: a test that goes well costs nothing by them.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  // On a machine of the checks one second try: the last lines of `npm test` tell unsteady tests from others. With a few of them it
  // has not failed: see `test/support/counts.ts`.
  retries: process.env['CI'] === undefined ? 0 : 1,
  forbidOnly: process.env['CI'] !== undefined,
  reporter: [['list']],
  use: {
    headless: true,
    // What cannot be clicked says so long before the test is over.
    actionTimeout: 120_000,
    navigationTimeout: 120_000,
    // A trace of each action takes a third of the time: `npx playwright test --trace retain-on-failure <file>` records one.
    trace: 'off',
    launchOptions: {
      args: testChromiumArgs(),
      // What its processes share lies in files there, which are in memory where the system has a disk of it.
      env: { ...process.env, TMPDIR: temporaryFolder() },
      ...(executablePath === null ? {} : { executablePath }),
    },
  },
});
