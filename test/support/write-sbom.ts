// `npm run sbom`: writes release/daybook-VERSION.cdx.json, the bill of materials (CycloneDX). Needs the built page.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { deliveredPackages } from './licences.ts';
import { billOfMaterials } from './sbom.ts';

const root = resolve(import.meta.dirname, '../..');
const bom = billOfMaterials(root, deliveredPackages(root));
mkdirSync(join(root, 'release'), { recursive: true });
writeFileSync(join(root, 'release', `daybook-${bom.metadata.component.version}.cdx.json`), `${JSON.stringify(bom, null, 2)}\n`);
