// `npm run docs`: writes the generated parts of README.md anew.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withGeneratedParts } from './document.ts';

const file = join(import.meta.dirname, '../../README.md');
writeFileSync(file, withGeneratedParts(readFileSync(file, 'utf8')));
