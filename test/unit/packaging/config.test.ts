// electron-builder.yml: unknown keys and wrong types abort a packaging run, so they are found here first.

import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
// Not a public entry; the version is pinned.
import { getConfig, validateConfiguration } from 'app-builder-lib/out/util/config/config.js';
import { describe, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');
const metadata = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly main: string; readonly productName: string; readonly desktopName: string };
const config = await getConfig(root, join(root, 'electron-builder.yml'), null);
// electron-builder has put the plain patterns into one set.
const [{ filter: files = [] } = {}] = config.files as { readonly filter?: readonly string[] }[];
const silent = { add: () => undefined, isEnabled: false } as unknown as Parameters<typeof validateConfiguration>[1];

describe('electron-builder.yml', () => {
  test('is valid by electron-builder’s own schema', async () => {
    await expect(validateConfiguration(config, silent)).resolves.toBeUndefined();
  });

  test('would not be valid with a key that electron-builder does not know', async () => {
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
    expect(config.asarUnpack).toContain('node_modules/better-sqlite3/prebuilds/**');
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
});
