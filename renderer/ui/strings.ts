/** What the shared parts of the page say. */
export const strings = {
  close: 'Close',
  cancel: 'Cancel',
  undo: 'Undo',
  undone: (what: string): string => `Undone: ${what}`,
  redone: (what: string): string => `Done again: ${what}`,
  notUndone: (what: string): string => `Not undone: ${what}`,
  notRedone: (what: string): string => `Not done again: ${what}`,
  undoFailed: 'It could not be undone',
  undoReasons: {
    changed_since: 'It has been changed since.',
    gone: 'What it was before is not there any more.',
    already_undone: 'It was undone already.',
  },
  restoreFailed: 'It could not be brought back',
  dismiss: 'Dismiss',
  notifications: 'Notifications',
  tryAgain: 'Try again',
  loading: 'Loading…',
  waiting: 'Waiting for Daybook',
  waitingHint: 'Its service does not answer at the moment. This appears as soon as it is back.',
} as const;
