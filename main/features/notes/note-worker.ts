// Runs in a worker thread: what takes too long for the main thread with large notes.

import { Node } from 'prosemirror-model';
import { readMarkdown } from '../../contract/markdown/parse.ts';
import { noteSchema } from '../../contract/note-schema.ts';
import { toPieces, type ParsedPieces } from './note-pieces.ts';
import { indexEntry, type IndexEntry } from './search/index-entry.ts';
import { areReadApart, type Neighbours } from '../../contract/markdown/source/boundary.ts';
import { sourceOf, type Writing } from '../../contract/markdown/source/unwritten-source.ts';

/**
 * `write`: `block` is the JSON, in UTF-8, of the block whose markdown is asked for, and `before` of what it was, with the bytes that it had
 * then, if any; `first`: nothing stands before it.
 */
export type NoteJob =
  | { readonly kind: 'parse'; readonly markdown: string }
  | {
      readonly kind: 'write';
      readonly block: Uint8Array;
      readonly before: { readonly block: Uint8Array; readonly source: string } | null;
      readonly writing: Writing;
      readonly first: boolean;
    }
  | { readonly kind: 'boundary'; readonly neighbours: Neighbours }
  | { readonly kind: 'index'; readonly title: string; readonly content: string };

/** What comes of a job of each kind. */
export interface NoteResults {
  readonly parse: ParsedPieces;
  readonly write: string;
  /** Whether the two are read as one after the other. */
  readonly boundary: boolean;
  readonly index: IndexEntry;
}

export function runJob(job: NoteJob): NoteResults[NoteJob['kind']] {
  switch (job.kind) {
    case 'parse':
      return toPieces(readMarkdown(job.markdown));
    case 'boundary':
      return areReadApart(job.neighbours);
    case 'index':
      return indexEntry(job);
    default: {
      const { block, before, writing, first } = job;
      const was = before === null ? null : { node: nodeOf(before.block), source: before.source };
      return sourceOf({ node: nodeOf(block), before: was, writing, first });
    }
  }
}

const nodeOf = (block: Uint8Array): Node => Node.fromJSON(noteSchema, JSON.parse(Buffer.from(block).toString()));
