import { stat } from 'node:fs/promises';

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

/** Changes when a start could come to something else: other settings, another model of a folder (`asked`), or another file. */
export async function fingerprint(settings: ModelSettings, asked: string | null): Promise<string> {
  const found = settings.modelPath === null ? null : await stat(settings.modelPath).catch(() => null);
  return JSON.stringify([settings, asked, found?.ino, found?.size, found?.mtimeMs]);
}
