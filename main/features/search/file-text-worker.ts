// Runs in a worker thread: reads what a file says, as plain text.

import { readFile } from 'node:fs/promises';
import { officeText } from './office-text.ts';

export interface FileTextJob {
  readonly path: string;
  readonly mimeType: string;
  /** The most characters that are kept. */
  readonly maxLength: number;
}

/** What a file says; `error` tells why that could not be read, or not all of it. */
export interface FileText {
  readonly text: string;
  readonly error: string | null;
}

const pdf = 'application/pdf';

/** A page takes some milliseconds, and a document of more pages than this has more text than is kept. */
const maxPages = 2_000;

export async function readFileText({ path, mimeType, maxLength }: FileTextJob): Promise<FileText> {
  const bytes = await readFile(path);
  try {
    const text = mimeType === pdf ? await pdfText(bytes, maxLength) : (officeText(bytes, mimeType) ?? bytes.toString('utf8'));
    return { text: kept(text, maxLength), error: null };
  } catch (error) {
    const isLocked = error instanceof Error && error.name === 'PasswordException';
    return { text: '', error: isLocked ? 'The file is protected by a password' : 'The file is damaged, or of a form that cannot be read' };
  }
}

async function pdfText(bytes: Uint8Array, maxLength: number): Promise<string> {
  // Loaded by the first PDF: it takes a tenth of a second.
  const { getDocumentProxy } = await import('unpdf');
  const document = await getDocumentProxy(new Uint8Array(bytes), { isEvalSupported: false, useSystemFonts: false });
  const pages: string[] = [];
  let length = 0;
  for (let number = 1; number <= Math.min(document.numPages, maxPages) && length < maxLength; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('');
    page.cleanup();
    pages.push(text);
    length += text.length + 1;
  }
  return pages.join('\n');
}

/** Without characters that no text has, and no half of a surrogate pair at the end. */
function kept(text: string, maxLength: number): string {
  return text
    .slice(0, maxLength)
    .replaceAll(/\p{Cc}/gu, ' ')
    .toWellFormed()
    .trim();
}
