// Makes one document and tells what it took: `node test/bench/export-one.ts docx|pdf FILE`. Prints milliseconds since the start of the
// process, and the peak of its memory in megabytes.

import { readFileSync } from 'node:fs';
import type { ExportFormat } from '../../main/features/exports/export-note.ts';
import { makeDocument } from '../../main/features/exports/make-document.ts';
import { parseMarkdown, parseNodes } from '../../main/contract/markdown/parse.ts';

const [, , format, file = ''] = process.argv;
const note = {
  title: 'A note',
  markdown: readFileSync(file, 'utf8'),
  author: null,
  createdAt: 0,
  updatedAt: 0,
  paper: 'a4',
  files: new Map(),
} as const;
await makeDocument(format as ExportFormat, note, { parseMarkdown, parseNodes });
process.stdout.write(JSON.stringify({ milliseconds: process.uptime() * 1000, megabytes: process.resourceUsage().maxRSS / 1024 }));
