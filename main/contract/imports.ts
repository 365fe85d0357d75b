// Imports: what other programs, and another Daybook, have given out comes in. It is read first, and brought in when that is asked for.

import { z } from 'zod';
import { Job } from './jobs.ts';
import { route } from './route.ts';
import { id } from './text.ts';

/** The programs whose files can be read. */
const importSources = ['markdown', 'obsidian', 'joplin', 'notion', 'trello', 'todoist', 'google-tasks', 'ics', 'daybook'] as const;

export type ImportSource = (typeof importSources)[number];

/** The largest file that can be sent, in bytes. */
const maxImportBytes = 2 * 1024 * 1024 * 1024;

const count = z.int().min(0);

export const ImportFound = z
  .object({
    notes: count,
    notebooks: count,
    projects: count,
    columns: count,
    cards: count,
    calendars: count,
    events: count,
    files: count,
    links: count,
    savedSearches: count,
  })
  .meta({ id: 'ImportFound', description: 'How many of each kind there are' });

export type ImportFound = z.infer<typeof ImportFound>;

export const importWarningKinds = ['skipped', 'unsafe', 'encoding', 'file', 'link', 'login', 'lost', 'conflict', 'limit'] as const;

export const ImportWarning = z
  .object({
    path: z.string().meta({ description: 'In the archive; what it is called where it has no path' }),
    kind: z.enum(importWarningKinds),
    message: z.string(),
  })
  .meta({ id: 'ImportWarning', description: 'What does not come in as it is, and why' });

export type ImportWarning = z.infer<typeof ImportWarning>;

/** How many warnings are told one by one. */
export const maxImportWarnings = 1_000;

const outcomes = z.object({ created: count, updated: count, unchanged: count, kept: count });

/** What reading has given: the `result` of the job. */
export const ImportReading = z
  .object({
    source: z.enum(importSources),
    filename: z.string(),
    found: ImportFound,
    changes: z.partialRecord(ImportFound.keyof(), outcomes).meta({
      description:
        'What bringing it in would come to, as things were when it was read: how many records would be made, changed, left as they are, ' +
        'and `kept`, of which yours stays and theirs comes in as a second one, which `warnings` tell one by one (`conflict`)',
    }),
    warnings: z.array(ImportWarning).meta({ description: `The first ${maxImportWarnings}` }),
    warningCounts: z.partialRecord(z.enum(importWarningKinds), count).meta({ description: 'How many there are of each kind, told or not' }),
  })
  .meta({ id: 'ImportReading' });

export type ImportReading = z.infer<typeof ImportReading>;

/** What bringing it in has given: the `result` of the job. */
export const ImportOutcome = z
  .object({
    importId: id,
    batchId: id.nullable().meta({ description: 'What undoes all of it; null if nothing changed' }),
    counts: z.partialRecord(ImportFound.keyof(), outcomes).meta({
      description:
        '`kept`: changed here and there since the last import; ours stays, and a note, card or event of theirs comes in as a second one',
    }),
    warnings: z.array(ImportWarning).meta({
      description: `What was told when it was brought in, and after that what reading had told; the first ${maxImportWarnings}`,
    }),
    warningCounts: z.partialRecord(z.enum(importWarningKinds), count),
  })
  .meta({ id: 'ImportOutcome' });

export type ImportOutcome = z.infer<typeof ImportOutcome>;

const query = z.strictObject({
  source: z
    .enum(['auto', ...importSources], `must be one of auto, ${importSources.join(', ')}`)
    .optional()
    .meta({ description: 'The program that has given it out; `auto`, when absent, tells by what is in it' }),
});

const common = { access: 'user', scope: 'notes:write', tag: 'Imports' } as const;

const scopes = 'Needs the scopes `notes:write`, `boards:write`, `calendar:write` and `files:write`.';

export const importsApi = {
  startImport: route('startImport', {
    ...common,
    summary: 'Read what another program has given out',
    description:
      'One file of up to 2 GiB: a zip, a .jex of Joplin, or a single Markdown, JSON, CSV or iCalendar file. The job reads it and changes ' +
      'nothing: its `result` tells what was found, what bringing it in would change here, and what of it does not come in as it is ' +
      '(`ImportReading`). Nothing is fetched from the network. What was read is kept for a day, of the last five of a user, or until ' +
      `\`DELETE /api/jobs/:id\`. ${scopes}`,
    query,
    body: z.strictObject({}),
    multipart: { files: 'required', limits: { files: 1, fileSize: maxImportBytes } },
    status: 202,
    reply: Job,
    jobResult: ImportReading,
    creates: true,
    location: ({ id: job }) => `/api/jobs/${job}`,
    errors: ['conflict'],
  }),
  applyImport: route('applyImport', {
    ...common,
    summary: 'Bring in what was read',
    description:
      'By the id of the job that has read it. All changes are of one batch, which `POST /api/undo` takes back. What came in before is ' +
      'known again: unchanged there it stays as it is, changed there alone it is changed here, changed on both sides ours stays and ' +
      'a note, card or event of theirs comes in as a second one, once for each content, and later changes there do so as well. What ' +
      'another Daybook has exported comes back whole, under its own ids where they are free, else under new ones, to which addresses in ' +
      'its texts are changed; its default calendar is the default one here, which takes over the name and the colour as long as it is ' +
      'empty and called as at first. A subscription keeps its address and what was read, and is read again after an hour. A job that is ' +
      'cancelled takes back what it has made. A day after the reading what was read is gone: then it fails with `conflict`, and the ' +
      'file has to be sent again. Its `result` is an ' +
      `\`ImportOutcome\`. ${scopes}`,
    status: 202,
    reply: Job,
    jobResult: ImportOutcome,
    creates: true,
    location: ({ id: job }) => `/api/jobs/${job}`,
    errors: ['conflict'],
  }),
} as const;
