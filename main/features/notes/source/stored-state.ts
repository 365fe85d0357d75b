// The form in which the state of a note is stored: JSON, checked when it is read.

import { z } from 'zod';

const count = z.int().min(0);
const json = z.record(z.string(), z.unknown());

const StoredOrigin = z.strictObject({ source: z.string(), gap: z.string(), node: json.optional() });

/**
 * A block that is not simply as it is read. `read` is the number of blocks that its bytes are read as: with 1, what is absent is as there;
 * else an absent `node` is the one block that `source` is read as. `models` are numbers of those of the state.
 */
const StoredBlock = z.strictObject({
  read: count,
  node: json.optional(),
  source: z.string().optional(),
  gap: z.string().optional(),
  touched: z.literal(true).optional(),
  fresh: z.literal(true).optional(),
  origin: StoredOrigin.optional(),
  models: z.array(count).optional(),
});

/** The place of a removed block of which none is known. */
export const unknownPlace = -1;

/**
 * `at`: for each block, how many stood before it. Absent in what was stored before this was kept. `lead` and `tail`: what stood before the
 * first of them and after the last, if these were at the edges of the note.
 */
const StoredRemoved = z.strictObject({
  left: z.int().min(1),
  replaced: z.literal(true).optional(),
  count: z.int().min(0).optional(),
  at: z.array(z.int().min(unknownPlace)).optional(),
  lead: z.string().optional(),
  tail: z.string().optional(),
  blocks: z.array(StoredBlock),
});

/**
 * Positive: the number of blocks as they are read. Negative: the number of those that were touched, and have no origin, but are as they
 * are read.
 */
const StoredBlocks = z.union([z.int(), StoredBlock]);

const WholeState = z.strictObject({
  /** There can be a hundred thousand: each is checked by itself. */
  blocks: z.array(z.unknown()),
  lead: z.string().optional(),
  tail: z.string().optional(),
  lineEnding: z.enum(['\n', '\r\n']).optional(),
  isOpen: z.boolean().optional(),
  removed: z.array(StoredRemoved).optional(),
  /** Blocks whose bytes others take. */
  models: z.array(StoredOrigin).optional(),
});

export type StoredOrigin = z.infer<typeof StoredOrigin>;
export type StoredBlock = z.infer<typeof StoredBlock>;
export type StoredState = Omit<z.infer<typeof WholeState>, 'blocks'> & { readonly blocks: z.infer<typeof StoredBlocks>[] };

/** Blocks that are checked in one go. */
const checkedAtOnce = 500;

/** Throws for anything else. Yields between blocks. */
export function* readingState(json: unknown): Generator<void, StoredState> {
  const { blocks, ...state } = WholeState.parse(json);
  const checked: StoredState['blocks'] = [];
  for (const [index, block] of blocks.entries()) {
    if (index % checkedAtOnce === 0) yield;
    checked.push(StoredBlocks.parse(block));
  }
  return { ...state, blocks: checked };
}

/** Whether the document is what the bytes are read as, so that the state tells of bytes alone. */
export const isDocumentAsRead = ({ blocks }: StoredState): boolean =>
  blocks.every((block) => typeof block === 'number' || (block.read === 1 && block.node === undefined));
