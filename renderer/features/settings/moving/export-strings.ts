/** What the export of everything says. */
export const strings = {
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
  download: 'Download',
  downloading: 'Downloading…',
  downloadOf: (when: string): string => `Download the export of ${when}`,
  downloadFailed: 'The export could not be downloaded',
  removeOf: (when: string): string => `Remove the export of ${when}`,
  removeFailed: 'The export could not be removed',
} as const;
