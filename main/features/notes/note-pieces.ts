// The blocks of a parsed note on their way from one thread to another: pieces of JSON text, none of which takes long to read.

import { Fragment, Mark, Node } from 'prosemirror-model';
import { noteSchema } from '../../contract/note-schema.ts';
import type { ParsedMarkdown, ReadMarkdown, References, SourceBlock } from '../../contract/markdown/parse.ts';
import { CooperativeScheduler } from '../../lib/cooperative-scheduler.ts';
import { JsonText } from '../../lib/sliced-json.ts';
import { nodeText } from './node-text.ts';
import { nodeToJson } from './sliced-nodes.ts';

/** Whole nodes, commas in between; or the beginning of a node that is too large for a piece, up to its first child; or null, its end. */
type Piece = { readonly nodes: string } | { readonly open: string } | null;

/** A note that was parsed elsewhere. Its bytes are not repeated: there are only their lengths. */
export interface ParsedPieces {
  /** The length of the lead; then, for each block, those of its source and of its gap. */
  readonly lengths: readonly number[];
  readonly pieces: readonly Piece[];
  /** JSON of some of the references each: a list of label, address, title, label and so on. */
  readonly references: readonly string[];
}

/** A piece ends when its JSON has this many characters; a single text can be longer. */
const pieceLength = 64 * 1024;
/** A node that is larger, as ProseMirror counts sizes, or has more children, may be cut. */
const wholeSize = 16 * 1024;
const wholeChildren = 1_000;

/** A document that is larger, as ProseMirror counts sizes, is written as text: that takes a third of the time of its objects. */
const largeSize = 64 * 1024;

/** Blocks that get their bytes in one go, and references in one piece. */
const blocksAtOnce = 1_000;

export function toPieces({ lead, blocks, references }: ReadMarkdown): ParsedPieces {
  const lengths = [lead.length];
  const pieces = [...piecesOf(measured(blocks, lengths))];
  return { lengths, pieces, references: referencesPieces(references) };
}

/** The nodes of the blocks, one after the other; the lengths of their bytes go to `lengths`. */
function* measured(blocks: ReadMarkdown['blocks'], lengths: number[]): Generator<Node, void> {
  for (const { node, source, gap } of blocks) {
    lengths.push(source.length, gap.length);
    yield node;
  }
}

function* piecesOf(nodes: Iterable<Node>): Generator<Piece, void> {
  let whole: string[] = [];
  let length = 0;
  for (const node of nodes) {
    const isWhole = node.childCount === 0 || (node.nodeSize <= wholeSize && node.childCount <= wholeChildren);
    if (isWhole) {
      const text = nodeText(node);
      whole.push(text);
      length += text.length;
      if (length < pieceLength) continue;
    }
    if (whole.length > 0) yield { nodes: whole.join(',') };
    whole = [];
    length = 0;
    if (isWhole) continue;
    yield { open: openText(node) };
    yield* piecesOf(node.children);
    yield null;
  }
  if (whole.length > 0) yield { nodes: whole.join(',') };
}

/** The beginning of the JSON of a node that has children, up to the first of them. What comes after them is none of its own. */
const openText = (node: Node): string => `${nodeText(node.copy()).slice(0, -1)},"content":[`;

function referencesPieces(references: References): string[] {
  const entries = Object.entries(references);
  const starts = Array.from({ length: Math.ceil(entries.length / blocksAtOnce) }, (_, index) => index * blocksAtOnce);
  // Not as an object: V8 takes long to find a place for each of its many members.
  return starts.map((start) =>
    JSON.stringify(entries.slice(start, start + blocksAtOnce).flatMap(([label, { href, title }]) => [label, href, title])),
  );
}

async function readReferences(pieces: readonly string[], scheduler: CooperativeScheduler): Promise<References> {
  const references: Record<string, References[string]> = {};
  for (const piece of pieces) {
    const words = JSON.parse(piece) as readonly string[];
    // No label is the name of a property of all objects: markdown-it writes labels in capitals.
    for (let at = 0; at < words.length; at += 3) references[words[at] ?? ''] = { title: words[at + 2] ?? '', href: words[at + 1] ?? '' };
    await scheduler.yieldIfDue();
  }
  return references;
}

