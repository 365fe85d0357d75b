// The package for Debian: what the system learns of Daybook when it is installed.

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, inject, test } from 'vitest';
import { iconSizes } from '../support/write-icons.ts';
import { root } from '../support/package.ts';

const packaging = inject('packaging');
const deb = packaging?.deb ?? '';
beforeEach((context) => {
  if (packaging === null) context.skip('packages are made on 64-bit Linux alone');
  if (packaging?.deb === null) context.skip(packaging.noDeb);
});

const folder = mkdtempSync(join(tmpdir(), 'daybook-deb-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const shell = (line: string, ...values: string[]): string =>
  execFileSync('bash', ['-o', 'pipefail', '-c', line, 'bash', ...values], { encoding: 'utf8', maxBuffer: 2 ** 28 });
const inside = (path: string): string => shell('dpkg-deb --fsys-tarfile "$1" | tar -xO "$2"', deb, path);
const field = (name: string): string => execFileSync('dpkg-deb', ['--field', deb, name], { encoding: 'utf8' }).trim();

/** The groups of a desktop entry with their keys. */
function desktopEntry(): Record<string, Record<string, string>> {
  const groups = inside('./usr/share/applications/app.daybook.Daybook.desktop')
    .split(/^\[(.+)\]$/m)
    .slice(1);
  return Object.fromEntries(
    Array.from({ length: groups.length / 2 }, (_, at) => {
      const pairs = (groups[2 * at + 1] ?? '')
        .trim()
        .split('\n')
        .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]);
      return [groups[2 * at] ?? '', Object.fromEntries(pairs) as Record<string, string>];
    }),
  );
}

test('it is called by its version, and needs what Electron needs', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly version: string };
  expect([field('Package'), field('Version'), field('Architecture')]).toEqual(['daybook', version, 'amd64']);
  expect(field('Depends').split(/,\s*/)).toEqual(expect.arrayContaining(['libgtk-3-0', 'libnss3', 'libsecret-1-0']));
});

test('the desktop entry names the app, what it opens, and its shortcuts', () => {
  const entry = desktopEntry();
  expect(entry['Desktop Entry']).toMatchObject({
    Type: 'Application',
    Name: 'Daybook',
    Icon: 'daybook',
    Exec: '/opt/Daybook/daybook %U',
    Terminal: 'false',
    // By this the window is known to belong to the entry: Electron takes it from desktopName in package.json.
    StartupWMClass: 'app.daybook.Daybook',
    Categories: 'Office;Calendar;',
    Actions: 'capture;today;',
  });
  expect(entry['Desktop Entry']?.['Comment']).toMatch(/^Notes/);
  expect(entry['Desktop Entry']?.['Keywords']).toMatch(/notes;.*calendar;/);
  expect(
    entry['Desktop Entry']?.['MimeType']
      ?.split(';')
      .filter((type) => type !== '')
      .toSorted(),
  ).toEqual(['text/calendar', 'text/markdown', 'x-scheme-handler/daybook']);
  expect(entry['Desktop Action today']).toEqual({ Name: 'Today', Exec: '/opt/Daybook/daybook daybook://today' });
  expect(entry['Desktop Action capture']).toEqual({ Name: 'Quick capture', Exec: '/opt/Daybook/daybook daybook://capture' });
});

test('the desktop entry is valid', (context) => {
  const file = join(folder, 'app.daybook.Daybook.desktop');
  writeFileSync(file, inside('./usr/share/applications/app.daybook.Daybook.desktop'));
  const { error, status, stdout } = spawnSync('desktop-file-validate', [file], { encoding: 'utf8' });
  if (error !== undefined) context.skip('no desktop-file-validate on this machine');
  expect([status, stdout]).toEqual([0, '']);
});

test('the app, its icons and nothing of other types lie where they belong', () => {
  const listed = shell('dpkg-deb --fsys-tarfile "$1" | tar -t', deb)
    .split('\n')
    .filter((path) => path !== '' && !path.endsWith('/'));
  expect(listed.filter((path) => !path.startsWith('./opt/Daybook/')).toSorted()).toEqual(
    [
      './usr/share/applications/app.daybook.Daybook.desktop',
      ...iconSizes.map((size) => `./usr/share/icons/hicolor/${size}x${size}/apps/daybook.png`),
    ].toSorted(),
  );
  expect(listed).toEqual(
    expect.arrayContaining(['./opt/Daybook/daybook', './opt/Daybook/resources/app.asar', './opt/Daybook/resources/licences.txt']),
  );
});
