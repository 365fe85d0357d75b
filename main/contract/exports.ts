// Notes as documents that one sends to others, and everything as a folder of plain files.

import { z } from 'zod';
import { Job } from './jobs.ts';
import { route } from './route.ts';
import type { Scope } from './scopes.ts';
import { instant } from './text.ts';

const papers = ['a4', 'letter'] as const;

export type Paper = (typeof papers)[number];

const ExportQuery = z.strictObject({
  paper: z
    .enum(papers, `must be one of ${papers.join(', ')}`)
    .default('a4')
    .meta({ description: 'The size of its pages' }),
});

type ExportQuery = z.infer<typeof ExportQuery>;

const common = { access: 'user', tag: 'Notes', query: ExportQuery, status: 200, file: true, errors: ['too_large'] } as const;

const description =
  'Pictures are shown if they are in the note itself or, where the token has `files:read` too, files of the note or attachments of ' +
  'the caller’s cards; nothing is fetched. The same version of a note gives the same bytes. A document that takes more than a minute of ' +
  'processor time, or five by the clock, is given up with 503, one that takes more than a gigabyte of memory with 413.';

/** What a token needs for an export of everything. */
export const exportScopes = ['files:read', 'notes:read', 'boards:read', 'calendar:read'] as const satisfies readonly Scope[];

const ExportEverything = z
  .strictObject({ format: z.literal('folder-zip', 'must be folder-zip') })
  .meta({ id: 'ExportEverything', examples: [{ format: 'folder-zip' }] });

type ExportEverything = z.infer<typeof ExportEverything>;

export const ExportResult = z
  .object({
    url: z.string().meta({ description: 'Where the zip is', examples: ['/api/exports/01a…/file'] }),
    size: z.int().min(0).meta({ description: 'Bytes' }),
    sha256: z.string(),
    exportedAt: instant.meta({ description: 'The moment that all of it is of' }),
    counts: z.record(z.string(), z.int().min(0)).meta({ description: 'How many records of each kind it holds' }),
    missing: z
      .int()
      .min(0)
      .optional()
      .meta({ description: 'Files that it lacks: gone, damaged or not to be read. `manifest.json` names them; absent: not counted' }),
  })
  .meta({ id: 'ExportResult', description: 'What a finished export has given' });

export type ExportResult = z.infer<typeof ExportResult>;

const everything = { access: 'user', scope: 'files:read', tag: 'Exports' } as const;
const otherScopes = 'It needs the scopes `notes:read`, `boards:read` and `calendar:read` as well.';

export const exportsApi = {
  exportEverything: route('exportEverything', {
    ...everything,
    summary: 'Export everything',
    description:
      'A job, whose `result` is an `ExportResult`: `{ url, size, sha256, exportedAt, counts, missing }` of a zip: notes as Markdown in ' +
      'folders of their notebooks, with their files beside them and `notes.json`; `boards.json`, with boards as Markdown and files of ' +
      'cards; calendars as iCalendar ' +
      'and `calendar.json`; `links.json`; `searches.json`; `manifest.json` with the SHA-256 of each file. All of one moment; what is in ' +
      `the trash is left out. ${otherScopes} Of finished exports the last 3 are kept.`,
    body: ExportEverything,
    status: 202,
    reply: Job,
    jobResult: ExportResult,
    creates: true,
    location: ({ id }) => `/api/jobs/${id}`,
    errors: ['conflict'],
  }),
  readExport: route('readExport', {
    ...everything,
    summary: 'Download an export',
    description: `409 for one that is not finished, 410 where its file is gone. ${otherScopes}`,
    status: 200,
    file: true,
    errors: ['not_found', 'conflict', 'file_missing'],
  }),
  exportDocx: route('exportDocx', { ...common, scope: 'notes:read', summary: 'A note as a Word document', description }),
  exportPdf: route('exportPdf', { ...common, scope: 'notes:read', summary: 'A note as a PDF', description }),
} as const;
