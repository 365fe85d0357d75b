// Takes the lock of the folder that it is given, says so, and keeps it until it is killed.

import { lockDataDir } from '../../../main/storage/lock.ts';

try {
  const lock = lockDataDir(process.argv[2] ?? '');
  process.stdout.write('locked\n');
  // A lock that nothing refers to is let go with its connection, when garbage is collected.
  setInterval(() => lock, 1000);
} catch (error) {
  process.stderr.write(`${(error as Error).name}: ${(error as Error).message}\n`);
  process.exitCode = 1;
}
