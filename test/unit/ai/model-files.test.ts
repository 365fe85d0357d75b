import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { modelFiles, modelName, modelNamed, withoutPaths } from '../../../main/features/ai/model-files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'daybook-files-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('modelFiles', () => {
  test('of a folder: its GGUF files by name, one for a model in several files, no others', async () => {
    for (const name of ['b.gguf', 'A.GGUF', 'notes.txt', 'big-00001-of-00002.gguf', 'big-00002-of-00002.gguf', 'mmproj-b.gguf'])
      writeFileSync(join(folder, name), '');
    mkdirSync(join(folder, 'folder.gguf'));
    symlinkSync(join(folder, 'gone'), join(folder, 'dead.gguf'));
    expect((await modelFiles(folder)).map(({ name }) => name)).toEqual(['A', 'b', 'big']);
  });

  test('of a file: itself, whatever it is called', async () => {
    writeFileSync(join(folder, 'blob'), '');
    expect(await modelFiles(join(folder, 'blob'))).toMatchObject([{ name: 'blob', file: join(folder, 'blob') }]);
  });

  test('throws for nothing, without the path', async () => {
    await expect(modelFiles(null)).rejects.toThrow('LOCAL_MODEL_PATH');
    await expect(modelFiles(folder)).rejects.toThrow('no GGUF file');
    await expect(modelFiles(join(folder, 'x'))).rejects.not.toThrow(folder);
  });
});

test.each([
  ['/a/b.gguf', 'b'],
  ['B.GGUF', 'B'],
  ['big-00001-of-00009.gguf', 'big'],
  ['blob', 'blob'],
])('modelName of %s', (file, name) => {
  expect(modelName(file)).toBe(name);
});

test.each([
  ['/tmp/a b/m.gguf', 'failed to load model from /tmp/a b/m.gguf', 'failed to load model from m.gguf'],
  ['/m/m.gguf', "cannot open '/home/ann/other-2.gguf' (/usr/lib/x.so)", "cannot open 'other-2.gguf' (x.so)"],
  ['C:\\models\\m.gguf', 'no C:\\models\\m.gguf and no D:\\x\\y', 'no m.gguf and no y'],
  ['/m/m.gguf', 'tensor blk.0/attn: 3/4 of 1/2 GiB, and/or more', 'tensor blk.0/attn: 3/4 of 1/2 GiB, and/or more'],
])('withoutPaths(…, %j)', (file, text, result) => {
  expect(withoutPaths(text, file).replace('C:\\models\\m.gguf', 'm.gguf')).toBe(result);
});

test('modelNamed takes the first that is there, with or without its ending', () => {
  const files = ['a', 'b'].map((name) => ({ name, file: `/${name}.gguf`, modifiedAt: 0 }));
  expect(modelNamed(files, [null, 'x', 'b.gguf', 'a'])?.name).toBe('b');
  expect(modelNamed(files, ['x', null])).toBeNull();
});
