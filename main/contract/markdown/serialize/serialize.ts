// The blocks of a note as markdown.

import type { Node } from 'prosemirror-model';
import { documentLines, writeBlock } from './block-lines.ts';
import { reference } from '../characters.ts';
import type { References } from '../references.ts';
import { indentFor, plainDialect, type Dialect } from './dialect.ts';

export interface SerializeContext {
  readonly references: References;
  /** It is the first block of the note. */
  readonly first: boolean;
  readonly dialect?: Dialect;
}

const text = (lines: readonly string[]): string => (lines.length === 0 ? '' : `${lines.join('\n')}\n`);

/** At the very start U+FEFF would be a byte order mark and no text. */
const atStart = (markdown: string): string => markdown.replace(/^\uFEFF/, reference);

/**
 * The lines of a top-level block, joined by `\n` and ending in `\n`; '' for an empty paragraph. Never throws for what the schema allows.
 */
export function serializeBlock(node: Node, { references, first, dialect = plainDialect }: SerializeContext): string {
  const context = { references, dialect, depth: 0, first, otherThan: null, inItem: false, task: false };
  const indent = indentFor(node, dialect);
  const markdown = text(writeBlock(node, context).lines.map((line) => (line === '' ? '' : indent + line)));
  return first ? atStart(markdown) : markdown;
}

/** A whole document, a blank line between its blocks. */
export function serializeDocument(doc: Node, references: References = {}): string {
  return atStart(text(documentLines(doc, references)));
}
