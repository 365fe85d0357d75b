/** What the part of the settings says that is about the data as a whole. */
export const strings = {
  backups: 'Backups',
  backupsHint: 'A copy of all notes, boards and events is made each day. Files attached to cards are not in it.',
  makeNow: 'Back up now',
  making: 'Making a backup…',
  made: 'Backup made',
  makeFailed: 'No backup could be made',
  listFailed: 'The backups could not be read',
  none: 'No backup has been made yet. The first one comes by itself.',
  daily: 'Backup',
  upgrade: 'Before an upgrade',
  restore: 'Restore…',
  restoreOf: (when: string): string => `Restore the backup of ${when}`,
  restoreTitle: 'Restore this backup?',
  restoreText: (when: string): string =>
    `Everything becomes as it was on ${when}. What has changed since is put aside in the folder “backups”, files attached to cards ` +
    `since then too: nothing is deleted. It happens when Daybook starts the next time.`,
  restoreAction: 'Restore at the next start',
  restoreFailed: 'The backup cannot be restored',
  prepared: (when: string): string => `The backup of ${when} will be restored. Restart Daybook to finish.`,
  preparedFile: (file: string): string => `The backup ${file} will be restored. Restart Daybook to finish.`,
  cancel: 'Do not restore',
  cancelled: 'Nothing will be restored',
  cancelFailed: 'The restore could not be taken back',
  storage: 'Storage used',
  storageFailed: 'The storage could not be read',
  unchecked: 'The database is checked with each backup, and after a stop that was not clean. Since the start it was not.',
  sound: (when: string): string => `The database was checked on ${when}: it is sound.`,
  damaged: (when: string, flaw: string): string =>
    `The database is damaged, as a check on ${when} has found (${flaw}). Restore a backup from before.`,
  total: 'Together',
  parts: { database: 'Notes, boards, events', attachments: 'Attached files', backups: 'Backups', logs: 'Logs' },
} as const;
