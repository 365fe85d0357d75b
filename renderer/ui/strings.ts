/** What the shared parts of the page say. */
export const strings = {
  close: 'Close',
  cancel: 'Cancel',
  undo: 'Undo',
  restoreFailed: 'It could not be brought back',
  dismiss: 'Dismiss',
  notifications: 'Notifications',
  tryAgain: 'Try again',
  loading: 'Loading…',
  waiting: 'Waiting for Daybook',
  waitingHint: 'Its service does not answer at the moment. This appears as soon as it is back.',
} as const;
