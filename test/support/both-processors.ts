// `npm run both-processors`: a universal package for macOS needs the libraries of both kinds of Mac; npm installs those of this one.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(import.meta.dirname, '../..');

/** The packages of libraries for macOS in the lockfile, as `name@version`. */
export function macLibraries(): readonly string[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly version?: string }>>;
  };
  const library =
    /^node_modules\/((?:@img\/sharp(?:-libvips)?-darwin|@node-llama-cpp\/mac|@reflink\/reflink-darwin)-(?:x64|arm64)(?:-metal)?)$/;
  return Object.entries(packages).flatMap(([path, { version = '' }]) => {
    const name = library.exec(path)?.[1];
    return name === undefined ? [] : [`${name}@${version}`];
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  // Forced, as half of them are for another processor; not saved, as the lockfile has them.
  const { status } = spawnSync('npm', ['install', '--no-save', '--ignore-scripts', '--force', ...macLibraries()], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  process.exitCode = status ?? 1;
}
