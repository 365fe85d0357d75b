// What to offer when the service cannot start, by what stands in the way. Pure.

import type { StartObstacle } from '../lib/app-error.ts';

export type StartChoice = 'other-port' | 'restore' | 'open-folder' | 'retry' | 'quit';

/** `hasBackup`: there is one that has not been tried. The last is what closing the dialog means. */
export function choicesFor(obstacle: StartObstacle, hasBackup: boolean): StartChoice[] {
  switch (obstacle) {
    case 'port':
      return ['other-port', 'retry', 'quit'];
    case 'in-use':
      return ['retry', 'open-folder', 'quit'];
    case 'database':
      return hasBackup ? ['restore', 'open-folder', 'quit'] : ['open-folder', 'quit'];
    // A backup would lack what the newer version has written since.
    case 'newer':
      return ['open-folder', 'quit'];
    default:
      return ['retry', 'open-folder', 'quit'];
  }
}

const hints: Readonly<Record<Exclude<StartObstacle, 'other'>, string>> = {
  port: 'Close that program and try again, or let Daybook use another port this time.',
  'in-use': 'Close the other one, then try again.',
  database: 'The database that is there now stays beside the backups when one is restored.',
  newer: 'Install the newest version of Daybook to open it.',
};

/** What to tell of a failure. The remedies that its message names are for people at a command line; here buttons offer them. */
export function explained(message: string, obstacle: StartObstacle): string {
  return obstacle === 'other' ? message : `${message.split('; ')[0] ?? message}.\n\n${hints[obstacle]}`;
}
