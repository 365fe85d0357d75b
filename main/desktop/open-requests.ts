// What a start was asked to open: links and files among its arguments. Pure.

import { extname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export type OpenRequest = { readonly kind: 'link'; readonly url: string } | { readonly kind: 'file'; readonly path: string };

/** The scheme of Daybook's links. */
export const scheme = 'daybook';

/** Start in the tray, without a window; given by the start with the system. */
export const hiddenFlag = '--hidden';

const opened = new Set(['.md', '.markdown', '.ics']);

/**
 * The links and files in `args`, in their order; relative paths are those of the folder `cwd`. Everything else belongs to Electron or is
 * ignored.
 */
export function requestsIn(args: readonly string[], cwd: string): OpenRequest[] {
  return args.flatMap((arg): OpenRequest[] => {
    if (arg.startsWith(`${scheme}:`)) return [{ kind: 'link', url: arg }];
    const path = arg.startsWith('-') ? null : pathOf(arg);
    return path === null || !opened.has(extname(path).toLowerCase()) ? [] : [{ kind: 'file', path: resolve(cwd, path) }];
  });
}

/** Linux desktops hand over files as URLs. Null for those of another machine. */
function pathOf(arg: string): string | null {
  if (!arg.startsWith('file:')) return arg;
  try {
    return fileURLToPath(arg);
  } catch {
    return null;
  }
}
