// Restores a backup into a folder, as the command does.

import { restoreAny } from '../../../main/storage/restore-any.ts';

await restoreAny({
  file: process.argv[2] ?? '',
  dataDir: process.argv[3] ?? '',
  clock: () => Date.UTC(2026, 2, 1, 9, 30),
  passphrase: null,
});
