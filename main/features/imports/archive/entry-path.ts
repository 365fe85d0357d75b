// Names of files in archives: what is safe to be taken for a path. Nothing is ever written under such a name, but notebooks, notes and
// files are called by it.

const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** Written by systems beside what people keep. */
const litter = /(^|\/)(__MACOSX|\.DS_Store|Thumbs\.db|desktop\.ini|\._[^/]*)(\/|$)/i;

const maxPathLength = 4_096;

export interface UsablePath {
  readonly path: string;
  /** The same as it is given, in forms of Unicode of its own. */
  readonly given: string;
  readonly isReserved: boolean;
}

export type ReadPath =
  | UsablePath
  /** Why it is not taken; null for what systems leave behind. */
  | { readonly refused: string | null };

/** What the name of an entry says. */
export function readEntryPath(name: string): ReadPath {
  const given = name.replaceAll('\\', '/');
  const path = given.normalize('NFC');
  if (/\p{Cc}/u.test(path)) return { refused: 'Its name has control characters in it' };
  if (path.length > maxPathLength) return { refused: 'Its name is too long' };
  if (path.startsWith('/') || /^[a-z]:\//i.test(path)) return { refused: 'Its name is an absolute path' };
  const parts = partsOf(path);
  if (parts.includes('..')) return { refused: 'Its name leads out of the archive' };
  if (parts.length === 0 || litter.test(path)) return { refused: null };
  return { path: parts.join('/'), given: partsOf(given).join('/'), isReserved: parts.some((part) => reserved.test(part)) };
}

const partsOf = (path: string): string[] => path.split('/').filter((part) => part !== '' && part !== '.');

/** The last part of a path. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** What a path lies in; '' at the top. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** In lower case, without the dot; '' without one. */
export function extensionOf(path: string): string {
  return /[^/]\.([^./]{1,16})$/.exec(path)?.[1]?.toLowerCase() ?? '';
}

/** The name without its extension. */
export function stemOf(path: string): string {
  return baseName(path).replace(/(?<=.)\.[^.]{1,16}$/, '');
}

/** Where a relative path leads from a folder, in the form that it is given in; null where it leads out of the archive. */
export function resolvePath(folder: string, relative: string): string | null {
  const parts = folder === '' || relative.startsWith('/') ? [] : folder.split('/');
  for (const part of relative.replaceAll('\\', '/').split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..') {
      if (parts.pop() === undefined) return null;
    } else parts.push(part);
  }
  return parts.join('/');
}
