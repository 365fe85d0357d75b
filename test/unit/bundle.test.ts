import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { bundledModule, sourcesFingerprint, stampFile } from '../../main/bundle.ts';

describe('the bundle', () => {
  let root: string;

  const write = (path: string, content = '', seconds = 1_000): void => {
    const file = join(root, path);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, content);
    utimesSync(file, seconds, seconds);
  };

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'daybook-bundle-'));
    for (const path of ['main/service.ts', 'main/lib/ids.ts', 'package-lock.json', 'test/support/write-bundle.ts', 'dist/main/service.js'])
      write(path);
    writeFileSync(stampFile(root), sourcesFingerprint(root));
  });

  afterEach(() => {
    rmSync(root, { recursive: true, force: true });
  });

  test('is used when it was made of the sources as they are', () => {
    expect(bundledModule(root, 'service')).toEqual(pathToFileURL(join(root, 'dist/main/service.js')));
  });

  const changes: readonly (readonly [string, () => void])[] = [
    ['a source is newer', () => write('main/lib/ids.ts', '', 2_000)],
    ['a source is older, as after a change of branches', () => write('main/lib/ids.ts', '', 500)],
    ['a source has another length', () => write('main/lib/ids.ts', 'x')],
    ['there is a new source', () => write('main/features/new.ts')],
    ['a source is gone', () => rmSync(join(root, 'main/lib/ids.ts'))],
    ['the packages are others', () => write('package-lock.json', '{}')],
    ['it would be built in another way', () => write('test/support/write-bundle.ts', '', 2_000)],
    ['its build did not end', () => rmSync(stampFile(root))],
    ['the way to build it is gone', () => rmSync(join(root, 'test/support/write-bundle.ts'))],
  ];

  test.each(changes)('is not used when %s', (_reason, change) => {
    change();
    expect(bundledModule(root, 'service')).toBeNull();
  });
});
