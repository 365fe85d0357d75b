// Writes a folder that electron-builder takes for an unpacked Electron: a script in the place of the executable, with the
// fuses that a real one carries. So packages can be built, looked into and started on machines that have no Electron.

import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { doubleBinary } from './electron-binary.ts';

const root = resolve(import.meta.dirname, '../..');

/**
 * What @electron/fuses looks for in an executable: a mark, the wire's version, its length, and one character for each fuse, as Electron
 * delivers them.
 */
const fuseMark = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const fuseStates = '101100110';

/** Electron beside the app gives way to the double. The app is what `PACKED_APP` names: plain Node cannot read an archive. */
const script = `#!/bin/sh
exec "${doubleBinary}" "\${PACKED_APP:?the folder that openPackage has made}" "$@"
exit 127
`;

/** Files of Electron that packages are made of or that electron-builder takes out; what is in them does not matter. */
const placeholders = ['LICENSE', 'LICENSES.chromium.html', 'resources.pak', 'icudtl.dat', 'locales/en-US.pak', 'locales/de.pak'];

/** Makes the folder `target`, of the version of Electron that package.json names. */
export function writeElectronDist(target: string): void {
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly devDependencies: Readonly<Record<string, string>>;
  };
  for (const folder of ['resources', 'locales']) mkdirSync(join(target, folder), { recursive: true });
  for (const name of placeholders) writeFileSync(join(target, name), name);
  writeFileSync(join(target, 'version'), devDependencies['electron'] ?? '');
  const wire = Buffer.from([1, fuseStates.length, ...Buffer.from(fuseStates)]);
  const executables = {
    electron: Buffer.concat([Buffer.from(script + fuseMark), wire, Buffer.from('\n')]),
    'chrome-sandbox': '#!/bin/sh\n',
    chrome_crashpad_handler: '#!/bin/sh\n',
  };
  for (const [name, content] of Object.entries(executables)) {
    writeFileSync(join(target, name), content);
    chmodSync(join(target, name), 0o755);
  }
}
