// Tells, once for each version, that an update is ready.

import { Notification } from 'electron';

/** One without a reference is collected before it is seen. */
let shown: Notification | null = null;

export function tellUpdate(version: string): void {
  if (!Notification.isSupported()) return;
  shown = new Notification({ title: `Daybook ${version} is ready`, body: 'It is installed when you quit Daybook.' });
  shown.on('close', () => {
    shown = null;
  });
  shown.show();
}
