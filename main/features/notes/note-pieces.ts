// The blocks of a parsed note on their way from one thread to another: pieces of JSON text, none of which takes long to read.

import { Fragment, Node } from 'prosemirror-model';
import { noteSchema } from '../../contract/note-schema.ts';
import type { ParsedMarkdown, ReadMarkdown, References, SourceBlock } from '../../contract/markdown/parse.ts';
import { CooperativeScheduler } from '../../lib/cooperative-scheduler.ts';
import { JsonText } from '../../lib/sliced-json.ts';

/** A note that was parsed elsewhere. Its bytes are not repeated: there are only their lengths. */
export interface ParsedPieces {
  /** The length of the lead; then, for each block, those of its source and of its gap. */
  readonly lengths: readonly number[];
  /** JSON of an array: whole nodes, and for nodes that are too large for a piece their beginning, their children and null for their end. */
  readonly pieces: readonly string[];
  /** All of these are whole nodes. */
  readonly isFlat: boolean;
  readonly references: References;
}

interface Opened {
  readonly open: string;
  readonly attrs: Record<string, unknown>;
}

/** How large a piece may be, as ProseMirror counts sizes; a single text can be larger. */
const pieceSize = 16 * 1024;

export function toPieces({ lead, blocks, references }: ReadMarkdown): ParsedPieces {
  const lengths = [lead.length];
  const pieces: string[] = [];
  let items: unknown[] = [];
  let size = 0;
  let isFlat = true;
  const flush = (): void => {
    if (items.length > 0) pieces.push(JSON.stringify(items));
    items = [];
    size = 0;
  };
  const add = (node: Node): void => {
    if (node.nodeSize <= pieceSize || node.childCount === 0) {
      items.push(node.toJSON());
      size += node.nodeSize;
    } else {
      isFlat = false;
      items.push({ open: node.type.name, attrs: node.attrs } satisfies Opened);
      node.forEach(add);
      items.push(null);
    }
    if (size >= pieceSize) flush();
  };
  for (const { node, source, gap } of blocks) {
    lengths.push(source.length, gap.length);
    add(node);
  }
  flush();
  return { lengths, pieces, isFlat, references };
}

/** What `toJSON()` gives of the document that these blocks make, as text; null where only reading them tells. */
export function documentText({ pieces, isFlat }: ParsedPieces, title: string): JsonText | null {
  if (!isFlat) return null;
  const { content: _, ...open } = noteSchema.topNodeType.create({ title }).toJSON() as Record<string, unknown>;
  const parts = pieces.map((piece, index) => (index === 0 ? '' : ',') + piece.slice(1, -1));
  return new JsonText([`${JSON.stringify(open).slice(0, -1)},"content":[`, ...parts, ']}']);
}

/** The same note again; `markdown` is what was parsed. Lets others run in between. */
export async function fromPieces(
  markdown: string,
  { lengths, pieces, references }: ParsedPieces,
  scheduler = new CooperativeScheduler(),
): Promise<ParsedMarkdown> {
  const nodes = await readNodes(pieces, scheduler);
  const [leadLength = 0, ...rest] = lengths;
  let at = leadLength;
  const take = (length = 0): string => markdown.slice(at, (at += length));
  const blocks = nodes.map((node, index): SourceBlock => ({ node, source: take(rest[2 * index]), gap: take(rest[2 * index + 1]) }));
  return { lead: markdown.slice(0, leadLength), blocks, references };
}

async function readNodes(pieces: readonly string[], scheduler: CooperativeScheduler): Promise<Node[]> {
  const blocks: Node[] = [];
  const within: { readonly opened: Opened; readonly children: Node[] }[] = [];
  for (const piece of pieces) {
    for (const item of JSON.parse(piece) as (object | null)[]) {
      if (item !== null && 'open' in item) {
        within.push({ opened: item as Opened, children: [] });
        continue;
      }
      const ended = item === null ? within.pop() : undefined;
      const node =
        ended === undefined
          ? Node.fromJSON(noteSchema, item)
          : noteSchema.node(ended.opened.open, ended.opened.attrs, Fragment.fromArray(ended.children));
      (within.at(-1)?.children ?? blocks).push(node);
    }
    await scheduler.yieldIfDue();
  }
  return blocks;
}
