// The bill of materials of a package of Daybook, as npm tells it.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DeliveredPackage } from './licences.ts';

export interface Component {
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
}

/** Of CycloneDX what is looked at here. */
export interface Bom {
  readonly specVersion: string;
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
}

/** A bill that names these packages of `root` and how they depend on each other. */
export function billOfMaterials(root: string, delivered: readonly DeliveredPackage[]): Bom {
  const { name } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly name: string };
  const all = listAll(root);
  const wanted = new Set(delivered.map((found) => `${found.name}@${found.version}`));
  const components = all.components.filter((component) => wanted.has(`${component.name}@${component.version}`));
  const refs = new Set([all.metadata.component, ...components].map((component) => component['bom-ref']));
  return {
    ...all,
    // npm calls it after its folder.
    metadata: { ...all.metadata, component: { ...all.metadata.component, name } },
    components,
    dependencies: all.dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) })),
  };
}

/** Tools for development included: with --omit=dev npm leaves out also what such a tool happens to share with the program. */
function listAll(root: string): Bom {
  const { status, stdout, stderr } = spawnSync('npm', ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`npm sbom failed:\n${stderr}`);
  return JSON.parse(stdout) as Bom;
}
