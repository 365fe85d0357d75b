import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { chooseHost, type HostKind, type HostFacts } from '../../main/desktop/choose-host.ts';
import { canFetchElectron, installedElectron } from '../../main/desktop/electron-binary.ts';
import { isStale } from '../../main/desktop/rebuild.ts';

describe('what npm start shows', () => {
  const usual: HostFacts = {
    platform: 'linux',
    isRoot: false,
    hasDisplay: true,
    namedExecutable: null,
    installedExecutable: '/e/electron',
    canFetch: true,
  };

  const table: readonly (readonly [string, Partial<HostFacts>, HostKind])[] = [
    ['Electron where it is installed', {}, { kind: 'desktop', executable: '/e/electron' }],
    ['Electron fetched where it is missing', { installedExecutable: null }, { kind: 'fetch' }],
    [
      'no window once the fetch has failed',
      { installedExecutable: null, canFetch: false },
      { kind: 'headless', reason: 'Electron is not installed and could not be fetched' },
    ],
    ['no window without a display', { hasDisplay: false }, { kind: 'headless', reason: 'there is no display' }],
    ['no fetch without a display', { hasDisplay: false, installedExecutable: null }, { kind: 'headless', reason: 'there is no display' }],
    ['no window for root on Linux', { isRoot: true }, { kind: 'headless', reason: 'Electron does not run as root' }],
    [
      'no fetch for root on Linux',
      { isRoot: true, installedExecutable: null },
      { kind: 'headless', reason: 'Electron does not run as root' },
    ],
    ['a window for root on macOS', { isRoot: true, platform: 'darwin' }, { kind: 'desktop', executable: '/e/electron' }],
    ['the executable that is named, before the installed one', { namedExecutable: '/mine' }, { kind: 'desktop', executable: '/mine' }],
    [
      'the executable that is named, whatever else holds',
      { namedExecutable: '/mine', isRoot: true, hasDisplay: false, installedExecutable: null },
      { kind: 'desktop', executable: '/mine' },
    ],
  ];

  test.each(table)('%s', (_title, facts, host) => {
    expect(chooseHost({ ...usual, ...facts })).toEqual(host);
  });
});

describe('with files', () => {
  let root: string;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'daybook-start-'));
  });

  afterEach(() => {
    rmSync(root, { recursive: true, force: true });
  });

  const write = (path: string, content = '', seconds = 1_000): string => {
    const file = join(root, path);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, content);
    utimesSync(file, seconds, seconds);
    return file;
  };

  test('Electron is installed once its package names an executable that is there', () => {
    expect(installedElectron(root)).toBeNull();
    expect(canFetchElectron(root)).toBe(false);
    write('node_modules/electron/install.js');
    expect(canFetchElectron(root)).toBe(true);
    write('node_modules/electron/path.txt', 'electron');
    expect(installedElectron(root)).toBeNull();
    const executable = write('node_modules/electron/dist/electron');
    expect(installedElectron(root)).toBe(executable);
  });

  test('a build is stale when it is missing or a source is newer, however deep', () => {
    const output = join(root, 'dist/index.html');
    write('source/a/b/page.tsx', '', 1_000);
    const sources = [join(root, 'source'), join(root, 'vite.config.ts'), join(root, 'nowhere')];
    expect(isStale(output, sources)).toBe(true);
    write('dist/index.html', '', 2_000);
    expect(isStale(output, sources)).toBe(false);
    write('source/a/b/page.tsx', '', 3_000);
    expect(isStale(output, sources)).toBe(true);
    write('dist/index.html', '', 4_000);
    expect(isStale(output, sources)).toBe(false);
    write('vite.config.ts', '', 5_000);
    expect(isStale(output, sources)).toBe(true);
  });
});
