// A package of Daybook for tests: made once with an Electron that is made up, listed, and opened so that the double of Electron can run it.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { extractAll, listPackage, statFile, uncache } from '@electron/asar';
import { writeElectronDist } from './electron-dist.ts';
import { cleanEnvironment } from './process.ts';

export const root = resolve(import.meta.dirname, '../..');

export interface BuiltPackage {
  /** The folder that an archive or an installer would hold. */
  readonly unpacked: string;
  readonly executable: string;
  readonly archive: string;
  /** The archive laid out for the double of Electron. */
  readonly opened: string;
  /** The .deb; null where it cannot be made, for the reason that follows. */
  readonly deb: string | null;
  readonly noDeb: string;
}

export interface PackedFile {
  /** With slashes, from the root of the archive. */
  readonly path: string;
  readonly size: number;
  /** Whether it lies beside the archive, in app.asar.unpacked. */
  readonly unpacked: boolean;
}

/** Runs a program in the source tree; throws with what it wrote if it fails. */
function run(command: string, args: readonly string[], environment: Readonly<Record<string, string>> = {}): void {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    env: cleanEnvironment(environment),
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}${stderr}`, { cause: error });
}

// Nothing may be fetched: what is missing is to be found out.
const nowhere = 'http://127.0.0.1:9/';

function build(target: string, kind: string, args: readonly string[]): void {
  run(
    process.execPath,
    [
      // It is over before optimized code pays, and most of what it makes is garbage at once.
      '--no-opt',
      '--max-semi-space-size=128',
      join(root, 'node_modules/electron-builder/cli.js'),
      '--linux',
      kind,
      '--x64',
      '--publish',
      'never',
      ...args,
      `-c.directories.output=${target}`,
    ],
    {
      CUSTOM_FPM_PATH: join(root, 'test/support/fpm'),
      ELECTRON_MIRROR: nowhere,
      ELECTRON_BUILDER_BINARIES_MIRROR: nowhere,
      XDG_CACHE_HOME: join(target, 'cache'),
    },
  );
}

const openedIn = (target: string): string => join(target, 'opened');

/** Builds what goes into a package, unless `npm test` has just done so. */
function buildProgram(): void {
  if (process.env['DAYBOOK_BUILT'] === '1') return;
  // A file whose source is gone would stay for ever.
  for (const stale of ['main', 'preload', '.tsbuild/main.tsbuildinfo']) rmSync(join(root, 'dist', stale), { recursive: true, force: true });
  for (const script of [
    'build:main',
    'build:preload',
    ...(existsSync(join(root, 'dist/renderer/licenses.json')) ? [] : ['build:renderer']),
    'licences',
  ])
    run('npm', ['run', '--silent', script]);
}

/** What a package is made of and with; the lockfile stands for the installed packages. */
const inputs = [
  'package.json',
  'package-lock.json',
  'electron-builder.yml',
  'LICENSE',
  'dist/**',
  'resources/**',
  'test/doubles/**',
  'test/support/{package,electron-dist}.ts',
  'test/support/fpm',
];

/** A hash over the names and contents of all inputs. */
function inputsHash(): string {
  const hash = createHash('sha256').update(`${process.version} ${noDebHere() ?? ''}`);
  const names = inputs
    .flatMap((pattern) => globSync(pattern, { cwd: root, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
  for (const name of names.filter((path) => !path.startsWith(join('dist', '.tsbuild'))).toSorted()) {
    const content = readFileSync(join(root, name));
    hash.update(`\0${name}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

const noDebHere = (): string | null => (spawnSync('dpkg-deb', ['--version']).status === 0 ? null : 'no dpkg-deb on this machine');

/**
 * Builds Daybook and packs it into folders under `target`: half a minute on a slow machine. What lies there from before is used
 * again as long as nothing has changed of which a package is made.
 */
export function buildPackage(target: string): BuiltPackage {
  buildProgram();
  const unpacked = join(target, 'linux-unpacked');
  const noDeb = noDebHere();
  const stamp = join(target, 'inputs.sha256');
  const hash = inputsHash();
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== hash) {
    rmSync(target, { recursive: true, force: true });
    const electron = join(target, 'electron');
    writeElectronDist(electron);
    // A .deb is made of the unpacked folder, which stays.
    build(target, noDeb === null ? 'deb' : 'dir', [`-c.electronDist=${electron}`]);
    openPackage(join(unpacked, 'resources/app.asar'), openedIn(target));
    // Last: a package that was only begun is made anew.
    writeFileSync(stamp, hash);
  }
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly version: string };
  return {
    unpacked,
    executable: join(unpacked, 'daybook'),
    archive: join(unpacked, 'resources/app.asar'),
    opened: openedIn(target),
    deb: noDeb === null ? join(target, `daybook-${version}-linux-amd64.deb`) : null,
    noDeb: noDeb ?? '',
  };
}

/** The files of an archive, without its folders. */
export function packedFiles(archive: string): readonly PackedFile[] {
  return listPackage(archive, { isPack: false }).flatMap((listed) => {
    const path = listed.replaceAll('\\', '/').replace(/^\//, '');
    const entry = statFile(archive, path, false);
    if ('files' in entry) return [];
    return 'link' in entry ? [{ path, size: 0, unpacked: false }] : [{ path, size: entry.size, unpacked: entry.unpacked }];
  });
}

/**
 * Lays out in `target` what is in the archive, for programs that cannot look into it. What lies beside it is only linked:
 * it is loaded from its place in the package.
 */
function openPackage(archive: string, target: string): void {
  extractAll(archive, target);
  for (const { path, unpacked } of packedFiles(archive)) {
    if (!unpacked) continue;
    rmSync(join(target, path));
    mkdirSync(dirname(join(target, path)), { recursive: true });
    symlinkSync(join(`${archive}.unpacked`, path), join(target, path));
  }
  uncache(archive);
}
