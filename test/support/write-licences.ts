// `npm run licences`: writes dist/licences.txt, which goes into each package of Daybook. Needs the built page.

import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { deliveredPackages, licencesText } from './licences.ts';

const root = resolve(import.meta.dirname, '../..');
writeFileSync(join(root, 'dist/licences.txt'), licencesText(root, deliveredPackages(root)));
