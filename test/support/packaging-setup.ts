// Makes the package that the tests of packaging look into, once for all of them.

import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildPackage, root, type BuiltPackage } from './package.ts';

export type Packaging = BuiltPackage;

declare module 'vitest' {
  // It is extended here.
  interface ProvidedContext {
    /** Null where packages are not made, on anything but Linux. */
    packaging: Packaging | null;
  }
}

export function setup(project: TestProject): void {
  const isMade = process.platform === 'linux' && process.arch === 'x64';
  project.provide('packaging', isMade ? buildPackage(join(root, 'release/test-package')) : null);
}
