import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { temporaryFolder } from './test/support/data-dir.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/**
 * A worker's files share its process: a new one for each would load the same modules again, a sixth of the processor time. A test that
 * changes a setting of the process, or a module's state, puts it back.
 */
const shared = { isolate: false };

/** What these tests write is in memory: each commit would wait for the disk, which takes 20 times as long as the rest of it. */
const inMemory = { env: { TMPDIR: temporaryFolder() } };

/**
 * What a service in the process of a test starts uses the code that Node has compiled once: a model server needs half of the processor time
 * to start. It is the folder that started services use.
 */
process.env['NODE_COMPILE_CACHE'] ??= here('node_modules/.cache/daybook');

const electronDouble = { find: /^electron(\/main|\/common)?$/, replacement: here('test/doubles/electron.ts') };

/** They replace modules of the program, which another file in the same process would have loaded already. */
const withMocks = ['test/desktop/updates.test.ts', 'test/desktop/update-wiring.test.ts'];

const desktop = {
  ...inMemory,
  globalSetup: ['test/desktop/chromium-setup.ts'],
  // One window at a time: a test starts a browser.
  fileParallelism: false,
  testTimeout: 120_000,
  hookTimeout: 120_000,
  sequence: { groupOrder: 3 },
};

/**
 * Node loads the tests and what they test by itself, as it does the program: Vite transforms nothing, and what Node has compiled once is
 * compiled. A run of short tests takes a sixth less of the processor time. Not for tests that replace modules by `vi.mock`.
 */
const native = {
  experimental: { viteModuleRunner: false, nodeLoader: false },
  execArgv: ['--import', new URL('test/support/replaced-modules.ts', import.meta.url).href],
};
const nativeDesktop = {
  ...native,
  execArgv: [...native.execArgv, '--import', new URL('test/support/electron-double.ts', import.meta.url).href],
};

export default defineConfig({
  test: {
    // Forks, not threads: better-sqlite3 and process-wide settings belong to one process each.
    pool: 'forks',
    maxWorkers: 2,
    tags: [{ name: 'full', description: 'Left by a push to `npm run test:full`: test/support/tiers.ts says which tests.' }],
    setupFiles: [here('test/support/clean-up-setup.ts')],
    // On a machine of the checks one second try: the last lines of `npm test` tell unsteady tests from others. With a few of them
    // it has not failed: see `test/support/counts.ts`.
    retry: process.env['CI'] === undefined ? 0 : 1,
    // What is waited for comes at once on a quiet machine; the usual second is too short for a busy one.
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          ...native,
          ...shared,
          ...inMemory,
          name: 'unit',
          include: ['test/unit/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          ...native,
          ...shared,
          ...inMemory,
          name: 'http',
          include: ['test/http/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          ...native,
          ...inMemory,
          name: 'docs',
          include: ['test/architecture/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          ...native,
          ...shared,
          ...inMemory,
          name: 'documents',
          include: ['test/documents/**/*.test.ts'],
          globalSetup: ['test/support/documents-setup.ts'],
          // One after the other: each starts programs that want a processor for themselves.
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 4 },
        },
      },
      {
        extends: true,
        test: { ...nativeDesktop, ...shared, ...desktop, name: 'desktop', include: ['test/desktop/**/*.test.ts'], exclude: withMocks },
      },
      {
        extends: true,
        resolve: { alias: [electronDouble] },
        // After the other: they share a browser.
        test: { ...desktop, name: 'desktop with mocks', include: withMocks, sequence: { groupOrder: 6 } },
      },
      {
        extends: true,
        test: {
          ...native,
          ...shared,
          name: 'packaging',
          include: ['test/packaging/**/*.test.ts'],
          globalSetup: ['test/support/chromium-setup.ts', 'test/support/packaging-setup.ts'],
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 200_000,
          sequence: { groupOrder: 5 },
        },
      },
    ],
  },
});