/** What `toJSON()` gives of the document that these blocks make, as text. */
export function documentText({ pieces }: ParsedPieces, title: string): JsonText {
  return joined(noteSchema.topNodeType.create({ title }), pieces);
}

/** What `doc.toJSON()` gives; of a large document as text. Yields between parts. */
export function* documentJson(doc: Node): Generator<void, object> {
  if (doc.nodeSize <= largeSize) return yield* nodeToJson(doc);
  const pieces: Piece[] = [];
  for (const piece of piecesOf(doc.children)) {
    pieces.push(piece);
    yield;
  }
  return joined(doc, pieces);
}

function joined(doc: Node, pieces: readonly Piece[]): JsonText {
  const parts = [openText(doc)];
  let separator = '';
  for (const piece of pieces) {
    if (piece === null) parts.push(']}');
    else parts.push(separator + ('open' in piece ? piece.open : piece.nodes));
    separator = piece !== null && 'open' in piece ? '' : ',';
  }
  return new JsonText([...parts, ']}']);
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
  const blocks: SourceBlock[] = [];
  for (const [index, node] of nodes.entries()) {
    if (index % blocksAtOnce === 0) await scheduler.yieldIfDue();
    blocks.push({ node, source: take(rest[2 * index]), gap: take(rest[2 * index + 1]) });
  }
  return { lead: markdown.slice(0, leadLength), blocks, references: await readReferences(references, scheduler) };
}

type NodeJson = {
  readonly type: string;
  readonly attrs?: object;
  readonly text?: string;
  readonly marks?: readonly object[];
  readonly content?: readonly NodeJson[];
};

/** The result for each key, worked out once. */
function remembering<Result>(): (key: string, work: () => Result) => Result {
  const known = new Map<string, Result>();
  return (key, work) => {
    let result = known.get(key);
    if (result === undefined) known.set(key, (result = work()));
    return result;
  };
}

/**
 * Reads nodes. Those that are alike but for what is in them share their attributes, and texts of one formatting their marks: of a large
 * note much of what it takes is that.
 */
function nodeReader(): (json: NodeJson) => Node {
  const marksLike = remembering<readonly Mark[]>();
  const nodeLike = remembering<Node>();
  const marksOf = (marks: readonly object[] | undefined): readonly Mark[] =>
    marks === undefined
      ? Mark.none
      : marksLike(JSON.stringify(marks), () => Mark.setFrom(marks.map((mark) => Mark.fromJSON(noteSchema, mark))));
  const read = (json: NodeJson): Node => {
    const { type, attrs, text, marks, content } = json;
    if (text !== undefined) return noteSchema.text(text, marksOf(marks));
    // A node stands in one place only: what it is looked for by is the object.
    if (content === undefined) return Node.fromJSON(noteSchema, json);
    const key = attrs === undefined && marks === undefined ? type : JSON.stringify([type, attrs, marks]);
    const node = nodeLike(key, () => Node.fromJSON(noteSchema, { ...json, content: undefined }));
    return node.copy(Fragment.fromArray(content.map(read)));
  };
  return read;
}

async function readNodes(pieces: readonly Piece[], scheduler: CooperativeScheduler): Promise<Node[]> {
  const readNode = nodeReader();
  const blocks: Node[] = [];
  const within: { readonly opened: Node; readonly children: Node[] }[] = [];
  for (const piece of pieces) {
    if (piece !== null && 'open' in piece) {
      within.push({ opened: Node.fromJSON(noteSchema, JSON.parse(`${piece.open}]}`)), children: [] });
      continue;
    }
    const ended = piece === null ? within.pop() : undefined;
    const nodes =
      ended === undefined
        ? (JSON.parse(`[${piece?.nodes ?? ''}]`) as NodeJson[]).map((json) => readNode(json))
        : [ended.opened.copy(Fragment.fromArray(ended.children))];
    (within.at(-1)?.children ?? blocks).push(...nodes);
    await scheduler.yieldIfDue();
  }
  return blocks;
}
