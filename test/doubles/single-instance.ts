// The single-instance lock, as Chromium keeps it on Linux: a symbolic link in the profile that names the process.

import { readdirSync, readFileSync, readlinkSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a second start tells the first. */
export interface SecondStart {
  readonly argv: string[];
  readonly cwd: string;
  /** `additionalData`, copied. */
  readonly data: unknown;
}

/** Takes the lock of the folder `userData`. False if a living process has it; that one gets `message`, and SIGUSR2 to look for it. */
export function takeInstanceLock(userData: string, message: SecondStart): boolean {
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
    if (told(owner, userData, message)) return false;
    rmSync(link, { force: true });
  }
}

export function releaseInstanceLock(userData: string): void {
  rmSync(lockOf(userData), { force: true });
}

export function lockOf(userData: string): string {
  return join(userData, 'SingletonLock');
}

/** What second starts have told this one since the last time, oldest first. */
export function takeMessages(userData: string): SecondStart[] {
  const names = readdirSync(userData)
    .filter((name) => name.startsWith(messageName) && name.endsWith('.json'))
    .toSorted();
  return names.map((name) => {
    const file = join(userData, name);
    const message = JSON.parse(readFileSync(file, 'utf8')) as SecondStart;
    rmSync(file);
    return message;
  });
}

const messageName = 'SecondStart-';

/** Hands `message` to the first start, process `pid`; false if that one lives no more. */
export function told(pid: number, userData: string, message: SecondStart): boolean {
  const file = join(userData, `${messageName}${Date.now()}-${process.pid}`);
  writeFileSync(file, JSON.stringify(message));
  renameSync(file, `${file}.json`);
  if (signalled(pid)) return true;
  rmSync(`${file}.json`, { force: true });
  return false;
}

function signalled(pid: number): boolean {
  try {
    process.kill(pid, 'SIGUSR2');
    return true;
  } catch {
    return false;
  }
}
