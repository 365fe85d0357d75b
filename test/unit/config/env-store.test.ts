import fs, {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { EnvStore } from '../../../main/features/config/env-store.ts';
import { full } from '../../support/tiers.ts';

let folder: string;
let file: string;
let store: EnvStore;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'daybook-env-'));
  file = join(folder, '.env');
  store = new EnvStore(file);
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

const set = (key: string, value: string | null): Promise<void> => store.update(() => new Map([[key, value]]));
const mode = (path: string): number => statSync(path).mode & 0o777;

describe('reading', () => {
  test('edits by hand of equal length count at once, however fast they come', () => {
    for (let round = 0; round < 500; round++) {
      writeFileSync(file, `A=${String(round).padStart(6, '0')}\n`);
      expect(store.values().get('A')).toBe(String(round).padStart(6, '0'));
    }
  });

  test('an edit that keeps size and modification time counts once the file has been at rest', () => {
    const past = new Date(Date.now() - 60_000);
    const write = (text: string): bigint => {
      writeFileSync(file, text);
      utimesSync(file, past, past);
      return statSync(file, { bigint: true }).ctimeNs;
    };
    const before = write('A=old\n');
    vi.setSystemTime(Date.now() + 2_100);
    expect(store.values().get('A')).toBe('old');
    // Until the file system counts a later time.
    while (write('A=new\n') === before);
    expect(store.values().get('A')).toBe('new');
  });

  test('a file that comes, is replaced and goes is followed', () => {
    expect(store.values().size).toBe(0);
    writeFileSync(file, 'A=1\n');
    expect(store.values().get('A')).toBe('1');
    writeFileSync(`${file}.new`, 'A=2\n');
    renameSync(`${file}.new`, file);
    expect(store.values().get('A')).toBe('2');
    unlinkSync(file);
    expect(store.values().size).toBe(0);
    writeFileSync(file, 'A=3\n');
    expect(store.values().get('A')).toBe('3');
  });

  test('an unchanged file is parsed once', () => {
    writeFileSync(file, 'A=1\n');
    const first = store.values();
    for (const later of [50, 5_000, 5_000]) {
      vi.setSystemTime(Date.now() + later);
      expect(store.values()).toBe(first);
    }
  });

  test('something that cannot be read is an error, never an empty configuration', async () => {
    writeFileSync(file, 'SOLO_MODE=false\n');
    expect(store.values().size).toBe(1);
    unlinkSync(file);
    mkdirSync(file);
    expect(() => store.values()).toThrow(expect.objectContaining({ code: 'unavailable' }) as Error);
    await expect(set('A', '1')).rejects.toMatchObject({ code: 'unavailable' });
    rmSync(file, { recursive: true });
    symlinkSync('.env', file);
    expect(() => store.values()).toThrow(expect.objectContaining({ code: 'unavailable' }) as Error);
    await expect(set('A', '1')).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('a file without permission is an error', (context) => {
    context.skip(process.getuid?.() === 0, 'root may read and write anything');
    writeFileSync(file, 'A=1\n');
    chmodSync(file, 0);
    expect(() => store.values()).toThrow(expect.objectContaining({ code: 'unavailable' }) as Error);
  });
});

describe('writing', () => {
  test('makes the file with mode 0600, whatever the umask', async () => {
    const before = process.umask(0o277);
    try {
      await set('A', '1');
    } finally {
      process.umask(before);
    }
    expect(mode(file)).toBe(0o600);
    expect(readFileSync(file, 'utf8')).toBe('A=1\n');
  });

  test('replaces the file as a whole, and narrows its mode', async () => {
    writeFileSync(file, 'A=1\n', { mode: 0o644 });
    const before = statSync(file).ino;
    await set('A', '2');
    expect(statSync(file).ino).not.toBe(before);
    expect(mode(file)).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['.env']);
  });

  test('changes nothing where there is no descriptor left for the folder', async () => {
    writeFileSync(file, 'A=1\n');
    const { open } = fs.promises;
    const opened = vi.spyOn(fs.promises, 'open').mockImplementation((path, ...how) => {
      if (path === folder) return Promise.reject(Object.assign(new Error('EMFILE'), { code: 'EMFILE', syscall: 'open' }));
      return open(path, ...how);
    });
    syncBuiltinESMExports();
    try {
      await expect(set('A', '2')).rejects.toMatchObject({ code: 'unavailable', message: expect.stringContaining('nothing was changed') });
    } finally {
      opened.mockRestore();
      syncBuiltinESMExports();
    }
    expect(readFileSync(file, 'utf8')).toBe('A=1\n');
    expect(readdirSync(folder)).toEqual(['.env']);
  });

  test('does not touch the file when nothing changes', async () => {
    writeFileSync(file, 'A=1\n', { mode: 0o640 });
    const before = statSync(file, { bigint: true });
    await set('A', '1');
    await set('B', null);
    expect(statSync(file, { bigint: true })).toMatchObject({ ino: before.ino, ctimeNs: before.ctimeNs });
  });

  test('one after the other: none of many at once is lost', full, async () => {
    await Promise.all(Array.from({ length: 40 }, (_, index) => set(`KEY_${index}`, String(index))));
    expect(store.values().size).toBe(40);
    await Promise.all(
      Array.from({ length: 20 }, () => store.update((stored) => new Map([['KEY_0', String(Number(stored.get('KEY_0')) + 1)]]))),
    );
    expect(store.values().get('KEY_0')).toBe('20');
  });

  test('a refused write leaves every byte and harms no later one', async () => {
    writeFileSync(file, 'B=1\n');
    await expect(set('A', `'"\`#`)).rejects.toMatchObject({ code: 'validation_failed' });
    await expect(
      store.update(() => {
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(readFileSync(file, 'utf8')).toBe('B=1\n');
    await set('A', '1');
    expect(readFileSync(file, 'utf8')).toBe('B=1\nA=1\n');
  });

  test('keeps bytes that are not UTF-8', async () => {
    writeFileSync(file, Buffer.concat([Buffer.from('# caf'), Buffer.of(0xe9, 0x0a)]));
    await set('A', 'é');
    expect(readFileSync(file).equals(Buffer.concat([Buffer.from('# caf'), Buffer.of(0xe9), Buffer.from('\nA=é\n')]))).toBe(true);
  });

  test('goes through symbolic links, also to a file that is yet to be made', async () => {
    mkdirSync(join(folder, 'dotfiles'));
    const target = join(folder, 'dotfiles', 'daybook.env');
    symlinkSync('dotfiles/link.env', file);
    symlinkSync('daybook.env', join(folder, 'dotfiles', 'link.env'));
    await set('A', '1');
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(readFileSync(target, 'utf8')).toBe('A=1\n');
    await set('A', '2');
    expect(lstatSync(target).isFile()).toBe(true);
    expect(store.values().get('A')).toBe('2');
    writeFileSync(target, 'A=3\n');
    expect(store.values().get('A')).toBe('3');
  });

  test.runIf(process.platform === 'linux')('a place that takes no files is unavailable', async () => {
    await expect(new EnvStore('/proc/self/.env').update(() => new Map([['A', '1']]))).rejects.toMatchObject({ code: 'unavailable' });
  });
});

test('prepare sweeps what killed writes left, and nothing else', async () => {
  writeFileSync(file, 'A=1\n', { mode: 0o644 });
  const kept = ['.env.example', '.env.bak', '.env.0123456789ab.tmp.txt', 'x.env.0123456789ab.tmp', '.env.tmp'];
  for (const name of [...kept, '.env.0123456789ab.tmp', '.env.ffffffffffff.tmp']) writeFileSync(join(folder, name), 'JWT_SECRET=half');
  await store.prepare();
  expect(readdirSync(folder).toSorted()).toEqual(['.env', ...kept].toSorted());
  expect(mode(file)).toBe(0o600);
  expect(existsSync(file) && readFileSync(file, 'utf8')).toBe('A=1\n');
});
