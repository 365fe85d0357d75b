// What is handed over for an export, and what a writer gets of it.

import type { Paper } from '../../contract/exports.ts';
import type { Formulas } from './math.ts';
import type { CodeColours } from './code-colours.ts';
import type { ExportDocument } from './document.ts';
import type { Picture } from './images.ts';

export type ExportFormat = 'docx' | 'pdf';

export interface ExportNote {
  readonly title: string;
  readonly markdown: string;
  /** The name of the person; null if there is none to be told. */
  readonly author: string | null;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly paper: Paper;
  /** Files of the service that the note shows, by the address that it shows them with. */
  readonly files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
}

/** What a writer writes. */
export interface Manuscript extends Omit<ExportNote, 'markdown' | 'files'>, ExportDocument {
  readonly pictures: ReadonlyMap<string, Picture>;
  /** BCP 47. */
  readonly language: string;
  readonly formulas: Formulas;
  readonly code: CodeColours;
}

/** Whether the library for pictures is needed. */
export const mayHavePictures = ({ markdown, files }: ExportNote): boolean => files.size > 0 || /data:image\//i.test(markdown);

/** Of text, in UTF-16 code units, and of pictures, in bytes: about what a second of work suffices for. */
const maxSmallText = 32 * 1_024;
const maxSmallPictures = 1_024 * 1_024;

/** Whether its document is made soon, so that it must not wait for those that take long. */
export function isSmall({ markdown, files }: ExportNote): boolean {
  let pictures = 0;
  for (const { byteLength } of files.values()) pictures += byteLength;
  return markdown.length <= maxSmallText && pictures <= maxSmallPictures;
}
