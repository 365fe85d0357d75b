// Starting with the session of the operating system.

import { app } from 'electron';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileAtomically } from '../storage/atomic-file.ts';
import { hiddenFlag } from './open-requests.ts';

const entryName = 'app.daybook.Daybook.desktop';

/** Turns it on or off; one sentence if this program cannot be started so, else null. Throws what the system says. */
export async function setOpenAtLogin(isOn: boolean, environment: Readonly<Record<string, string | undefined>>): Promise<string | null> {
  if (!app.isPackaged) return isOn ? 'Only an installed Daybook can start with the system.' : null;
  if (process.platform === 'linux') await setAutostart(isOn, environment['APPIMAGE'] ?? app.getPath('exe'));
  else app.setLoginItemSettings({ openAtLogin: isOn, args: [hiddenFlag] });
  return null;
}

/** Linux: a file in the folder that every desktop reads at its start (the Desktop Application Autostart Specification). */
async function setAutostart(isOn: boolean, executable: string): Promise<void> {
  const folder = join(app.getPath('appData'), 'autostart');
  const file = join(folder, entryName);
  if (!isOn) {
    rmSync(file, { force: true });
    return;
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  await writeFileAtomically(file, autostartEntry(executable), 0o644);
}

/** The file's text for a program; quoted as the Desktop Entry Specification wants it. Pure. */
export function autostartEntry(executable: string): string {
  // Twice: once as an argument in quotes, once as a string of the file.
  const quoted = executable
    .replaceAll('%', '%%')
    .replaceAll(/["`$\\]/g, String.raw`\$&`)
    .replaceAll('\\', String.raw`\\`);
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Daybook',
    `Exec="${quoted}" ${hiddenFlag}`,
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n');
}
