// Documents and steps to JSON and back, in slices: a large note takes long.

import { Fragment, Node, Slice } from 'prosemirror-model';
import { ReplaceStep, Step } from 'prosemirror-transform';
import { noteSchema } from '../../contract/note-schema.ts';
import { slicedParse } from '../../lib/sliced-parse.ts';

type Json = Record<string, unknown>;

/** What is converted in one go, as ProseMirror counts sizes. */
const atOnce = 8 * 1024;
/** Children that are read in one go. */
const childrenAtOnce = 500;

/** What `node.toJSON()` gives. Yields between parts. */
export function* nodeToJson(node: Node): Generator<void, Json> {
  if (node.nodeSize <= atOnce || node.isLeaf) return node.toJSON() as Json;
  const { content: _, marks, ...open } = node.copy(Fragment.empty).toJSON() as Json;
  return { ...open, content: yield* childrenToJson(node.content), ...(marks === undefined ? {} : { marks }) };
}

function* childrenToJson({ content: children }: Fragment): Generator<void, Json[]> {
  const content: Json[] = [];
  let size = 0;
  for (const child of children) {
    content.push(yield* nodeToJson(child));
    if ((size += child.nodeSize) < atOnce) continue;
    size = 0;
    yield;
  }
  return content;
}

/** What `Node.fromJSON` gives. Yields between parts. Throws a RangeError for what is no node. */
export function* nodeFromJson(json: Json): Generator<void, Node> {
  const { content } = json;
  if (!Array.isArray(content)) return Node.fromJSON(noteSchema, json);
  const children = yield* childrenFromJson(content as Json[]);
  return Node.fromJSON(noteSchema, { ...json, content: undefined }).copy(children);
}

function* childrenFromJson(content: readonly Json[]): Generator<void, Fragment> {
  const children: Node[] = [];
  for (const child of content) {
    children.push(yield* nodeFromJson(child));
    if (children.length % childrenAtOnce === 0) yield;
  }
  return Fragment.fromArray(children);
}

/** What `some.eq(other)` gives. Yields between parts. */
export function* areEqual(some: Node, other: Node): Generator<void, boolean> {
  if (some === other) return true;
  if (some.nodeSize !== other.nodeSize) return false;
  if (some.nodeSize <= atOnce || some.isLeaf) return some.eq(other);
  if (!some.sameMarkup(other) || some.childCount !== other.childCount) return false;
  let size = 0;
  for (const [index, child] of some.children.entries()) {
    if (!(yield* areEqual(child, other.child(index)))) return false;
    if ((size += child.nodeSize) < atOnce) continue;
    size = 0;
    yield;
  }
  return true;
}

/** Throws what `node.check()` throws. Yields between parts. */
export function* checkNode(node: Node): Generator<void, void> {
  if (node.nodeSize <= atOnce || node.isLeaf) return node.check();
  const { type, attrs, content, marks } = node;
  if (!type.validContent(content)) throw new RangeError(`Invalid content for node ${type.name}`);
  // Attributes and marks, with as little content as there can be.
  type.createAndFill(attrs, null, marks)?.check();
  let size = 0;
  for (const child of node.children) {
    yield* checkNode(child);
    if ((size += child.nodeSize) < atOnce) continue;
    size = 0;
    yield;
  }
}

/** What `step.toJSON()` gives. Yields between parts. */
export function* stepToJson(step: Step): Generator<void, Json> {
  if (!(step instanceof ReplaceStep) || step.slice.size <= atOnce) return step.toJSON() as Json;
  const { from, to } = step;
  const { content, openStart, openEnd } = step.slice;
  const slice = {
    content: yield* childrenToJson(content),
    ...(openStart > 0 ? { openStart } : {}),
    ...(openEnd > 0 ? { openEnd } : {}),
  };
  // The declarations lack this member.
  const isStructure = 'structure' in step && step.structure === true;
  return { stepType: 'replace', from, to, slice, ...(isStructure ? { structure: true } : {}) };
}

/** What `Step.fromJSON` gives of the JSON text of a stored step. Yields between parts. */
export function* stepFromText(text: string): Generator<void, Step> {
  const json = (yield* slicedParse(text)) as Json;
  const slice = json['slice'] as { readonly content?: Json[]; readonly openStart?: number; readonly openEnd?: number } | undefined;
  if (json['stepType'] !== 'replace' || slice?.content === undefined || text.length <= atOnce) return Step.fromJSON(noteSchema, json);
  yield;
  const { from, to } = Step.fromJSON(noteSchema, { ...json, slice: undefined }) as ReplaceStep;
  const content = yield* childrenFromJson(slice.content);
  return new ReplaceStep(from, to, new Slice(content, slice.openStart ?? 0, slice.openEnd ?? 0), json['structure'] === true);
}
