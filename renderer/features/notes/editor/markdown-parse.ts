// Markdown that is pasted, as a document: by the same rules as the service reads what is stored.

import type { Node } from 'prosemirror-model';
import { parsePiece } from '../../../../main/contract/markdown/parse.ts';
import { noteSchema } from '../../../../main/contract/note-schema.ts';

/** As a note can hold it: what is not Unicode is replaced. */
export const asText = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD');

/** A whole note with `atStart`, which allows front matter; else a piece of one. Null if it cannot be read as a document of notes. */
export function parseMarkdown(markdown: string, atStart = false): Node | null {
  const { blocks } = parsePiece(asText(markdown), { known: {}, atStart });
  const doc = noteSchema.nodes.doc.create(
    null,
    blocks.map(({ node }) => node),
  );
  try {
    doc.check();
    return doc;
  } catch {
    return null;
  }
}
