// Runs in a worker thread: what takes too long for the main thread with large notes.

import { Node } from 'prosemirror-model';
import { readMarkdown } from '../../contract/markdown/parse.ts';
import { noteSchema } from '../../contract/note-schema.ts';
import { toPieces, type ParsedPieces } from './note-pieces.ts';
import { indexEntry, type IndexEntry } from './search/index-entry.ts';
import type { Draft } from '../../contract/markdown/source/patch/draft.ts';
import { areReadApart, type Neighbours } from '../../contract/markdown/source/boundary.ts';
import { sourceOf, type Writing } from '../../contract/markdown/source/unwritten-source.ts';

/** A block, as the JSON of its node in UTF-8, and its bytes. */
export interface SentDraft {
  readonly block: Buffer<ArrayBuffer>;
  readonly source: string;
}

/**
 * `write`: `block` is the JSON, in UTF-8, of the block whose markdown is asked for, and `before` of what it was, with the bytes that it had
 * then, if any; `beside` are others of which it has texts; `first`: nothing stands before it.
 */
export type NoteJob =
  | { readonly kind: 'parse'; readonly markdown: string }
  | {
      readonly kind: 'write';
      readonly block: Uint8Array;
      readonly before: SentDraft | null;
      readonly beside: readonly SentDraft[];
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
      const { block, before, beside, writing, first } = job;
      return sourceOf({
        node: nodeOf(block),
        before: before === null ? null : draftOf(before),
        beside: beside.map(draftOf),
        writing,
        first,
      });
    }
  }
}

const nodeOf = (block: Uint8Array): Node => Node.fromJSON(noteSchema, JSON.parse(Buffer.from(block).toString()));
const draftOf = ({ block, source }: SentDraft): Draft => ({ node: nodeOf(block), source });
