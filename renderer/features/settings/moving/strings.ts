import type { ImportFound, ImportSource, ImportWarning } from '../../../../main/contract/imports.ts';
import { numberText } from '../../../ui/format.ts';

/** What the export of everything says. */
export const exportStrings = {
  heading: 'Export everything',
  hint:
    'A zip of plain files that other programs read: notes as Markdown with their files, boards, and calendars as iCalendar. What is in ' +
    'the trash is left out. The last three are kept.',
  start: 'Export',
  starting: 'Starting…',
  startFailed: 'The export could not be started',
  listFailed: 'The exports could not be read',
  none: 'Nothing has been exported yet.',
  exports: 'Exports',
  waits: 'Waits for its turn',
  exporting: 'Exporting…',
  ending: 'Being cancelled…',
  progress: (done: string, total: string): string => `${done} of ${total} files`,
  cancel: 'Cancel',
  failed: 'Failed',
  cancelled: 'Cancelled',
  missing: (count: number): string =>
    count === 1
      ? '1 file is missing: it is gone or damaged. manifest.json in it tells which'
      : `${count} files are missing: they are gone or damaged. manifest.json in it tells which`,
  download: 'Download',
  downloading: 'Downloading…',
  downloadOf: (when: string): string => `Download the export of ${when}`,
  downloadFailed: 'The export could not be downloaded',
  removeOf: (when: string): string => `Remove the export of ${when}`,
  removeFailed: 'The export could not be removed',
} as const;

type Kind = keyof ImportFound;

const one: Readonly<Record<Kind, string>> = {
  notes: 'note',
  notebooks: 'notebook',
  projects: 'board',
  columns: 'column',
  cards: 'card',
  calendars: 'calendar',
  savedSearches: 'saved search',
  events: 'event',
  files: 'file',
  links: 'link',
};

const countText = (kind: Kind, count: number): string => (count === 1 ? one[kind] : `${one[kind]}${one[kind].endsWith('ch') ? 'es' : 's'}`);

/** What the import says. */
export const importStrings = {
  heading: 'Bring in from another program',
  hint:
    'A zip, a .jex or a single file. It is read first, and you see what would come in before anything changes. Nothing is fetched from ' +
    'the network.',
  source: 'Program',
  sources: {
    auto: 'Detect from the file',
    markdown: 'Folder of Markdown',
    obsidian: 'Obsidian',
    joplin: 'Joplin',
    notion: 'Notion',
    trello: 'Trello',
    todoist: 'Todoist',
    'google-tasks': 'Google Tasks',
    ics: 'Calendar (.ics)',
    daybook: 'Another Daybook',
  } satisfies Record<ImportSource | 'auto', string>,
  choose: 'Choose a file…',
  sending: (name: string): string => `Sending ${name}…`,
  reading: (name: string): string => `Reading ${name}…`,
  applying: (name: string): string => `Bringing in ${name}…`,
  items: (count: number): string => `${numberText(count)} so far`,
  cancel: 'Cancel',
  cancelBack: 'Cancel and take back',
  found: (name: string, source: ImportSource): string =>
    source === 'daybook' ? `In ${name}` : `In ${name}, from ${importStrings.sources[source]}`,
  nothing: 'Nothing that could come in.',
  /** What is counted, without the number. */
  countText,
  warnings: 'What does not come in as it is',
  outcomeWarnings: 'What is to be told',
  kinds: {
    conflict: 'Changed here and there',
    skipped: 'Left out',
    unsafe: 'Not safe, or not readable',
    encoding: 'Decoded from another encoding',
    file: 'Files that do not come in',
    link: 'Links that lead to nothing',
    login: 'Needs a login over there',
    lost: 'Parts that have no place here',
    limit: 'Too large, or too many',
  } satisfies Record<ImportWarning['kind'], string>,
  more: (count: number): string => `And ${numberText(count)} more`,
  apply: 'Import',
  discard: 'Discard',
  done: (name: string): string => `${name} has come in`,
  unchanged: 'Nothing has changed: all of it was here already.',
  undone: 'Undone: nothing of it is left, but for the trash.',
  undoneFiles: 'Files of its notes stay with these in the trash. Once that is emptied, the settings list them as unused, to be deleted.',
  foreseen: { created: 'new', updated: 'to be changed', unchanged: 'here already', kept: 'changed on both sides' },
  allHere: 'All of it is here already: an import would change nothing.',
  outcomes: { created: 'new', updated: 'changed', unchanged: 'as they were', kept: 'of which yours stayed' },
  undo: 'Undo',
  undoing: 'Undoing…',
  openNotes: 'Open the notes',
  openBoards: 'Open the boards',
  openCalendar: 'Open the calendar',
  again: 'Import another file',
  failed: (name: string): string => `${name} could not be imported`,
  cancelled: (name: string): string => `${name} was not imported`,
  cancelledHint: 'Nothing of it is left, but for the trash.',
  interruptedHint: 'Bring the same file in again: what has come in is known, and the rest is added. Or take back what has come in.',
  sendFailed: 'The file could not be sent',
  applyFailed: 'The import could not begin',
  undoFailed: 'The import could not be undone',
  removeFailed: 'The import could not be cancelled or put away',
  readFailed: 'The imports could not be read',
  takeBack: 'Take back what has come in',
};
