// Files that the service makes of a note.

import { ServiceError, UnreachableError, type Client, type NamedBlob } from '../../api/client.ts';
import type { Line } from '../../api/routes.ts';
import { strings } from './strings.ts';

export type ExportFormat = 'docx' | 'pdf';

interface ExportRoute {
  readonly method: 'POST';
  readonly path: `/api/notes/:id/export/${ExportFormat}`;
}

const lines: Readonly<Record<ExportFormat, Line<ExportRoute>>> = {
  docx: { method: 'POST', path: '/api/notes/:id/export/docx' },
  pdf: { method: 'POST', path: '/api/notes/:id/export/pdf' },
};

/** Large notes take a while. */
const patience = 120_000;

/** Throws like `Client.file`. */
export function exportNote(client: Client, id: string, format: ExportFormat): Promise<NamedBlob> {
  return client.file(lines[format], { params: { id }, patience });
}

/** Why there is no file, for a person. */
export function exportFailure(error: unknown): string {
  if (error instanceof UnreachableError) return strings.exportAway;
  if (!(error instanceof ServiceError)) return String(error);
  if (error.status === 404 && error.code !== null) return strings.exportAbsent;
  return error.status === 503 || error.status === 429 ? strings.exportAway : error.message;
}

/** A name for a file of this title, where the service gives none. */
export function fileNameOf(title: string, format: ExportFormat): string {
  const safe = title.replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ').trim().slice(0, 100);
  return `${safe === '' ? 'note' : safe}.${format}`;
}
