import { randomBytes } from 'node:crypto';
import { stamp } from '../../storage/files.ts';

/** A name for a file of a note that came at `at`, in milliseconds since the Unix epoch, such as `20260301-090000-1f2e3d4c.png`. */
export function newFileName(at: number, extension: string, isTaken: (name: string) => boolean): string {
  for (;;) {
    const name = `${stamp(at)}-${randomBytes(4).toString('hex')}.${extension}`;
    if (!isTaken(name)) return name;
  }
}
