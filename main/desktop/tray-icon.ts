// The icon in the tray, for those who keep Daybook running without its window.

import { app, nativeImage, type NativeImage, Menu, Tray } from 'electron';
import { join } from 'node:path';

/** The name of the file in resources/tray; its larger version (`@2x`) is found by Electron. Pure. */
export function trayFile(platform: NodeJS.Platform): string {
  if (platform === 'darwin') return 'trayTemplate.png';
  return platform === 'win32' ? 'tray.ico' : 'tray.png';
}

/** The picture in the tray, as the system wants it: on macOS an outline, which the menu bar colours itself. */
function trayImage(): NativeImage {
  return nativeImage.createFromPath(join(app.getAppPath(), 'resources', 'tray', trayFile(process.platform)));
}

interface TrayActions {
  readonly open: () => void;
  readonly capture: () => void;
  readonly quit: () => void;
}

export class TrayIcon {
  readonly #actions: TrayActions;
  #tray: Tray | null = null;
  #due = 0;

  constructor(actions: TrayActions) {
    this.#actions = actions;
  }

  /** Puts it there, or takes it away. */
  show(isShown: boolean): void {
    if (!isShown) {
      this.#tray?.destroy();
      this.#tray = null;
      return;
    }
    if (this.#tray !== null) return;
    this.#tray = new Tray(trayImage());
    // On macOS a click opens the menu by itself.
    if (process.platform !== 'darwin') this.#tray.on('click', this.#actions.open);
    this.#describe();
  }

  /** How many things are due today. */
  count(due: number): void {
    this.#due = due;
    this.#describe();
  }

  #describe(): void {
    if (this.#tray === null) return;
    const { open, capture, quit } = this.#actions;
    const due = this.#due === 0 ? 'Nothing due today' : `${this.#due} due today`;
    this.#tray.setToolTip(`Daybook – ${due}`);
    this.#tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: 'Open Daybook', click: open },
        { label: 'Quick Capture', click: capture },
        { type: 'separator' },
        { label: due, enabled: false },
        { type: 'separator' },
        { label: 'Quit', click: quit },
      ]),
    );
  }
}
