// The JSON of a step, as `Step.toJSON()` of prosemirror-transform writes it. A field that is not known there is refused:
// dropping it would be to accept a change and make another one. Values of attributes are left to the schema of notes.

import type { NodeType } from 'prosemirror-model';
import { z } from 'zod';
import { noteSchema } from '../../../contract/note-schema.ts';
import { deepest } from '../../../contract/markdown/tokenizer.ts';

/**
 * JSON nested deeper than this is not read: reading and applying go down by recursion. A node takes two levels, itself and its list of
 * children; around the outermost are step, slice and list, and in the innermost a mark has its attributes, within a list. So whatever a
 * note may hold can be sent.
 */
const deepestJson = 2 * deepest + 5;

function object<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? `has no field ${JSON.stringify(issue.keys[0])}` : 'must be an object'),
  });
}

function list<Item extends z.ZodType>(item: Item) {
  return z.array(item, 'must be an array');
}

const position = z.int('must be a whole number').min(0, 'must not be negative');
const value = z.union([z.string(), z.number(), z.boolean(), z.null()], 'must be a string, a number, a boolean or null');

function attributes(names: readonly string[]) {
  return object(Object.fromEntries(names.map((name) => [name, value.optional()]))).optional();
}

const attributesOf = (spec: { readonly attrs?: object | undefined }) => attributes(Object.keys(spec.attrs ?? {}));

const mark = z.discriminatedUnion(
  'type',
  oneOrMore(Object.values(noteSchema.marks).map((type) => object({ type: z.literal(type.name), attrs: attributesOf(type.spec) }))),
  'is no mark of notes',
);
const marks = list(mark).optional();

interface NodeJson {
  readonly type: string;
  readonly content?: readonly NodeJson[] | undefined;
}

const node: z.ZodType<NodeJson> = z.lazy(() => anyNode);
const content = list(node);
const anyNode = z.discriminatedUnion(
  'type',
  oneOrMore(
    Object.values(noteSchema.nodes).map((type) =>
      type.isText
        ? object({ type: z.literal('text'), text: z.string('must be a string').min(1, 'must not be empty'), marks })
        : object({
            type: z.literal(type.name),
            attrs: attributesOf(type.spec),
            content: (type.isLeaf ? content.max(0, 'must be empty: this node holds nothing') : content).optional(),
            marks,
          }),
    ),
  ),
  'is no node of notes',
);

const slice = object({ content: content.optional(), openStart: position.optional(), openEnd: position.optional() })
  .refine(({ content = [], openStart = 0 }) => openStart <= openable(content, 0), {
    path: ['openStart'],
    message: 'is more than there is to open',
  })
  .refine(({ content = [], openEnd = 0 }) => openEnd <= openable(content, -1), {
    path: ['openEnd'],
    message: 'is more than there is to open',
  })
  .optional();

/** How many nodes lie within each other at the start (0) or the end (-1). */
function openable(content: readonly NodeJson[], side: 0 | -1): number {
  let depth = 0;
  for (let node = content.at(side); node !== undefined && isOpenable(node.type); node = node.content?.at(side)) depth++;
  return depth;
}

function isOpenable(name: string): boolean {
  const type: NodeType | undefined = noteSchema.nodes[name];
  return type?.isLeaf === false;
}

const structure = z.boolean('must be true or false').optional();
const range = { from: position, to: position };
const ordered = { path: ['to'], message: 'must not be before from' };

const markStep = (stepType: 'addMark' | 'removeMark') =>
  object({ stepType: z.literal(stepType), ...range, mark }).refine(({ from, to }) => from <= to, ordered);
const nodeMarkStep = (stepType: 'addNodeMark' | 'removeNodeMark') => object({ stepType: z.literal(stepType), pos: position, mark });
const markSteps = [markStep('addMark'), markStep('removeMark')] as const;

const stepShape = z.discriminatedUnion(
  'stepType',
  [
    object({ stepType: z.literal('replace'), ...range, slice, structure }).refine(({ from, to }) => from <= to, ordered),
    object({
      stepType: z.literal('replaceAround'),
      ...range,
      gapFrom: position,
      gapTo: position,
      insert: position,
      slice,
      structure,
    }).refine(({ from, to, gapFrom, gapTo }) => from <= gapFrom && gapFrom <= gapTo && gapTo <= to, {
      path: ['gapFrom'],
      message: 'and gapTo must lie between from and to',
    }),
    ...markSteps,
    object({ stepType: z.literal('markSet'), steps: list(z.discriminatedUnion('stepType', markSteps, 'must be addMark or removeMark')) }),
    nodeMarkStep('addNodeMark'),
    nodeMarkStep('removeNodeMark'),
    object({ stepType: z.literal('attr'), pos: position, attr: z.string('must be a string'), value }),
    object({
      stepType: z.literal('docAttr'),
      attr: z.enum(oneOrMore(Object.keys(noteSchema.topNodeType.spec.attrs ?? {})), 'is no attribute of a note'),
      value,
    }),
  ],
  'is no step type',
);

type StepJson = z.infer<typeof stepShape>;

/** The step as it may be given to `Step.fromJSON`, or in words what is wrong with it. */
export function readShape(json: unknown): { readonly step: StepJson } | { readonly wrong: string } {
  if (isDeeperThan(json, deepestJson)) return { wrong: `it is nested deeper than ${deepest} levels` };
  const { data, error } = stepShape.safeParse(json);
  if (data !== undefined) return { step: data };
  const [issue] = error.issues;
  const subject = issue?.path.join('.') ?? '';
  return { wrong: `${subject === '' ? 'it' : subject} ${issue?.message ?? ''}`.slice(0, 200).toWellFormed() };
}

function isDeeperThan(json: unknown, limit: number): boolean {
  const open: (readonly [unknown, number])[] = [[json, 1]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [value, depth] = next;
    if (typeof value !== 'object' || value === null) continue;
    if (depth > limit) return true;
    for (const inner of Object.values(value)) open.push([inner, depth + 1]);
  }
  return false;
}

function oneOrMore<T>(items: readonly T[]): [T, ...T[]] {
  const [first, ...rest] = items;
  if (first === undefined) throw new Error('An empty list');
  return [first, ...rest];
}
