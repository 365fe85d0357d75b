// Makes the package that the tests of packaging look into, once for all of them.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildPackage, openPackage, type BuiltPackage } from './package.ts';

export interface Packaging extends BuiltPackage {
  /** The archive laid out for the double of Electron. */
  readonly opened: string;
}

declare module 'vitest' {
  // oxlint-disable-next-line typescript/no-empty-object-type -- extended here
  interface ProvidedContext {
    /** Null where packages are not made, on anything but Linux. */
    packaging: Packaging | null;
  }
}

let folder: string | null = null;

export function setup(project: TestProject): void {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    project.provide('packaging', null);
    return;
  }
  folder = mkdtempSync(join(tmpdir(), 'daybook-packaging-'));
  const built = buildPackage(folder);
  const opened = join(folder, 'opened');
  openPackage(built.archive, opened);
  project.provide('packaging', { ...built, opened });
}

export function teardown(): void {
  if (folder !== null) rmSync(folder, { recursive: true, force: true });
}
