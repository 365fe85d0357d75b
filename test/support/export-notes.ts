// Documents made of notes, for tests: in this process, without a thread.

import sharp from 'sharp';
import type { ExportFormat, ExportNote } from '../../main/features/exports/export-note.ts';
import { makeDocument, readForExport } from '../../main/features/exports/make-document.ts';
import { plainTextOf, type Block, type ExportDocument, type Inline } from '../../main/features/exports/document.ts';
import { parseMarkdown, parseNodes } from '../../main/contract/markdown/parse.ts';

const noteParser = { parseMarkdown, parseNodes };

export const times = { createdAt: Date.UTC(2026, 0, 2, 3, 4, 5), updatedAt: Date.UTC(2026, 1, 3, 4, 5, 6) };

const picture = new Uint8Array(
  await sharp({ create: { width: 900, height: 420, channels: 3, background: '#33aa77' } })
    .png()
    .toBuffer(),
);

/** A note with this text; the picture `/api/cards/c1/attachments/a1` is its own. */
export function exportNote(markdown: string, more: Partial<ExportNote> = {}): ExportNote {
  return {
    title: 'A note & more',
    markdown,
    author: 'Ana Pérez',
    ...times,
    paper: 'a4',
    files: new Map([['/api/cards/c1/attachments/a1', picture]]),
    ...more,
  };
}

export const documentOf = (format: ExportFormat, markdown: string, more: Partial<ExportNote> = {}): Promise<Uint8Array<ArrayBuffer>> =>
  makeDocument(format, exportNote(markdown, more), noteParser);

const made = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

/** As `documentOf`, but made once: several tests look at the same bytes, and change none. */
export function sharedDocumentOf(format: ExportFormat, markdown: string): Promise<Uint8Array<ArrayBuffer>> {
  const key = `${format} ${markdown}`;
  const document = made.get(key) ?? documentOf(format, markdown);
  made.set(key, document);
  return document;
}

export const readNote = (markdown: string): ExportDocument => readForExport(markdown, noteParser);

/** What a note says, a line for each piece of text that stands on its own; formulas are left out. */
export function textsOf({ blocks, footnotes }: ExportDocument): string[] {
  return [...blocks, ...footnotes.flat()].flatMap(textsIn);
}

const said = (inlines: readonly Inline[]): string =>
  plainTextOf(inlines.map((inline): Inline => (inline.kind === 'text' ? inline : { kind: 'break' })));

function textsIn(block: Block): string[] {
  switch (block.kind) {
    case 'paragraph':
    case 'heading':
      return [said(block.inlines)];
    case 'quote':
      return block.blocks.flatMap(textsIn);
    case 'list':
      return block.items.flatMap(({ blocks }) => blocks.flatMap(textsIn));
    case 'code':
      return block.text.split('\n');
    case 'table':
      return [block.header, ...block.rows].flat().map(({ inlines }) => said(inlines));
    case 'properties':
      return block.rows.flat();
    default:
      return [];
  }
}

/** The words of a text, as often as they occur. Characters that are not seen do not count, and compatible forms are the same. */
export function wordCounts(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of text
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Variation_Selector}]/gu, '')
    .split(/\s+/))
    if (word !== '') counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Words of `expected` that occur less often in `actual`, nor as part of a longer run of characters there. */
export function missingWords(expected: string, actual: string): string[] {
  const found = wordCounts(actual);
  const run = actual.normalize('NFKC').replace(/[\s\p{Cf}\p{Variation_Selector}]/gu, '');
  return [...wordCounts(expected)]
    .filter(([word, count]) => (found.get(word) ?? 0) < count && run.split(word).length - 1 < count)
    .map(([word]) => word);
}
