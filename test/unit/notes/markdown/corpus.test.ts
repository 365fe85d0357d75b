import { describe, expect, it } from 'vitest';
import { corpus } from './corpus.ts';
import { missOf } from './round-trip.ts';

describe('files of other people', () => {
  it('come back: at least 995 of 1000', { timeout: 60_000 }, () => {
    const files = corpus(1, 1_200_000, 60_000);
    const misses = [...files].map(([name, text]) => [name, missOf(text, 5)] as const).filter(([, miss]) => miss !== null);
    expect(files.size).toBeGreaterThan(100);
    // All files that were looked at when this was written came back, 903 of 903; installed packages change.
    expect(misses.length / files.size, misses.join('\n')).toBeLessThanOrEqual(0.005);
  });
});
