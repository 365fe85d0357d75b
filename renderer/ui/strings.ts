import { numberText } from './format.ts';

const quoted = (words: readonly string[]): string => words.map((word) => `“${word}”`).join(', ');

/** What the shared parts of the page say. */
export const strings = {
  /** Words that a search found nothing for, and what it looked for in their place. */
  instead: (words: readonly { readonly from: string; readonly to: string }[]): string =>
    `Showing results for ${quoted(words.map(({ to }) => to))} instead of ${quoted(words.map(({ from }) => from))}.`,
  /** What the service says of a field begins with a verb and has no full stop. */
  refused: (message: string): string => `It ${message}.`,
  close: 'Close',
  cancel: 'Cancel',
  cancelled: 'cancelled',
  undo: 'Undo',
  undone: (what: string): string => `Undone: ${what}`,
  redone: (what: string): string => `Done again: ${what}`,
  notUndone: (what: string): string => `Not undone: ${what}`,
  notRedone: (what: string): string => `Not done again: ${what}`,
  undoneIntoTrash: 'It is in the trash.',
  undoFailed: 'It could not be undone',
  undoReasons: {
    changed_since: 'It has been changed since.',
    gone: 'What it was before is not there any more.',
    already_undone: 'It was undone already.',
  },
  restoreFailed: 'It could not be brought back',
  dismiss: 'Dismiss',
  notifications: 'Notifications',
  copied: 'Copied',
  copyFailed: 'It could not be copied',
  copyFailedHint: 'The browser does not allow it here. Copy it by hand.',
  copyCode: 'Copy code',
  provider: 'Who answers',
  local: 'Built-in model',
  standard: 'Standard',
  standardAt: (host: string): string => `Standard (${host})`,
  profile: (name: string): string => `Profile “${name}”`,
  model: 'Model',
  usualModel: 'Usual model',
  usualModelNamed: (name: string): string => `Usual: ${name}`,
  noModelHint: 'Choose a GGUF file, a model that runs on this machine, or name a provider in the settings.',
  noModelGuest: 'The owner of this Daybook has not chosen a model or a provider yet.',
  openSettings: 'Open the settings',
  bringIn: 'Bring in from another program',
  added: 'Added:',
  removed: 'Removed:',
  unchanged: (lines: number): string => `${numberText(lines)} ${lines === 1 ? 'line' : 'lines'} unchanged`,
  tryAgain: 'Try again',
  zoneSearch: 'Search for a city or region',
  noZone: 'No such zone',
  saving: 'Saving…',
  savedLater: 'Daybook does not answer at the moment. This is saved as soon as it does.',
  loading: 'Loading…',
  gone: 'This part could not be loaded: Daybook may have been updated since the page was opened. Reload the page to go on.',
  waiting: 'Waiting for Daybook',
  waitingHint: 'Its service does not answer at the moment. This appears as soon as it is back.',
} as const;
