// Commands that move everything out and in: exports, imports, backups.

import type { ImportSource } from '../contract/imports.ts';
import type { CliCommand } from './command.ts';
import { backUp, exportAll, importFile } from './moving.ts';

const sources: readonly (ImportSource | 'auto')[] = [
  'auto',
  'markdown',
  'obsidian',
  'joplin',
  'notion',
  'trello',
  'todoist',
  'google-tasks',
  'ics',
  'daybook',
];

export const movingCommands: readonly CliCommand[] = [
  {
    name: 'export',
    args: [{ name: 'FILE', optional: true }],
    summary: 'everything as a zip of plain files',
    details: 'FILE is the zip to write, or a folder; without it the zip comes into this folder. Such as: daybook export ~/everything.zip',
    options: { force: { type: 'boolean', help: 'write over a file that is there' } },
    run: exportAll,
  },
  {
    name: 'import',
    args: [{ name: 'FILE' }],
    summary: 'bring in what another program, or another Daybook, has given out',
    details:
      'FILE is a zip, a .jex of Joplin, or a single Markdown, JSON, CSV or iCalendar file. What does not come in as it is is told, also\n' +
      'what was changed on both sides: that stays as it is here, and theirs comes in as a second one. A second import changes nothing.',
    options: {
      source: { type: 'string', value: 'PROGRAM', values: sources, help: 'the program that it is from; auto finds out' },
      'dry-run': { type: 'boolean', help: 'read it, tell what would come in and what would be lost, and change nothing' },
    },
    run: importFile,
  },
  {
    name: 'backup',
    args: [{ name: 'FOLDER', optional: true }],
    summary: 'make a backup, or one in a folder as a single file',
    details: 'FOLDER is the absolute path of a folder that is there. npm run restore -- FILE brings a backup back.',
    options: {},
    run: backUp,
  },
];
