// Blocks that were deleted, and where they would stand now.

import { expect, it } from 'vitest';
import { noteSchema } from '../../../../main/contract/note-schema.ts';
import { Candidates } from '../../../../main/contract/markdown/source/candidates.ts';
import { cleanBlock } from '../../../../main/contract/markdown/source/records.ts';
import type { RemovedBatch } from '../../../../main/contract/markdown/source/removed-blocks.ts';

const paragraph = (text: string) => noteSchema.nodes.paragraph.create(null, noteSchema.text(text));

it('are not each looked for through those that went later, for a block that is like none of them', () => {
  const count = 1_000;
  const batches = Array.from({ length: count }, (_, index): RemovedBatch => {
    const record = cleanBlock({ node: paragraph(String(1_000 + index)), source: `${1_000 + index}\n`, gap: '\n' });
    return { blocks: [{ record, at: 0, edges: {} }], left: count, isReplaced: false };
  });
  let looks = 0;
  const counted = new Proxy(batches, {
    get: (all, key): unknown => {
      looks += 1;
      return Reflect.get(all, key) as unknown;
    },
  });
  expect(new Candidates([], counted).take([paragraph('here')], 0, [null], [undefined])).toEqual([null]);
  expect(looks).toBeLessThan(20 * count);
  const [, , third] = batches;
  expect(new Candidates([], counted).take([paragraph('1002')], 0, [null], [undefined])).toEqual([third?.blocks[0]?.record]);
});
