// Writes configuration without end, until it is killed. Tells which writes were answered: one number a line.

import { writeSync } from 'node:fs';
import { Config } from '../../../main/features/config/config.ts';

const [file = '', first = '0'] = process.argv.slice(2);
const config = new Config({ file, environment: {}, flags: {} });
config.start();
await config.ensureSecret();
for (let round = Number(first); ; round++) {
  await config.write({ AI_MODEL: `${round}#${'x'.repeat(round % 4000)}`, AI_X_MODEL: String(round) });
  writeSync(1, `${round}\n`);
}
