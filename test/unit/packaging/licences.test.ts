// What Daybook is made of: its licences may go into a package of Daybook, and the bill of materials names everything.

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Validation, type Spec } from '@cyclonedx/cyclonedx-library';
import { describe, expect, test } from 'vitest';
import { full } from '../../support/tiers.ts';
import { deliveredPackages, isMetBy, licencesText, productionPackages } from '../../support/licences.ts';
import { billOfMaterials } from '../../support/sbom.ts';

const root = resolve(import.meta.dirname, '../../..');
const found = productionPackages(root);
const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly dependencies: Readonly<Record<string, string>>;
};

/** Licences that ask for their text and nothing that a package of Daybook could not give. */
const allowed = new Set([
  'MIT',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Unlicense',
  'Python-2.0',
  'PSF-2.0',
  'Zlib',
  'OFL-1.1',
  'MIT-0',
  'CC-BY-4.0',
  'WTFPL',
]);

/** Looked at one by one. */
const exceptions: Readonly<Record<string, string>> = {
  'dejavu-fonts-ttf': 'the licence of Bitstream Vera: may be sold with programs',
  'ical.js': 'MPL-2.0: used as it is published, and its sources are in the package of the registry',
  'png-js': 'MIT, said in its LICENSE alone',
};
// The LGPL asks that the library can be replaced: it lies as a file of its own beside the archive.
const replaceable = /^@img\/sharp-(libvips-|win32-)/;

describe('licences', () => {
  test('of every package may be given away with Daybook', () => {
    const others = found.filter(({ name, licence }) => !(licence !== null && isMetBy(licence, allowed)) && exceptions[name] === undefined);
    expect(others.filter(({ name, licence }) => !(replaceable.test(name) && licence?.includes('LGPL-3.0-or-later')))).toEqual([]);
  });

  test('are understood as SPDX means them', () => {
    const some = new Set(['MIT', 'ISC']);
    expect(['MIT', '(GPL-3.0-only OR MIT)', 'MIT AND ISC'].map((licence) => isMetBy(licence, some))).toEqual([true, true, true]);
    expect(['GPL-3.0-only', 'MIT AND GPL-3.0-only', 'GPL-2.0-only OR AGPL-3.0-only', ''].map((licence) => isMetBy(licence, some))).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  test('are those of the direct dependencies and of what these need, without tools for development', () => {
    const names = new Set(found.map(({ name }) => name));
    expect(Object.keys(dependencies).filter((name) => !names.has(name))).toEqual([]);
    for (const tool of ['vite', 'electron', 'vitest', 'typescript', 'oxlint']) expect(names).not.toContain(tool);
  });
});

describe('with a package of the page', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'node_modules/react/package.json'), 'utf8')) as { readonly version: string };
  const delivered = deliveredPackages(root, [{ name: 'react', version, licence: 'MIT', text: 'The words of React’s licence' }]);

  test('licences.txt names each package with its words', full, () => {
    const text = licencesText(root, delivered);
    for (const { name, version: itsVersion, text: words } of delivered) {
      expect(text).toContain(`\n${name} ${itsVersion}`);
      expect(text).toContain(words.replaceAll('\r\n', '\n'));
    }
    expect(text).toContain('The words of React’s licence');
    expect(text).toContain('SIL OPEN FONT LICENSE');
  });

  test('the bill of materials is valid CycloneDX and names each package by its purl', full, async () => {
    const bom = billOfMaterials(root, delivered);
    const validator = new Validation.JsonStrictValidator(bom.specVersion as Spec.Version);
    expect(await validator.validate(JSON.stringify(bom))).toBeNull();
    expect(await validator.validate(JSON.stringify({ ...bom, surprise: true }))).not.toBeNull();
    expect(bom.metadata.component.name).toBe('daybook');
    const purls = bom.components.map(({ purl }) => decodeURIComponent(purl));
    const wanted = delivered.map((one) => `pkg:npm/${one.name}@${one.version}`);
    expect(wanted.filter((purl) => !purls.includes(purl))).toEqual([]);
    expect(purls.filter((purl) => !wanted.includes(purl))).toEqual([]);
    const refs = new Set(bom.dependencies.map(({ ref }) => ref));
    expect(bom.dependencies.flatMap(({ dependsOn = [] }) => dependsOn).filter((ref) => !refs.has(ref))).toEqual([]);
  });
});
