// The packages that a build of Daybook delivers, and their licences.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface DeliveredPackage {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression; null if the package names none. */
  readonly licence: string | null;
  /** All that its licence files and notices say; empty if it brings none. */
  readonly text: string;
}

interface LockedPackage {
  readonly link?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

interface Lockfile {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string | { readonly type: string };
  readonly licenses?: readonly { readonly type: string }[];
}

/** The packages that the built page is made of, as its build has listed them. */
export function pagePackages(root: string): readonly DeliveredPackage[] {
  const listed = JSON.parse(readFileSync(join(root, 'dist/renderer/licenses.json'), 'utf8')) as readonly {
    name: string;
    version: string;
    identifier: string | null;
    text?: string | null;
  }[];
  return listed.map(({ name, version, identifier, text }) => ({ name, version, licence: identifier, text: text?.trim() ?? '' }));
}

/** What the program needs together with `page`, the packages of the page: all that a package of Daybook holds, by name and version. */
export function deliveredPackages(root: string, page: readonly DeliveredPackage[] = pagePackages(root)): readonly DeliveredPackage[] {
  const all = new Map([...page, ...productionPackages(root)].map((delivered) => [`${delivered.name}@${delivered.version}`, delivered]));
  return [...all].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, delivered]) => delivered);
}

const rule = '-'.repeat(80);

const section = (title: string, text: string): string => `${rule}\n${title}\n${rule}\n\n${text.replaceAll('\r\n', '\n').trim()}\n`;

/** The text that goes into each package of Daybook: whose work it is made of, and on which terms. */
export function licencesText(root: string, delivered: readonly DeliveredPackage[]): string {
  const sections = delivered.map(({ name, version, licence, text }) =>
    section(
      `${name} ${version}${licence === null ? '' : ` (${licence})`}`,
      text === '' ? `The package brings no text of its licence: ${licence ?? 'unknown'}.` : text,
    ),
  );
  const fonts = join(root, 'resources/licences/fonts');
  const ofFonts = readdirSync(fonts)
    .toSorted()
    .map((file) => section(`Fonts in exported documents: ${file.replace(/\.txt$/, '')}`, readFileSync(join(fonts, file), 'utf8')));
  const head =
    'Daybook is made of the work of many others. These are the packages in it and their licences.\nElectron and Chromium have files of their own beside the program.\n';
  return [head, ...sections, ...ofFonts].join('\n');
}

const licenceFile = /^(licen[cs]e|copying|notice|ofl)([.-].*)?$/i;

/** The installed packages that the program of `root` needs, directly or through others, each version once. */
export function productionPackages(root: string): readonly DeliveredPackage[] {
  const found = new Map<string, DeliveredPackage>();
  for (const path of productionPaths(root)) {
    const delivered = readPackage(join(root, path));
    found.set(`${delivered.name}@${delivered.version}`, delivered);
  }
  return [...found.values()];
}

/** Their folders. The lockfile's own marks do not tell: what a development tool may use as well has another one. */
function productionPaths(root: string): ReadonlySet<string> {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lockfile;
  const reached = new Set<string>();
  const visit = (from: string): void => {
    for (const name of neededBy(packages[from] ?? {})) {
      const path = placesOf(name, from).find((place) => place in packages);
      // Binaries for other systems are in the lockfile and not on the disk; a link leads to a stub.
      if (path === undefined || reached.has(path) || packages[path]?.link === true || !existsSync(join(root, path, 'package.json')))
        continue;
      reached.add(path);
      visit(path);
    }
  };
  visit('');
  return reached;
}

function neededBy({
  dependencies,
  optionalDependencies,
  peerDependencies = {},
  peerDependenciesMeta = {},
}: LockedPackage): readonly string[] {
  const peers = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true);
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers];
}

/** Where Node looks for a package that the one at `from` imports, nearest first. */
function placesOf(name: string, from: string): readonly string[] {
  const outer = from.lastIndexOf('/node_modules/');
  const here = `${from === '' ? '' : `${from}/`}node_modules/${name}`;
  if (from === '') return [here];
  return [here, ...placesOf(name, outer < 0 ? '' : from.slice(0, outer))];
}

function readPackage(folder: string): DeliveredPackage {
  const { name, version, license, licenses } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  const named = typeof license === 'object' ? license.type : (license ?? licenses?.map(({ type }) => type).join(' OR ') ?? null);
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && licenceFile.test(entry.name))
    .map((entry) => entry.name)
    .toSorted();
  return { name, version, licence: named, text: files.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n') };
}

/** Whether an SPDX expression of `OR` and `AND` (in this order, `AND` binding closer) can be met with licences of `allowed`. */
export function isMetBy(expression: string, allowed: ReadonlySet<string>): boolean {
  return expression
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((licence) => allowed.has(licence.trim())));
}
