// The single-instance lock, as Chromium keeps it on Linux: a symbolic link in the profile that names the process.

import { readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Takes the lock of the folder `userData`. False if a living process has it; that one gets SIGUSR2. */
export function takeInstanceLock(userData: string): boolean {
  const link = lockOf(userData);
  for (;;) {
    try {
      symlinkSync(String(process.pid), link);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const owner = Number(readlinkSync(link));
    if (owner === process.pid) return true;
    if (signalled(owner)) return false;
    rmSync(link, { force: true });
  }
}

export function releaseInstanceLock(userData: string): void {
  rmSync(lockOf(userData), { force: true });
}

export function lockOf(userData: string): string {
  return join(userData, 'SingletonLock');
}

function signalled(pid: number): boolean {
  try {
    process.kill(pid, 'SIGUSR2');
    return true;
  } catch {
    return false;
  }
}
