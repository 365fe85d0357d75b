import { defineConfig } from '@playwright/test';
import { chromiumArgs, chromiumPath } from './test/support/chromium.ts';

// Null before the first fetch; the workers read this file again after the global setup.
const executablePath = chromiumPath();

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './test/support/chromium-setup.ts',
  outputDir: 'test-results',
  fullyParallel: false,
  // Tests wait more than they work: each has a service and a page of its own.
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // On a busy machine one second try; the run's last lines name each test that needed it.
  retries: process.env['CI'] === undefined ? 0 : 1,
  forbidOnly: process.env['CI'] !== undefined,
  reporter: [['list']],
  use: {
    headless: true,
    // A trace of each action takes a third of the time: on the machine of the checks only a second try has one.
    trace: process.env['CI'] === undefined ? 'retain-on-failure' : 'on-first-retry',
    launchOptions: { args: chromiumArgs(), ...(executablePath === null ? {} : { executablePath }) },
  },
});
