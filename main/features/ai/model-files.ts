// Which file LOCAL_MODEL_PATH means.

import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** A reason for which no model can be served, for a person; it names no path but the file's own name. */
export class ModelError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ModelError';
  }
}

/** The text with the path of this file, and whatever else looks like an absolute path, cut down to the name of the file. */
export function withoutPaths(text: string, file: string): string {
  return text.replaceAll(file, basename(file)).replaceAll(/(?<![\w.:/\\])(?:[A-Za-z]:|~)?[/\\](?:[^\s/\\'"]+[/\\])+([^\s/\\'"]*)/g, '$1');
}

export interface ModelFile {
  /** The file's name without `.gguf`. */
  readonly name: string;
  readonly file: string;
  /** Milliseconds since the epoch. */
  readonly modifiedAt: number;
}

/** Later parts of a model in several files, and what makes other models see pictures: neither can be loaded by itself. */
const notByItself = /-(?!00001-)\d{5}-of-\d{5}\.gguf$|^mmproj\b/i;

export function modelName(file: string): string {
  return basename(file).replace(/(?:-00001-of-\d{5})?\.gguf$/i, '');
}

/** The models at `path`, by name: of a file itself, of a folder all its GGUF files. Throws a `ModelError` if there is none. */
export async function modelFiles(path: string | null): Promise<[ModelFile, ...ModelFile[]]> {
  if (path === null) throw new ModelError('No model is chosen: set LOCAL_MODEL_PATH to a GGUF file or a folder of them');
  try {
    const found = await stat(path);
    if (found.isFile()) return [{ name: modelName(path), file: path, modifiedAt: found.mtimeMs }];
    if (!found.isDirectory()) throw new ModelError('LOCAL_MODEL_PATH is neither a file nor a folder');
    const names = (await readdir(path)).filter((name) => /\.gguf$/i.test(name) && !notByItself.test(name)).toSorted();
    const files: ModelFile[] = [];
    for (const name of names) {
      const file = join(path, name);
      const entry = await stat(file).catch(() => null);
      if (entry?.isFile() === true) files.push({ name: modelName(file), file, modifiedAt: entry.mtimeMs });
    }
    const [first, ...others] = files;
    if (first === undefined) throw new ModelError('The folder at LOCAL_MODEL_PATH holds no GGUF file');
    return [first, ...others];
  } catch (error) {
    if (error instanceof ModelError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') throw new ModelError('There is no file or folder at LOCAL_MODEL_PATH', { cause: error });
    throw new ModelError(`The file or folder at LOCAL_MODEL_PATH cannot be read (${code ?? 'unknown'})`, { cause: error });
  }
}

/** The first of `wanted` that is there, with or without `.gguf`; null if none is. */
export function modelNamed(files: readonly ModelFile[], wanted: readonly (string | null)[]): ModelFile | null {
  for (const name of wanted) {
    const found = name === null ? undefined : files.find((file) => file.name === modelName(name));
    if (found !== undefined) return found;
  }
  return null;
}
