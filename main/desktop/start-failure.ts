// What the user is asked when the service cannot start.

import { dialog, shell, type BrowserWindow } from 'electron';
import { StartError } from '../lib/app-error.ts';
import { systemClock } from '../lib/clock.ts';
import { listBackups, type BackupFile } from '../storage/backup-files.ts';
import { choicesFor, explained, type StartChoice } from './start-choices.ts';

interface StartFailureOptions {
  readonly dataDir: string;
  readonly window: BrowserWindow | null;
  /** Of encrypted backups, as it is configured; null for none. */
  readonly passphrase: () => string | null;
  /** Aborted when the app is on its way out: no more questions are asked. */
  readonly signal: AbortSignal;
}

type Flags = Readonly<Record<string, string>>;

/**
 * Calls `start` until it works or the user gives up; what it is given wins over the environment and the configuration. Throws the last
 * failure.
 */
export class PatientStart {
  readonly #options: StartFailureOptions;
  readonly #tried = new Set<string>();
  #flags: Flags = {};

  constructor(options: StartFailureOptions) {
    this.#options = options;
  }

  async run<T>(start: (flags: Flags) => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await start(this.#flags);
      } catch (error) {
        if (this.#options.signal.aborted || !(await this.#goesOn(error))) throw error;
      }
    }
  }

  /** Asks what to do and does it. False to give up. */
  async #goesOn(error: unknown): Promise<boolean> {
    const { dataDir } = this.#options;
    let failure = error;
    for (;;) {
      const backup = listBackups(dataDir).find(({ path }) => !this.#tried.has(path)) ?? null;
      const choice = await this.#ask(failure, backup);
      if (choice === 'quit') return false;
      if (choice === 'open-folder') {
        await shell.openPath(dataDir);
      } else if (choice === 'restore' && backup !== null) {
        // One that turns out to be of no use is not offered again.
        this.#tried.add(backup.path);
        try {
          await this.#restore(backup);
          return true;
        } catch (refusal) {
          // What was lacking is not the backup.
          if (refusal instanceof PassphraseMissing) this.#tried.delete(backup.path);
          // The obstacle is still the database.
          failure = new StartError((refusal as Error).message, { cause: refusal, obstacle: 'database' });
        }
      } else {
        if (choice === 'other-port') this.#flags = { ...this.#flags, [portIn(failure)]: '0' };
        return true;
      }
    }
  }

  /** With the passphrase that is configured; where that is missing or wrong, with one that is typed. Throws a `StartError`. */
  async #restore(backup: BackupFile): Promise<void> {
    const { dataDir, window, signal } = this.#options;
    const { restoreAny } = await import('../storage/restore-any.ts');
    let passphrase = this.#options.passphrase();
    for (;;) {
      try {
        await restoreAny({ file: backup.path, dataDir, clock: systemClock, passphrase });
        return;
      } catch (refusal) {
        if (!(refusal instanceof StartError && refusal.message.includes('passphrase'))) throw refusal;
        const { askPassphrase } = await import('./passphrase-window.ts');
        // One that is configured and no longer that of this backup was not typed: it is no mistake of the user's.
        const isWrong = passphrase !== null && passphrase !== this.#options.passphrase();
        passphrase = await askPassphrase({ parent: window, backup: timeOf(backup), isWrong, signal });
        if (passphrase === null) throw new PassphraseMissing(refusal.message, { cause: refusal });
      }
    }
  }

  async #ask(error: unknown, backup: BackupFile | null): Promise<StartChoice> {
    const { signal, window } = this.#options;
    const obstacle = error instanceof StartError ? error.obstacle : 'other';
    const choices = choicesFor(obstacle, backup !== null);
    const options = {
      type: 'error' as const,
      message: 'Daybook could not start',
      detail: explained(error instanceof Error ? error.message : String(error), obstacle),
      buttons: choices.map((choice) => labelOf(choice, backup)),
      defaultId: 0,
      cancelId: choices.length - 1,
      noLink: true,
      signal,
    };
    const { response } = await (window === null || window.isDestroyed()
      ? dialog.showMessageBox(options)
      : dialog.showMessageBox(window, options));
    return signal.aborted ? 'quit' : (choices[response] ?? 'quit');
  }
}

/** No passphrase was typed. */
class PassphraseMissing extends StartError {}

const timeOf = (backup: BackupFile | null): string =>
  new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }).format(backup?.madeAt);

function labelOf(choice: StartChoice, backup: BackupFile | null): string {
  switch (choice) {
    case 'other-port':
      return 'Use Another Port This Time';
    case 'restore':
      return `Restore the Backup of ${timeOf(backup)}`;
    case 'open-folder':
      return 'Open the Data Folder';
    case 'retry':
      return 'Try Again';
    default:
      return 'Quit';
  }
}

/** Which of the two ports it was: the message names the key that changes it. */
function portIn(error: unknown): string {
  return error instanceof Error && error.message.includes('FRONTEND_PORT') ? 'FRONTEND_PORT' : 'PORT';
}
