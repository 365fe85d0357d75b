// Which folder a run works in.

import { realpath, stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { AppError, invalid } from '../../../lib/app-error.ts';
import { requireScope, type Caller } from '../../../lib/caller.ts';
import { isWithin } from './paths.ts';

interface RootOptions {
  /** `WORKSPACE_ROOT` now. */
  readonly configured: string | null;
  /** Real paths of folders in which no workspace can lie. */
  readonly forbidden: readonly string[];
}

/**
 * The real path of the folder; null for a run without files. Files of this machine are the owner's. A folder outside of `WORKSPACE_ROOT`
 * needs the scope with which that could be set as well. Throws `validation_failed`, `forbidden`, `insufficient_scope`.
 */
export async function workspaceRoot(
  caller: Caller,
  wanted: string | undefined,
  { configured, forbidden }: RootOptions,
): Promise<string | null> {
  const usual = configured === null ? null : await folderAt(configured);
  if (wanted === undefined) return caller.isOwner && usual !== null && !forbidden.some((folder) => isWithin(usual, folder)) ? usual : null;
  if (!caller.isOwner) throw new AppError('forbidden', 'Only the owner may let a run use files of this machine');
  const root = isAbsolute(wanted) ? await folderAt(wanted) : null;
  // Whether a folder is there is told to those alone that may name any.
  if (root === null || usual === null || !isWithin(root, usual)) requireScope(caller, 'config:write');
  if (root === null) throw invalid({ path: 'workspaceRoot', message: 'must be the absolute path of a folder that there is' });
  if (forbidden.some((folder) => isWithin(root, folder)))
    throw invalid({ path: 'workspaceRoot', message: 'must not lie in the data of Daybook' });
  return root;
}

async function folderAt(path: string): Promise<string | null> {
  try {
    const real = await realpath(path);
    return (await stat(real)).isDirectory() ? real : null;
  } catch {
    return null;
  }
}
