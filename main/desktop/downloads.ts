// Where downloads go: where the user says; the folder for downloads is suggested.

import { app, session } from 'electron';
import { basename, join } from 'node:path';

/** Has every download ask for its place. */
export function askWhereToSave(): void {
  session.defaultSession.on('will-download', (_event, item) => {
    // The name comes from the page: it must not lead anywhere.
    const name = basename(item.getFilename()) || 'download';
    item.setSaveDialogOptions({ defaultPath: join(app.getPath('downloads'), name) });
  });
}
