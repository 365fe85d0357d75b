// Notes as documents that one sends to others.

import { z } from 'zod';
import { route } from './route.ts';

export const papers = ['a4', 'letter'] as const;

export type Paper = (typeof papers)[number];

export const ExportQuery = z.strictObject({
  paper: z
    .enum(papers, `must be one of ${papers.join(', ')}`)
    .default('a4')
    .meta({ description: 'The size of its pages' }),
});

export type ExportQuery = z.infer<typeof ExportQuery>;

const common = { access: 'user', tag: 'Notes', query: ExportQuery, status: 200, file: true, errors: ['too_large'] } as const;

const description =
  'Pictures are shown if they are in the note itself or, where the token has `files:read` too, files of the note or attachments of ' +
  'the caller’s cards; nothing is fetched. The same version of a note gives the same bytes.';

export const exportsApi = {
  exportDocx: route('exportDocx', { ...common, scope: 'notes:read', summary: 'A note as a Word document', description }),
  exportPdf: route('exportPdf', { ...common, scope: 'notes:read', summary: 'A note as a PDF', description }),
} as const;
