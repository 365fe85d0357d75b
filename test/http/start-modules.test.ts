// What a start loads: each module costs a fraction of a millisecond, and libraries that few requests need are loaded with the first of
// them.

import { execFile, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ensureBundle } from '../support/bundle.ts';
import { full } from '../support/tiers.ts';
import { cleanEnvironment, startServiceProcess } from '../support/process.ts';
import { startTestService } from '../support/service.ts';

const root = resolve(import.meta.dirname, '../..');

const recorder = (file: string): string =>
  `data:text/javascript,${encodeURIComponent(`
  import { appendFileSync, statSync } from 'node:fs';
  import { registerHooks } from 'node:module';
  import { fileURLToPath } from 'node:url';
  registerHooks({ load(url, context, next) {
    if (url.startsWith('file:')) appendFileSync(${JSON.stringify(file)}, statSync(fileURLToPath(url)).size + ' ' + url + '\\n');
    return next(url, context);
  } });
  const ofNode = () => process.moduleLoadList.map((name) => '0 node:' + name + '\\n').join('');
  process.on('exit', () => appendFileSync(${JSON.stringify(file)}, ofNode()));`)}`;

/** Libraries that a start has no use for. */
const libraries = [
  'rate-limiter-flexible',
  'htmlparser2',
  'open-graph-scraper',
  'pdfkit',
  'docx',
  'swagger-ui-dist',
  'node-llama-cpp',
  'rrule-temporal',
];

interface Loaded {
  readonly path: string;
  readonly bytes: number;
}

describe('a start', () => {
  let folder: string;
  beforeAll(ensureBundle);
  // Anew for a second try, which would else count what the first has loaded as well.
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'daybook-modules-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  const loaded = (list: string): readonly Loaded[] =>
    readFileSync(list, 'utf8')
      .trim()
      .split('\n')
      .map((line) => ({ path: line.slice(line.indexOf(' ') + 1), bytes: Number.parseInt(line, 10) }));
  const has = (modules: readonly Loaded[], path: string): boolean => modules.some((module) => module.path.endsWith(path));

  test('runs the bundle, 89 modules and 3.78 MB of it at most, one byte for each character, and not Node’s own client for HTTP', async () => {
    const list = join(folder, 'bundle.txt');
    const service = await startServiceProcess(join(folder, 'data'), { environment: { NODE_OPTIONS: `--import "${recorder(list)}"` } });
    await service.end('SIGTERM');
    const all = loaded(list);
    const modules = all.filter(({ path }) => path.startsWith('file:'));
    // Node's client for `fetch`, which the service does not use, and TLS, which the first request to another server loads.
    expect(all.filter(({ path }) => path.endsWith('undici/undici') || path.endsWith('NativeModule tls'))).toEqual([]);
    expect(has(all, 'NativeModule http')).toBe(true);
    expect(all.length).toBeGreaterThan(modules.length);
    expect([has(modules, '/main/serve.ts'), has(modules, '/dist/main/headless.js'), has(modules, '/main/headless.ts')]).toEqual([
      true,
      true,
      false,
    ]);
    expect(modules.length).toBeLessThanOrEqual(89);
    const bytes = modules.reduce((sum, module) => sum + module.bytes, 0);
    expect(bytes).toBeLessThanOrEqual(3_780_000);
    // Nor does V8 keep two bytes for each of their characters, as it does where one is beyond Latin-1; but for
    // the tables of character sets, which are hardly anything else.
    const wide = modules.filter(({ path }) => /[^\0-\xFF]/.test(readFileSync(fileURLToPath(path), 'utf8')));
    expect(wide.reduce((sum, module) => sum + module.bytes, 0)).toBeLessThanOrEqual(350_000);
  });

  test(
    'runs the sources where the bundle is not of them: 1,040 modules, and nothing for logging in, pages of links or documents',
    full,
    () => {
      const copy = join(folder, 'copy');
      const list = join(folder, 'sources.txt');
      // The copies have times of their own.
      for (const path of ['main', 'dist/main', 'dist/main.stamp', 'package.json', 'package-lock.json', 'test/support/write-bundle.ts'])
        cpSync(join(root, path), join(copy, path), { recursive: true });
      symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
      const { stdout } = spawnSync(process.execPath, [join(copy, 'main/serve.ts'), '--version'], {
        encoding: 'utf8',
        env: cleanEnvironment({ NODE_OPTIONS: `--import "${recorder(list)}"` }),
      });
      expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
      const modules = loaded(list).filter(({ path }) => path.startsWith('file:'));
      expect([has(modules, '/main/headless.ts'), has(modules, '/dist/main/headless.js')]).toEqual([true, false]);
      expect(libraries.filter((name) => modules.some(({ path }) => path.includes(`/node_modules/${name}/`)))).toEqual([]);
      expect(modules.length).toBeLessThanOrEqual(1_040);
    },
  );

  test('of the command loads no more than 14 modules and 290 kB of the bundle, to help as to search', async () => {
    const service = await startTestService();
    try {
      const modulesOf = async (name: string, ...argv: readonly string[]): Promise<readonly Loaded[]> => {
        const list = join(folder, `${name}.txt`);
        const env = cleanEnvironment({ NODE_OPTIONS: `--import "${recorder(list)}"` });
        await promisify(execFile)(process.execPath, [join(root, 'main/cli.ts'), ...argv], { env });
        return loaded(list).filter(({ path }) => path.startsWith('file:'));
      };
      const help = await modulesOf('help', '--help');
      const search = await modulesOf('search', 'search', 'nothing', '--data-dir', service.dataDir);
      for (const modules of [help, search]) {
        expect([has(modules, '/dist/main/run-cli.js'), has(modules, '/main/cli/run-cli.ts')]).toEqual([true, false]);
        expect(modules.filter(({ path }) => path.includes('/node_modules/'))).toEqual([]);
        expect(modules.length).toBeLessThanOrEqual(14);
        expect(modules.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(290_000);
      }
    } finally {
      await service.dispose();
    }
  });
});
