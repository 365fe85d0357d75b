// Where a client may have backups written to, and read from.

import { accessSync, constants, lstatSync, realpathSync } from 'node:fs';
import { isAbsolute, relative, sep } from 'node:path';
import { invalid } from '../../lib/app-error.ts';

/** The existing folder in which a backup is to be made, without links in its path. Throws 400. */
export function backupTarget(path: string, dataDir: string): string {
  requireAbsolute(path);
  if (kindOf(path) !== 'folder') throw refused('does not lead to a folder');
  const folder = realpathSync(path);
  const inner = relative(realpathSync(dataDir), folder);
  if (inner === '' || !(inner === '..' || inner.startsWith(`..${sep}`) || isAbsolute(inner)))
    throw refused('must not lie in the data directory, which a backup is to outlive');
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch {
    throw refused('is a folder that cannot be written to');
  }
  return folder;
}

/** The existing file that is to be restored. Throws 400. */
export function backupSource(path: string): string {
  requireAbsolute(path);
  if (kindOf(path) !== 'file') throw refused('does not lead to a file');
  return realpathSync(path);
}

function requireAbsolute(path: string): void {
  if (path.includes('\0') || !isAbsolute(path)) throw refused('must be an absolute path');
}

/** A link is neither: what it leads to can be named itself. */
function kindOf(path: string): 'file' | 'folder' | null {
  try {
    const found = lstatSync(path);
    return found.isDirectory() ? 'folder' : found.isFile() ? 'file' : null;
  } catch {
    return null;
  }
}

function refused(message: string): Error {
  return invalid({ path: 'path', message });
}
