// electron-builder.yml: unknown keys and wrong types abort a packaging run, so they are found here first.

import { existsSync, readFileSync } from 'node:fs';
import { join, matchesGlob, resolve } from 'node:path';
// Not a public entry; the version is pinned.
import { getConfig, validateConfiguration } from 'app-builder-lib/out/util/config/config.js';
import { describe, expect, test } from 'vitest';
import { full } from '../../support/tiers.ts';

const root = resolve(import.meta.dirname, '../../..');
const metadata = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly main: string;
  readonly productName: string;
  readonly desktopName: string;
};
const config = await getConfig(root, join(root, 'electron-builder.yml'), null);
// electron-builder has put the plain patterns into one set.
const [{ filter: files = [] } = {}] = config.files as { readonly filter?: readonly string[] }[];
const silent = { add: () => undefined, isEnabled: false } as unknown as Parameters<typeof validateConfiguration>[1];

describe('electron-builder.yml', () => {
  test('is valid by electron-builder’s own schema', full, async () => {
    await expect(validateConfiguration(config, silent)).resolves.toBeUndefined();
  });

  test('would not be valid with a key that electron-builder does not know', full, async () => {
    await expect(validateConfiguration({ ...config, wrongKey: true } as typeof config, silent)).rejects.toThrow('wrongKey');
  });

  test('names the app as package.json does', () => {
    expect(config.productName).toBe(metadata.productName);
    expect(`${config.appId ?? ''}.desktop`).toBe(metadata.desktopName);
  });

  test('packs the built entry', () => {
    expect(metadata.main).toMatch(/^dist\//);
    expect(files).toContain('dist/**');
  });

  test('packs one library of better-sqlite3, unpacked, for each platform that it is built for', () => {
    const library = 'node_modules/better-sqlite3/prebuilds/${platform}-${arch}.node';
    // Later patterns win: first all are taken out, then the right one is put back.
    expect(files.indexOf('!node_modules/better-sqlite3/prebuilds/**')).toBeLessThan(files.indexOf(library));
    expect(config.asarUnpack).toContain('**/*.{node,dylib,dll}');
    for (const platform of ['linux-x64', 'linux-arm64', 'darwin-arm64', 'win32-x64']) {
      expect(existsSync(join(root, 'node_modules/better-sqlite3/prebuilds', `${platform}.node`))).toBe(true);
    }
  });

  test('packs the binaries of node-llama-cpp for one platform, unpacked', () => {
    const binaries = 'node_modules/@node-llama-cpp/${os}-${arch}{,-metal}/**';
    expect(files.indexOf('!node_modules/@node-llama-cpp/*/**')).toBeGreaterThan(0);
    expect(files.indexOf('!node_modules/@node-llama-cpp/*/**')).toBeLessThan(files.indexOf(binaries));
    expect(config.asarUnpack).toContain('node_modules/@node-llama-cpp/**');
  });

  test('burns in the fuses that keep others from running code as Daybook', () => {
    expect(config.electronFuses).toMatchObject({
      runAsNode: false,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      onlyLoadAppFromAsar: true,
      enableEmbeddedAsarIntegrityValidation: true,
    });
  });

  test('calls every package by version, system and processor', () => {
    expect(config.artifactName).toBe('daybook-${version}-${os}-${arch}.${ext}');
    expect(config.linux?.target).toEqual(['AppImage', 'deb', 'rpm']);
    expect(config.mac?.target).toEqual([
      { target: 'dmg', arch: 'universal' },
      { target: 'zip', arch: 'universal' },
    ]);
    expect(config.win?.target).toEqual(['nsis']);
    expect(config.nsis).toMatchObject({ oneClick: false, perMachine: false, deleteAppDataOnUninstall: false });
  });

  test('offers Daybook for its links and files, and takes no file type from the program that has it', () => {
    expect(config.protocols).toEqual({ name: 'Daybook', schemes: ['daybook'] });
    expect(config.linux?.mimeTypes).toEqual(['text/markdown', 'text/calendar']);
    expect(config.mac?.fileAssociations).toMatchObject([
      { ext: ['md', 'markdown'], role: 'Editor', rank: 'Alternate' },
      { ext: 'ics', role: 'Viewer', rank: 'Alternate' },
    ]);
    // On Windows electron-builder's associations would become the default.
    expect([config.fileAssociations, config.win?.fileAssociations]).toEqual([undefined, undefined]);
    const installer = readFileSync(join(root, config.nsis?.include ?? ''), 'utf8');
    for (const extension of ['.md', '.markdown', '.ics']) {
      expect(installer).toContain(`!insertmacro daybookOffer ${extension} `);
      expect(installer).toContain(`!insertmacro daybookWithdraw ${extension}\n`);
    }
    expect(installer).toContain('OpenWithProgids');
    // electron-builder registers links on Linux and macOS alone.
    for (const scheme of (config.protocols as { readonly schemes: readonly string[] }).schemes) {
      expect(installer).toContain(`WriteRegStr SHELL_CONTEXT "Software\\Classes\\${scheme}" "URL Protocol" ""`);
      expect(installer).toContain(`DeleteRegKey SHELL_CONTEXT "Software\\Classes\\${scheme}"`);
    }
    expect(installer).not.toMatch(/WriteRegStr SHELL_CONTEXT "Software\\Classes\\\$\{EXT\}"/);
  });

  test('on macOS allows V8 to compile and nothing else, and packs libraries for both processors', () => {
    expect(config.mac?.hardenedRuntime).toBe(true);
    for (const path of [config.mac?.entitlements, config.mac?.entitlementsInherit]) {
      const keys = [...readFileSync(join(root, path ?? ''), 'utf8').matchAll(/<key>(.+?)<\/key>/g)].map(([, key]) => key);
      expect(keys).toEqual(['com.apple.security.cs.allow-jit']);
    }
    expect(config.mac?.files).toEqual([
      'node_modules/better-sqlite3/prebuilds/darwin-{x64,arm64}.node',
      'node_modules/@node-llama-cpp/mac-{x64,arm64-metal}/**',
    ]);
    // Without this the two halves of a universal app, which have the same libraries, are refused.
    expect(
      matchesGlob(
        'Contents/Resources/app.asar.unpacked/node_modules/better-sqlite3/prebuilds/darwin-x64.node',
        config.mac?.x64ArchFiles ?? '',
      ),
    ).toBe(true);
  });

  test('brings every file that it names', () => {
    const named = [config.mac?.icon, config.win?.icon, config.linux?.icon, config.mac?.entitlements, config.nsis?.include];
    expect(named.filter((path) => !existsSync(join(root, path as string)))).toEqual([]);
  });

  test('writes the files of a feed of updates, and names no place that exists', () => {
    expect(config.publish).toEqual({ provider: 'generic', url: 'https://updates.example.invalid' });
  });
});
