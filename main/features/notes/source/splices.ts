// What changed of the bytes of a note when it was given as bytes: enough to do it again, and no longer than the change.

import { z } from 'zod';
import { slicedParse } from '../../../lib/sliced-parse.ts';
import { withReplacements, type BlockReplacement } from './block-steps.ts';
import type { Layout, BlockBytes } from '../../../contract/markdown/source/note-text.ts';

/** Blocks `from` up to `to`, of those that the document had before, are replaced by blocks of these bytes. */
interface Splice extends Pick<BlockReplacement, 'from' | 'to'> {
  readonly slices: readonly BlockBytes[];
}

export interface Splices {
  /** Null where it stays. */
  readonly lead: string | null;
  readonly splices: readonly Splice[];
}

const count = z.int().min(0);

const StoredSlice = z.tuple([z.string(), z.string()]);
const StoredSplices = z.strictObject({
  lead: z.string().optional(),
  // There can be a hundred thousand slices: they are checked a few at a time.
  blocks: z.array(z.tuple([count, count, z.array(z.unknown())])),
});

/** Slices that are checked in one go. */
const slicesAtOnce = 1_000;

export function splicesToJson({ lead, splices }: Splices): string {
  const stored: z.input<typeof StoredSplices> = {
    ...(lead === null ? {} : { lead }),
    blocks: splices.map(({ from, to, slices }) => [from, to, slices.map(({ source, gap }): z.infer<typeof StoredSlice> => [source, gap])]),
  };
  return JSON.stringify(stored);
}

/** Throws an Error for anything that `splicesToJson` does not give. Yields in between. */
export function* splicesFromJson(json: string): Generator<void, Splices> {
  const read = yield* slicedParse(json);
  yield;
  const { lead = null, blocks } = StoredSplices.parse(read);
  const splices: Splice[] = [];
  for (const [from, to, stored] of blocks) {
    const slices: BlockBytes[] = [];
    for (const [index, each] of stored.entries()) {
      if (index % slicesAtOnce === 0) yield;
      const [source, gap] = StoredSlice.parse(each);
      slices.push({ source, gap });
    }
    splices.push({ from, to, slices });
  }
  return { lead, splices };
}

/** The layout after the splices. Throws an Error where they are not of this layout. */
export function spliced(layout: Layout, { lead, splices }: Splices): Layout {
  let at = 0;
  for (const { from, to } of splices) {
    if (from < at || to < from || to > layout.slices.length) throw new Error('The splices are of another state of the note');
    at = to;
  }
  const replacements = splices.map(({ from, to, slices }) => ({ from, to, nodes: slices }));
  return { lead: lead ?? layout.lead, slices: withReplacements(layout.slices, replacements) };
}

/** Of things that the blocks before the splices had: those of blocks that are replaced, and those of blocks that stay. */
export function dividedBy<T>(items: readonly T[], { splices }: Splices): { readonly replaced: T[]; readonly kept: T[] } {
  const gone = splices.map(({ from, to }) => items.slice(from, to));
  const kept = withReplacements(
    items,
    splices.map(({ from, to }) => ({ from, to, nodes: [] })),
  );
  return { replaced: gone.flat(), kept };
}

/** Of things that the blocks after the splices have: those of blocks that have come. */
export function cameBy<T>(items: readonly T[], { splices }: Splices): T[] {
  let shift = 0;
  return splices.flatMap(({ from, to, slices }) => {
    const start = from + shift;
    shift += slices.length - (to - from);
    return items.slice(start, start + slices.length);
  });
}
