import { existsSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { StartError } from '../../../main/lib/app-error.ts';
import { chooseDataDir, defaultDataDir, prepareDataDir } from '../../../main/storage/data-dir.ts';
import { Backups } from '../../../main/storage/backups.ts';
import { full } from '../../support/tiers.ts';
import { withNewDatabase } from '../../support/new-database.ts';
import { newFolder, open } from './fixture.ts';

describe('defaultDataDir', () => {
  test.each([
    ['linux', {}, '/home/ann', '/home/ann/.config/Daybook'],
    ['linux', { XDG_CONFIG_HOME: '/elsewhere/cfg' }, '/home/ann', '/elsewhere/cfg/Daybook'],
    ['linux', { XDG_CONFIG_HOME: '' }, '/home/ann', '/home/ann/.config/Daybook'],
    ['linux', { XDG_CONFIG_HOME: 'cfg' }, '/home/ann', '/home/ann/.config/Daybook'],
    ['freebsd', {}, '/home/ann', '/home/ann/.config/Daybook'],
    ['darwin', { XDG_CONFIG_HOME: '/ignored' }, '/Users/ann', '/Users/ann/Library/Application Support/Daybook'],
    ['win32', { APPDATA: 'D:\\Roaming' }, 'C:\\Users\\ann', 'D:\\Roaming\\Daybook'],
    ['win32', {}, 'C:\\Users\\ann', 'C:\\Users\\ann\\AppData\\Roaming\\Daybook'],
  ] as const)('%s, %o', (platform, environment, home, expected) => {
    expect(defaultDataDir({ platform, environment, home })).toBe(expected);
  });
});

describe('chooseDataDir', () => {
  const on = (environment: Record<string, string>) => ({ platform: 'linux', environment, home: '/home/ann' }) as const;

  test('takes the flag, else the environment, else the default', () => {
    expect(chooseDataDir('/flag', on({ DAYBOOK_DATA_DIR: '/env' }))).toBe('/flag');
    expect(chooseDataDir(undefined, on({ DAYBOOK_DATA_DIR: '/env' }))).toBe('/env');
    expect(chooseDataDir(undefined, on({ DAYBOOK_DATA_DIR: '' }))).toBe('/home/ann/.config/Daybook');
    expect(chooseDataDir('relative', on({}))).toBe(resolve('relative'));
    expect(() => chooseDataDir('', on({}))).toThrow(StartError);
  });
});

describe('prepareDataDir', () => {
  test('makes the folder and those above it, for the user alone', () => {
    const dir = join(newFolder(), 'a', 'b');
    prepareDataDir(dir);
    expect(statSync(dir).mode & 0o777).toBe(0o700);
    expect(statSync(join(dir, '..')).mode & 0o777).toBe(0o700);
  });

  test('leaves a folder that exists as it is', () => {
    const dir = join(newFolder(), 'shared');
    mkdirSync(dir, { mode: 0o755 });
    writeFileSync(join(dir, 'file'), '');
    prepareDataDir(dir);
    expect(statSync(dir).mode & 0o777).toBe(0o755);
    expect(readdirSync(dir)).toEqual(['file']);
  });

  /** A folder below `above` whose path has this many bytes; é has two. */
  const longPath = (above: string, bytes: number): string => {
    let path = above;
    while (bytes - Buffer.byteLength(path) > 120) path += `/${'é'.repeat(50)}`;
    return `${path}/${'x'.repeat(bytes - Buffer.byteLength(path) - 1)}`;
  };

  test.skipIf(process.platform === 'win32')('takes a path with which a backup can be made, and refuses a longer one', full, async () => {
    const above = newFolder();
    const dir = longPath(above, 436);
    prepareDataDir(dir);
    const { files } = open(withNewDatabase(dir));
    const log = { info: () => undefined, error: () => undefined };
    const backups = new Backups({ dataDir: dir, files, clock: () => 0, passphrase: () => 'a passphrase', passphraseCost: 10, log });
    expect(await backups.make()).toMatch(/daybook-19700101-000000\.tar\.age$/);
    const longer = longPath(above, 437);
    const refusal = /^The path of the data directory \S+ is too long: it has 437 bytes, and 436 are the most/;
    expect(() => {
      prepareDataDir(longer);
    }).toThrow(refusal);
    expect(existsSync(longer)).toBe(false);
    mkdirSync(longer);
    const link = join(above, 'link');
    symlinkSync(longer, link);
    expect(() => {
      prepareDataDir(link);
    }).toThrow(refusal);
  });

  test.each(['attachments', 'backups', 'logs'])('refuses a folder whose %s is a file, in one line', (name) => {
    const dir = newFolder();
    writeFileSync(join(dir, name), '');
    expect(() => {
      prepareDataDir(dir);
    }).toThrow(new RegExp(`^\\S+${name} is no folder, but Daybook needs one there`));
  });

  test('refuses a folder whose attachments are a link to a disk that is not there, in one line', () => {
    const dir = newFolder();
    symlinkSync(join(dir, 'unplugged'), join(dir, 'attachments'));
    expect(() => {
      prepareDataDir(dir);
    }).toThrow(/^\S+attachments is a link to what is not there; see that its disk is there/);
    mkdirSync(join(dir, 'unplugged'));
    prepareDataDir(dir);
  });

  test('refuses a folder whose service.json is a folder, in one line', () => {
    const dir = newFolder();
    mkdirSync(join(dir, 'service.json'));
    expect(() => {
      prepareDataDir(dir);
    }).toThrow(/^\S+service\.json is a folder, but Daybook needs a file there/);
  });

  test('says in one line what is wrong and what to do', () => {
    const folder = newFolder();
    const file = join(folder, 'file');
    writeFileSync(file, 'mine');
    const link = join(folder, 'link');
    symlinkSync(join(folder, 'unplugged'), link);
    for (const dir of [file, join(file, 'below'), link, join(link, 'below'), 'relative/path', '/proc/daybook', '/proc/daybook/below']) {
      expect(() => {
        prepareDataDir(dir);
      }).toThrow(StartError);
      expect(() => {
        prepareDataDir(dir);
      }).toThrow(/^The data directory [^\n]*--data-dir$/);
    }
    expect(existsSync('relative')).toBe(false);
    expect(readdirSync(folder)).toEqual(['file', 'link']);
  });

  test('refuses a folder without the right to write', (context) => {
    context.skip(process.getuid?.() === 0 || process.platform === 'win32', 'root may read and write anything');
    const dir = join(newFolder(), 'closed');
    mkdirSync(dir, { mode: 0o500 });
    expect(() => {
      prepareDataDir(dir);
    }).toThrow(/cannot be written to \(permission denied\)/);
  });
});
