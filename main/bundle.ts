// The bundle in `dist/main/` that `npm run build:main` makes of these sources, and whether it still is what they say.

import { hash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What the bundle is made of besides `main/`; the lockfile stands for the packages. */
const others = ['package-lock.json', 'test/support/write-bundle.ts'];

/** The file that holds the fingerprint of what the bundle in the project's folder `root` was made of. */
export const stampFile = (root: string): string => join(root, 'dist', 'main.stamp');

/**
 * A hash over the paths, sizes and times of change of the files that a bundle is made of, in the project's folder `root`. Contents are not
 * read: a start has no time for that. A copy of the project whose files have other times has no fresh bundle before it is built again.
 */
export function sourcesFingerprint(root: string): string {
  const lines: string[] = [];
  const add = (path: string): void => {
    // `join` would take a third of the time: there are a thousand files.
    const { size, mtimeMs } = statSync(`${root}/${path}`);
    lines.push(`${path} ${size} ${mtimeMs}`);
  };
  const addFolder = (path: string): void => {
    for (const entry of readdirSync(`${root}/${path}`, { withFileTypes: true })) {
      if (entry.isDirectory()) addFolder(`${path}/${entry.name}`);
      else add(`${path}/${entry.name}`);
    }
  };
  addFolder('main');
  for (const file of others) add(file);
  return hash('sha256', lines.toSorted().join('\n'));
}

/** The module `name` of the bundle in the project's folder `root`; null if there is no bundle, or it is not of the sources as they are. */
export function bundledModule(root: string, name: 'headless' | 'service' | 'run-cli'): URL | null {
  try {
    return readFileSync(stampFile(root), 'utf8') === sourcesFingerprint(root)
      ? pathToFileURL(join(root, 'dist', 'main', `${name}.js`))
      : null;
  } catch {
    return null;
  }
}
