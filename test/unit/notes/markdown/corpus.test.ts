import { describe, expect, it } from 'vitest';
import { full } from '../../../support/tiers.ts';
import { seeded, times } from '../../../support/property.ts';
import { corpus } from './corpus.ts';
import { blocks } from './fragments.ts';
import { missOf } from './round-trip.ts';

/** A judge that does not know formulas and footnotes takes them for text. */
const judgeFor = (markdown: string) => (/\$\$|\[\^/.test(markdown) ? 'notes' : 'stock');

describe('markdown of every sort', () => {
  it.each(blocks)('comes back: %j', (block) => {
    expect(missOf(`${block}\n`, undefined, judgeFor(block))).toBeNull();
  });

  it('comes back in any mixture', full, () => {
    const documents = corpus(seeded(1), times(150_000, 1_000_000), 60_000);
    const misses = [...documents]
      .map(([name, text]) => [name, missOf(text, 5, judgeFor(text))] as const)
      .filter(([, miss]) => miss !== null);
    expect(documents.size).toBeGreaterThan(100);
    expect(misses).toEqual([]);
  });
});
