// Where the app's files lie: its data, its build, and what is downloaded.

import { app, session } from 'electron';
import { join, resolve, basename } from 'node:path';
import { prepareDataDir } from '../storage/data-dir.ts';

/**
 * The data directory: `DAYBOOK_DATA_DIR`, else Electron's `userData`, which is the headless service's default too.
 * With `DAYBOOK_DATA_DIR` the browser engine's own files and the single-instance lock move to `window/` below it, so
 * that the lock covers that directory and no other. To be called before the lock is asked for.
 * Throws `StartError` if the directory cannot be used.
 */
export function useDataDir(environment: Readonly<Record<string, string | undefined>>): string {
  const chosen = environment['DAYBOOK_DATA_DIR'];
  if (chosen === undefined || chosen === '') return app.getPath('userData');
  const dataDir = resolve(chosen);
  const profile = join(dataDir, 'window');
  prepareDataDir(dataDir);
  prepareDataDir(profile);
  app.setPath('userData', profile);
  return dataDir;
}

/** A file of the build by its place in the package: the working tree in development, app.asar when packed. */
export function builtPath(...parts: string[]): string {
  return join(app.getAppPath(), 'dist', ...parts);
}

/** Has every download ask for its place: where the user says; the folder for downloads is suggested. */
export function askWhereToSave(): void {
  session.defaultSession.on('will-download', (_event, item) => {
    // The name comes from the page: it must not lead anywhere.
    const name = basename(item.getFilename()) || 'download';
    item.setSaveDialogOptions({ defaultPath: join(app.getPath('downloads'), name) });
  });
}
