import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openDatabase } from '../../../main/storage/database.ts';
import { databaseName } from '../../../main/storage/files.ts';
import { withNewDatabase } from '../../support/new-database.ts';

const folders: string[] = [];
const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-new-'));
  folders.push(folder);
  return folder;
};

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

test('a database that tests start with is, byte for byte, the one that a first start makes, also once it was opened', () => {
  const [first, ready] = [newFolder(), withNewDatabase(newFolder())];
  for (const folder of [first, ready]) openDatabase(folder).close();
  const of = (folder: string): unknown => ({
    files: readdirSync(folder),
    mode: statSync(join(folder, databaseName)).mode,
    bytes: readFileSync(join(folder, databaseName)).toString('latin1'),
  });
  expect(of(ready)).toEqual(of(first));
});

test('it takes no place of one that is there', () => {
  const folder = withNewDatabase(newFolder());
  expect(() => withNewDatabase(folder)).toThrow('EEXIST');
});
