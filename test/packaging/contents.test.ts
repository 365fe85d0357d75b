// What is in a package, and what is not: fuses, files, sizes.

import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { extractFile } from '@electron/asar';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { beforeEach, describe, expect, inject, test } from 'vitest';
import { productionPackages } from '../support/licences.ts';
import { packedFiles, root, type PackedFile } from '../support/package.ts';
import type { Packaging } from '../support/packaging-setup.ts';

const packaging = inject('packaging');
beforeEach((context) => {
  if (packaging === null) context.skip('packages are made on 64-bit Linux alone');
});
const { executable, archive, unpacked } = packaging ?? ({} as Packaging);
const files: readonly PackedFile[] = packaging === null ? [] : packedFiles(archive);
const paths = files.map(({ path }) => path);
const own = paths.filter((path) => !path.startsWith('node_modules/'));

/** The package that a file belongs to, by its innermost folder. */
const packageOf = (path: string): string | undefined => /.*(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1];
const isLibrary = (path: string): boolean => /\.(node|dll|dylib|exe)$|\.so(\.|$)/.test(path);
const megabytes = (some: readonly PackedFile[]): number => some.reduce((sum, { size }) => sum + size, 0) / 1e6;

test('the fuses are burnt in', async () => {
  const wire = await getCurrentFuseWire(executable);
  const on = [FuseV1Options.EnableCookieEncryption, FuseV1Options.EnableEmbeddedAsarIntegrityValidation, FuseV1Options.OnlyLoadAppFromAsar];
  const off = [
    FuseV1Options.RunAsNode,
    FuseV1Options.EnableNodeOptionsEnvironmentVariable,
    FuseV1Options.EnableNodeCliInspectArguments,
    FuseV1Options.LoadBrowserProcessSpecificV8Snapshot,
    FuseV1Options.GrantFileProtocolExtraPrivileges,
  ];
  expect(on.map((fuse) => wire[fuse])).toEqual(on.map(() => FuseState.ENABLE));
  expect(off.map((fuse) => wire[fuse])).toEqual(off.map(() => FuseState.DISABLE));
});

describe('the archive', () => {
  test('holds of Daybook what was built, the pictures of the tray, and nothing else', () => {
    const allowed = [
      /^package\.json$/,
      /^dist\/main\/[\w.-]+\.js$/,
      /^dist\/preload\/index\.cjs$/,
      /^dist\/renderer\/(index\.html|theme\.js|icon\.svg|licenses\.json)$/,
      /^dist\/renderer\/assets\/[\w.-]+\.(js|css|woff2?|svg|png)$/,
      /^resources\/tray\/tray(Template)?(@2x)?\.(png|ico)$/,
    ];
    expect(own.filter((path) => !allowed.some((pattern) => pattern.test(path)))).toEqual([]);
  });

  test('holds the program as one bundle, with a file for each worker', () => {
    const bundle = own.filter((path) => path.startsWith('dist/main/'));
    const workers = globSync('main/**/*-worker.ts', { cwd: root }).map((path) => `dist/main/${basename(path, '.ts')}.js`);
    expect(workers.length).toBeGreaterThan(5);
    expect(['dist/main/index.js', 'dist/main/parse.js', ...workers].filter((path) => !bundle.includes(path))).toEqual([]);
    // A start loads about half of them (the test of what a start loads says how many); the others come with what is not used each time,
    // such as imports, the export of everything, archives of backups and the text of PDFs.
    expect(bundle.length).toBeLessThanOrEqual(165);
  });

  test('holds no package that the program does not need', () => {
    const production = new Set(productionPackages(root).map(({ name }) => name));
    const packed = new Set(paths.map(packageOf).filter((name) => name !== undefined));
    expect([...packed].filter((name) => !production.has(name))).toEqual([]);
    expect(packed.size).toBeGreaterThan(200);
  });

  test('holds no sources, tests, maps, documentation, settings of editors, or secrets', () => {
    const unwanted =
      /\.(map|[cm]?tsx?|tsbuildinfo|md|markdown|scss|gyp|gypi|c|cc|cpp|h|sh|gz|log|pem|key)$|(^|\/)\.|\.env|(^|\/)(__tests__|__mocks__|coverage|benchmarks)\//;
    expect(paths.filter((path) => unwanted.test(path))).toEqual([]);
    expect(paths.filter((path) => /(^|\/)node_modules\/(@[^/]+\/)?[^/]+\/(tests?|docs)\//.test(path))).toEqual([]);
  });

  test('keeps libraries beside itself, those of this platform alone', () => {
    const libraries = files.filter(({ path }) => isLibrary(path));
    expect(libraries.filter(({ unpacked: beside }) => !beside)).toEqual([]);
    const packages = new Set(libraries.map(({ path }) => packageOf(path)));
    expect([...packages].map(String).toSorted()).toEqual([
      '@img/sharp-libvips-linux-x64',
      '@img/sharp-linux-x64',
      '@node-llama-cpp/linux-x64',
      '@reflink/reflink-linux-x64-gnu',
      'better-sqlite3',
    ]);
    expect(libraries.filter(({ path }) => packageOf(path) === 'better-sqlite3').map(({ path }) => path)).toEqual([
      'node_modules/better-sqlite3/prebuilds/linux-x64.node',
    ]);
    for (const { path } of libraries)
      expect(
        readFileSync(join(`${archive}.unpacked`, path))
          .subarray(0, 4)
          .toString('latin1'),
      ).toBe('\u007FELF');
  });

  // Measured in November 2026: 107 MB, of them 36 MB of Chinese, Japanese and Korean type, and 52 MB, of them 30 MB of llama.cpp for many
  // processors.
  test('is of a reasonable size', () => {
    expect(megabytes(files.filter(({ unpacked: beside }) => !beside))).toBeLessThan(110);
    expect(megabytes(files.filter(({ unpacked: beside }) => beside))).toBeLessThan(60);
  });

  test('starts the built entry', () => {
    const { main, scripts, devDependencies } = JSON.parse(extractFile(archive, 'package.json').toString()) as {
      readonly main: string;
      readonly scripts?: unknown;
      readonly devDependencies?: unknown;
    };
    expect(paths).toContain(main);
    expect([scripts, devDependencies]).toEqual([undefined, undefined]);
  });
});

describe('beside the archive', () => {
  test('lie the licence of Daybook and those of every package in it', () => {
    expect(readFileSync(join(unpacked, 'resources/LICENSE.txt'), 'utf8')).toBe(readFileSync(join(root, 'LICENSE'), 'utf8'));
    const licences = readFileSync(join(unpacked, 'resources/licences.txt'), 'utf8');
    const packed = new Set(paths.map(packageOf).filter((name) => name !== undefined));
    expect([...packed].filter((name) => !licences.includes(`\n${name} `))).toEqual([]);
  });

  test('lie no languages of Chromium that Daybook does not speak', () => {
    expect(existsSync(join(unpacked, 'locales/en-US.pak'))).toBe(true);
    expect(existsSync(join(unpacked, 'locales/de.pak'))).toBe(false);
  });
});
