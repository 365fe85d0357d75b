// Documents that a running service makes of notes, and a look into them.

import { inflateSync } from 'node:zlib';
import { strFromU8, unzipSync } from 'fflate';
import type { ExportFormat } from '../../main/features/exports/export-note.ts';
import type { TestService } from './service.ts';

export interface Exported {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
}

/** Asks for the document of a note, whatever the answer is. */
export async function requestExport(
  service: Pick<TestService, 'baseUrl' | 'token'>,
  format: ExportFormat,
  id: string,
  options: { readonly query?: string; readonly token?: string; readonly init?: RequestInit } = {},
): Promise<Exported> {
  const { query = '', token = service.token(), init = {} } = options;
  const response = await fetch(`${service.baseUrl}/api/notes/${id}/export/${format}${query}`, {
    method: 'POST',
    ...init,
    headers: { Authorization: `Bearer ${token}`, ...(init.headers as Record<string, string> | undefined) },
  });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

/** A part of a Word file as text; empty if there is none. */
export function wordPart(bytes: Uint8Array, name: string): string {
  const part = unzipSync(bytes, { filter: (file) => file.name === name })[name];
  return part === undefined ? '' : strFromU8(part);
}

/** What stands in a Word file, a line for each paragraph. */
export function wordText(bytes: Uint8Array): string {
  const paragraphs = wordPart(bytes, 'word/document.xml').split('</w:p>');
  const plain = (xml: string): string =>
    xml.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&apos;', "'").replaceAll('&amp;', '&');
  return paragraphs
    .map((paragraph) => plain([...paragraph.matchAll(/<w:t(?: [^>]*)?>([^<]*)<\/w:t>/g)].map(([, text]) => text ?? '').join('')))
    .join('\n');
}

/** The pictures in a Word file. */
export const wordPictures = (bytes: Uint8Array): Uint8Array[] =>
  Object.values(unzipSync(bytes, { filter: ({ name }) => name.startsWith('word/media/') }));

/** The objects of a PDF as they are written, those of object streams among them; contents of other streams left out. */
export function pdfObjects(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .replace(/(\/Type \/ObjStm\b[^>]*>>\s)?\bstream\n([\s\S]*?)\nendstream/g, (_, dictionary: string | undefined, content: string) =>
      dictionary === undefined ? '' : unpacked(dictionary, content),
    );
}

/** The objects of an object stream, each between the words that stand around objects elsewhere. */
function unpacked(dictionary: string, content: string): string {
  const text = inflateSync(Buffer.from(content, 'latin1')).toString('latin1');
  const first = Number(/\/First (\d+)/.exec(dictionary)?.[1]);
  const numbers = text.slice(0, first).trim().split(/\s+/).map(Number);
  const places = numbers.flatMap((number, index) => (index % 2 === 0 ? [{ number, from: first + (numbers[index + 1] ?? 0) }] : []));
  return `>>\nendobj\n${places.map(({ number, from }, index) => `${number} 0 obj\n${text.slice(from, places[index + 1]?.from)}endobj\n`).join('')}`;
}

/** The width and height of each picture in a PDF, in pixels. */
export function pdfPictures(bytes: Buffer): string[] {
  const objects = pdfObjects(bytes)
    .split('endobj')
    .filter((object) => /\/Subtype \/Image\b/.test(object));
  return objects.map((object) => `${/\/Width (\d+)/.exec(object)?.[1]}×${/\/Height (\d+)/.exec(object)?.[1]}`);
}
