// Runs in a worker thread: what takes too long for the main thread with large notes.

import { Node } from 'prosemirror-model';
import { parseMarkdown, type References } from '../../contract/markdown/parse.ts';
import { noteSchema } from '../../contract/note-schema.ts';
import { toPieces, type ParsedPieces } from './note-pieces.ts';
import { indexEntry, type IndexEntry } from './search/index-entry.ts';
import type { LineEnding } from './source/line-ending.ts';
import { written } from './source/records.ts';

/** `write`: `block` is the JSON, in UTF-8, of the block whose markdown is asked for; `first`: nothing stands before it. */
export type NoteJob =
  | { readonly kind: 'parse'; readonly markdown: string }
  | {
      readonly kind: 'write';
      readonly block: Uint8Array;
      readonly references: References;
      readonly lineEnding: LineEnding;
      readonly first: boolean;
    }
  | { readonly kind: 'index'; readonly title: string; readonly content: string };

/** What comes of a job of each kind. */
export interface NoteResults {
  readonly parse: ParsedPieces;
  readonly write: string;
  readonly index: IndexEntry;
}

export function runJob(job: NoteJob): NoteResults[NoteJob['kind']] {
  switch (job.kind) {
    case 'parse':
      return toPieces(parseMarkdown(job.markdown));
    case 'index':
      return indexEntry(job);
    default:
      return written(Node.fromJSON(noteSchema, JSON.parse(Buffer.from(job.block).toString())), job, job.first);
  }
}
