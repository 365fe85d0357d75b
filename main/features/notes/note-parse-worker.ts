// Runs in a worker thread: parses notes that are too large for the main thread.

import { parseMarkdown } from '../../contract/markdown/parse.ts';
import { toPieces, type ParsedPieces } from './note-pieces.ts';

export function parseToPieces(markdown: string): ParsedPieces {
  return toPieces(parseMarkdown(markdown));
}
