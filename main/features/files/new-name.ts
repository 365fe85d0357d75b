import { randomBytes } from 'node:crypto';
import { toInstant } from '../../lib/clock.ts';

/** A name for a file of a note that came at `at`, in milliseconds since the Unix epoch, such as `20260301-090000-1f2e3d4c.png`. */
export function newFileName(at: number, extension: string, isTaken: (name: string) => boolean): string {
  const time = toInstant(at).slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
  for (;;) {
    const name = `${time}-${randomBytes(4).toString('hex')}.${extension}`;
    if (!isTaken(name)) return name;
  }
}
