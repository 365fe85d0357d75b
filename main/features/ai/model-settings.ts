import { readdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { modelFiles, modelNamed, type ModelFile } from './model-files.ts';

/** What the configuration says of the built-in model now. */
export interface ModelSettings {
  readonly modelPath: string | null;
  readonly port: string | null;
  /** The model of a folder to load when none is asked for. */
  readonly model: string | null;
}

/** 0, which takes a free port, can come from the environment alone. Null for what is no port. */
export function portNumber(port: string | null): number | null {
  return port !== null && /^\d{1,5}$/.test(port) && Number(port) <= 65_535 ? Number(port) : null;
}

/** The model to load: of a folder the one that was `asked` for, else the one that is set, else the first. Throws a `ModelError`. */
export async function chosenModel(settings: ModelSettings, asked: string | null): Promise<ModelFile> {
  const files = await modelFiles(settings.modelPath);
  return modelNamed(files, [asked, settings.model]) ?? files[0];
}

/** Changes when a start could come to something else: other settings, another model of a folder, or another file. */
export async function settingsFingerprint(settings: ModelSettings, asked: string | null): Promise<string> {
  const { modelPath, port } = settings;
  const model = await chosenModel(settings, asked).catch(() => null);
  if (model === null) return JSON.stringify([modelPath, port]);
  const found = await stat(model.file).catch(() => null);
  // A part of it can have been missing.
  const beside = (await readdir(dirname(model.file)).catch(() => [])).filter((name) => /\.gguf$/i.test(name)).toSorted();
  return JSON.stringify([modelPath, port, model.file, found?.ino, found?.size, found?.mtimeMs, beside]);
}
