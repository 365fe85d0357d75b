import { numberText } from '../../../ui/format.ts';

/** What the part of the settings says that is about the data as a whole. */
export const strings = {
  backups: 'Backups',
  backupsHint:
    'A copy of all notes, boards, events and files is made each day, and checked. For another disk or machine, have one file made that ' +
    'holds everything.',
  makeNow: 'Back up now',
  making: 'Making a backup…',
  goingOn: 'Backups that are being made or read',
  waits: 'Waits for its turn',
  ending: 'Being cancelled…',
  progress: (done: string, total: string): string => `${done} of ${total} read`,
  stop: 'Cancel',
  stopFailed: 'It could not be cancelled',
  makeFailed: 'No backup could be made',
  listFailed: 'The backups could not be read',
  none: 'No backup has been made yet. The first one comes by itself.',
  dailyFailed: (since: string, reason: string): string =>
    `The daily backup could not be made since ${since}: ${reason}. It is tried again each hour.`,
  daily: 'Backup',
  upgrade: 'Before an upgrade',
  encrypted: 'Encrypted',
  verified: 'Checked',
  missing: (count: number): string =>
    count === 1 ? '1 file is missing: it was gone or damaged' : `${count} files are missing: they were gone or damaged`,
  filesIn: (count: number): string => (count === 1 ? '1 file' : `${count} files`),
  databaseOnly: 'without files',
  intoFolder: 'Back up into a folder…',
  folderTitle: 'Back up into a folder',
  folder: 'Folder',
  folderHint: 'Its full path on the machine where Daybook runs, such as /media/stick. Nothing there is overwritten.',
  makeThere: 'Back up',
  fromFile: 'Restore from a file…',
  fileTitle: 'Restore from a file',
  file: 'File',
  fileHint: 'The full path of a backup on the machine where Daybook runs, such as /media/stick/daybook-20260301-093000.tar.',
  fileText:
    'Everything becomes as it was when the backup was made. What is there now is put aside in the folder “backups”: nothing is deleted. ' +
    'It happens when Daybook starts the next time.',
  pathMissing: 'Enter a full path.',
  passphrase: 'Passphrase',
  passphraseHint: 'Of an encrypted backup. Empty: that of the settings.',
  checking: 'Checking the backup…',
  encryption: 'Encryption of backups',
  restore: 'Restore…',
  restoreOf: (when: string): string => `Restore the backup of ${when}`,
  restoreTitle: 'Restore this backup?',
  restoreText: (when: string): string =>
    `Everything becomes as it was on ${when}. What has changed since is put aside in the folder “backups”, files added since then ` +
    `too: nothing is deleted. It happens when Daybook starts the next time.`,
  restoreAction: 'Restore at the next start',
  restoreFailed: 'The backup cannot be restored',
  prepared: (when: string): string => `The backup of ${when} will be restored. Restart Daybook to finish.`,
  preparedFile: (file: string): string => `The backup ${file} will be restored. Restart Daybook to finish.`,
  preparedLacks: (count: number): string =>
    count === 1
      ? '1 file will be missing: it neither came with the backup nor is it here.'
      : `${count} files will be missing: they neither came with the backup nor are they here.`,
  cancel: 'Do not restore',
  cancelled: 'Nothing will be restored',
  cancelFailed: 'The restore could not be taken back',
  storage: 'Storage used',
  storageFailed: 'The storage could not be read',
  unchecked: 'The database is checked with each backup, and after a stop that was not clean. Since the start it was not.',
  sound: (when: string): string => `The database was checked on ${when}: it is sound.`,
  damaged: (when: string, flaw: string): string =>
    `The database is damaged, as a check on ${when} has found (${flaw}). Restore a backup from before.`,
  lost: (backup: string | null): string =>
    'When Daybook started, the newest changes were missing: the log of the database (daybook.db-wal) was lost or damaged after a stop ' +
    `that was not clean. ${backup === null ? 'There is no backup from before.' : `The newest backup from before is of ${backup}.`}`,
  total: 'Together',
  parts: {
    database: 'Notes, boards, events',
    attachments: 'Files of cards and notes',
    backups: 'Backups',
    jobs: 'Exports and imports',
    logs: 'Logs',
  },
  unusedFiles: 'Unused files',
  unusedHint: 'Files of notes that no note names any more, nor an earlier version of one. They stay until you delete them.',
  unusedFailed: 'The files could not be read',
  noneUnused: 'There are none.',
  moreUnused: (count: number): string => `And ${numberText(count)} more.`,
  deleteUnused: (name: string): string => `Delete ${name}`,
  unusedDeleted: (name: string): string => `“${name}” moved to the trash`,
  deleteUnusedFailed: 'The file could not be deleted',
  deleteAllUnused: (count: number): string => `Delete all ${numberText(count)}`,
  deletingUnused: 'Deleting…',
  allUnusedDeleted: (count: number): string =>
    count === 1 ? '1 file moved to the trash' : `${numberText(count)} files moved to the trash`,
  unusedUndoFailed: 'The files could not be brought back',
  trash: 'Trash',
  trashHint: 'What was deleted waits there, and can be brought back.',
  openTrash: 'Open trash',
} as const;
