// Runs in a worker thread: reads what a file says, as plain text.

import { open, readFile } from 'node:fs/promises';
import { decodeText } from '../../lib/charset.ts';
import { fold } from '../../lib/full-text/fold.ts';

export interface FileTextJob {
  readonly path: string;
  readonly mimeType: string;
  /** The most characters that are kept. */
  readonly maxLength: number;
}

/** What a file says; `error` tells why that could not be read, or not all of it. */
export interface FileText {
  readonly text: string;
  /** Its words, folded as the index takes them. */
  readonly words: string;
  readonly error: string | null;
}

const pdf = 'application/pdf';

const isPlain = (mimeType: string): boolean => mimeType.startsWith('text/') || /^application\/(?:json|xml)$/.test(mimeType);

/** A page takes some milliseconds, and a document of more pages than this has more text than is kept. */
const maxPages = 2_000;

export async function readFileText({ path, mimeType, maxLength }: FileTextJob): Promise<FileText> {
  if (isPlain(mimeType)) return cutFileText(await beginning(path, mimeType, maxLength), maxLength);
  const bytes = await readFile(path);
  try {
    const text = mimeType === pdf ? await pdfText(bytes, maxLength) : (await import('./office-text.ts')).officeText(bytes, mimeType);
    return cutFileText(text ?? '', maxLength);
  } catch (error) {
    const isLocked = error instanceof Error && error.name === 'PasswordException';
    return {
      text: '',
      words: '',
      error: isLocked ? 'The file is protected by a password' : 'The file is damaged, or of a form that cannot be read',
    };
  }
}

/** As much of a plain text as is kept. */
async function beginning(path: string, mimeType: string, maxLength: number): Promise<string> {
  await using file = await open(path);
  // No character takes more than four bytes.
  const { size } = await file.stat();
  const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(size, 4 * maxLength)));
  return decodeText(buffer.subarray(0, bytesRead), { named: null, isMarkup: /\b(?:html|xml)$/.test(mimeType) });
}

async function pdfText(bytes: Buffer<ArrayBuffer>, maxLength: number): Promise<string> {
  // Loaded by the first PDF: it takes a tenth of a second.
  const { getDocumentProxy } = await import('unpdf');
  const document = await getDocumentProxy(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
    isEvalSupported: false,
    useSystemFonts: false,
    // What is wrong with a file tells of what it says: not in the output of the service.
    verbosity: 0,
  });
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
function cutFileText(whole: string, maxLength: number): FileText {
  const text = whole
    .slice(0, maxLength)
    .replaceAll(/[\p{Cc}--[\t\n\r]]/gv, ' ')
    .toWellFormed()
    .trim();
  return { text, words: fold(text), error: null };
}
