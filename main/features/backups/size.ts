// How much of the disk files take. What disappears meanwhile counts nothing.

import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Bytes of a file; 0 if there is none. */
export async function sizeOf(file: string): Promise<number> {
  try {
    const { size } = await stat(file);
    return size;
  } catch (error) {
    return zeroIfGone(error);
  }
}

/** Bytes of all files in a folder and the folders in it; 0 if there is none. Links are not followed. */
export async function sizeOfFolder(folder: string): Promise<number> {
  let sum = 0;
  try {
    for await (const entry of await opendir(folder)) {
      if (entry.isDirectory()) sum += await sizeOfFolder(join(folder, entry.name));
      else if (entry.isFile()) sum += await sizeOf(join(folder, entry.name));
    }
  } catch (error) {
    sum += zeroIfGone(error);
  }
  return sum;
}

function zeroIfGone(error: unknown): 0 {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
  throw error;
}
