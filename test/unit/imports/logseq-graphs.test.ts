import { expect, test } from 'vitest';
import type { SourceEntry } from '../../../main/features/imports/plan.ts';
import { LogseqGraphs } from '../../../main/features/imports/readers/logseq.ts';

test('of many folders with journals each path is looked at a few times', () => {
  const count = 200;
  let looks = 0;
  const entryAt = (path: string): SourceEntry =>
    ({
      get path() {
        looks += 1;
        return path;
      },
    }) as SourceEntry;
  const entries = Array.from({ length: count }, (_, index) => entryAt(`x${index}/journals/2026_01_01.md`));
  const graphs = new LogseqGraphs([...entries, entryAt('x7/pages/a/b.md')]);
  expect(looks).toBeLessThan(10 * count);
  expect([graphs.isPage('x7/pages/c.md'), graphs.isPage('x8/pages/c.md')]).toEqual([true, false]);
});
