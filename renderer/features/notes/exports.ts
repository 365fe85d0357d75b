// Files that the service makes of a note.

import { cutText } from '../../../main/contract/cut-text.ts';
import type { Paper } from '../../../main/contract/exports.ts';
import { ServiceError, UnreachableError, type Client, type NamedBlob } from '../../api/client.ts';
import { routes } from '../../api/routes.ts';
import { strings } from './strings.ts';

export type ExportFormat = 'docx' | 'pdf';

/** Large notes take a while. */
const timeoutMs = 120_000;

/** Where the paper of offices is Letter; it is A4 elsewhere. */
const letterRegions = new Set(['US', 'CA', 'MX', 'CL', 'CO', 'VE', 'PH', 'PR']);

/** The paper that is usual where the reader is, by the language of the browser. */
export function paperOf(language: string): Paper {
  return letterRegions.has(new Intl.Locale(language).maximize().region ?? '') ? 'letter' : 'a4';
}

/** Throws like `Client.file`. */
export function exportNote(client: Client, id: string, format: ExportFormat): Promise<NamedBlob> {
  const sent = { params: { id }, query: { paper: paperOf(navigator.language) }, timeoutMs } as const;
  return format === 'docx' ? client.file(routes.exportDocx, sent) : client.file(routes.exportPdf, sent);
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
  const safe = cutText(title.replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ').trim(), 100);
  return `${safe === '' ? 'note' : safe}.${format}`;
}
