// Runs in a worker thread: what takes too long for the main thread with large notes.

import { Node } from 'prosemirror-model';
import { readMarkdown } from '../../contract/markdown/parse.ts';
import { noteSchema } from '../../contract/note-schema.ts';
import { toPieces, type ParsedPieces } from './note-pieces.ts';
import { indexEntry, type IndexEntry } from './search/index-entry.ts';
import { areReadApart, type Neighbours } from '../../contract/markdown/source/boundary.ts';
import { blockSource, type Writing } from '../../contract/markdown/source/unwritten-source.ts';

/** A block, as JSON in UTF-8, and its bytes. */
export interface SentBlock {
  readonly block: Uint8Array<ArrayBuffer>;
  readonly source: string;
}

/**
 * `write`: `block` is the JSON, in UTF-8, of the block whose markdown is asked for; `had` is what it was, if anything, and others whose
 * bytes it can take; `first`: nothing stands before it.
 */
export type NoteJob =
  | { readonly kind: 'parse'; readonly markdown: string }
  | {
      readonly kind: 'write';
      readonly block: Uint8Array;
      readonly had: readonly SentBlock[];
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
      const { block, had, writing, first } = job;
      const drafts = had.map((sent) => ({ node: nodeOf(sent.block), source: sent.source }));
      return blockSource({ node: nodeOf(block), had: drafts, writing, first });
    }
  }
}

const nodeOf = (block: Uint8Array): Node => Node.fromJSON(noteSchema, JSON.parse(Buffer.from(block).toString()));
