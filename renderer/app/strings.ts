import { numberText } from '../ui/format.ts';

/** What the frame around all pages says. */
export const strings = {
  name: 'Daybook',
  skip: 'Skip to content',
  sections: 'Sections',
  today: 'Today',
  notes: 'Notes',
  boards: 'Boards',
  calendar: 'Calendar',
  runs: 'Runs',
  settings: 'Settings',
  jobs: {
    backupMade: (path: string): string => `Backup made: ${path}`,
    prepared: (file: string): string => `The backup ${file} will be restored. Restart Daybook to finish.`,
    preparedLacks: (count: number): string => (count === 1 ? '1 file will be missing' : `${count} files will be missing`),
    filesMissing: (count: number): string =>
      count === 1 ? '1 file is missing: it was gone or damaged' : `${count} files are missing: they were gone or damaged`,
    show: 'Show',
  },
  trash: 'Trash',
  goTo: (section: string): string => `Go to ${section}`,
  goBack: 'Go back',
  goForward: 'Go forward',
  goToGroup: 'Go to',
  general: 'General',
  undo: 'Undo what was done last',
  redo: 'Do again what was undone',
  view: 'View',
  search: 'Search',
  searchHint: 'Search, or do something…',
  openPalette: 'Search and commands',
  showKeys: 'Keyboard shortcuts',
  capture: 'Quick capture',
  foldSidebar: 'Fold sidebar',
  unfoldSidebar: 'Unfold sidebar',
  toggleSidebar: 'Fold or unfold the sidebar',
  lightTheme: 'Use light theme',
  darkTheme: 'Use dark theme',
  systemTheme: 'Use theme of the system',
  noMatch: (text: string): string => `Nothing fits “${text}”.`,
  searching: 'Searching…',
  searchFailed: 'The search did not succeed.',
  /** The service's reason goes on from here, such as “has no date after due:”. */
  searchRefused: (reason: string): string => `The search ${reason}.`,
  named: 'Boards, notebooks and calendars',
  board: 'Board',
  archivedBoard: 'Archived board',
  notebook: (outer: string | undefined): string => (outer === undefined ? 'Notebook' : `Notebook in “${outer}”`),
  cards: 'Cards',
  files: 'Files',
  repeats: 'Repeats',
  showAll: (total: number): string => `Show all ${numberText(total)}`,
  best: (heading: string, shown: number, total: number): string => `${heading}: the best ${shown} of ${numberText(total)}`,
  searchArchive: 'Search the archive for it',
  showKinds: 'Back to all kinds',
  narrow: 'Narrow a search:',
  operators: ['tag:travel', 'in:Website', 'is:done', 'is:archived', 'due:<2026-12-01', '"exact words"', '-without'],
  results: (count: number): string => (count === 1 ? '1 result' : `${count} results`),
  connecting: 'Connecting…',
  reachable: 'Connected',
  offline: 'Not answering',
  connection: 'Connection',
  awayBanner: 'Daybook is not answering. The page reconnects by itself, and what you do meanwhile is sent then.',
  tryNow: 'Try now',
  lost: {
    label: 'Lost changes',
    text: (backup: string | null): string =>
      'When Daybook started, the newest changes were missing from its data. ' +
      (backup === null ? 'There is no backup from before.' : `The newest backup from before is of ${backup}.`),
  },
  damaged: {
    label: 'Damaged data',
    text: (backup: string | null): string =>
      'A check has found the database of Daybook damaged. ' +
      (backup === null ? 'There is no backup.' : `Restore a backup from before; the newest is of ${backup}.`),
  },
  displaced: {
    label: 'Database gone',
    text: (how: 'removed' | 'replaced', saved: string | null): string =>
      `While Daybook was running, its database was ${how} from outside. Nothing is saved any more. ` +
      (saved === null
        ? 'What was saved before could not be copied: export it before you stop Daybook.'
        : `What was saved before is in ${saved}. Stop Daybook, and restore this file.`),
  },
  noBackup: {
    label: 'No backup',
    text: (reason: string, newest: string | null): string =>
      `The daily backup fails: ${reason}. It is tried again each hour. ` +
      (newest === null ? 'There is no backup yet.' : `The newest is of ${newest}.`),
  },
  missingFiles: {
    label: 'Missing files',
    text: (count: number): string =>
      (count === 1 ? 'A file of a card or a note is gone or damaged' : `${count} files of cards and notes are gone or damaged`) +
      ', as the newest backup has found. The log tells which; an earlier backup may have what is missing.',
  },
  toBackups: 'Show backups',
  known: 'Understood',
  failed: 'Daybook could not be opened',
  failedHint: 'The server of this page does not answer. Start Daybook, then try again.',
  tryAgain: 'Try again',
  broken: 'This page has run into an error',
  reload: 'Reload',
  missing: 'There is no such page',
  missingHint: 'The address may be misspelt, or the page may be gone.',
  home: 'Go to Today',
} as const;
