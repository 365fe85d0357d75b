import { describe, expect, it } from 'vitest';
import { full } from '../../../support/tiers.ts';
import { gfmDocuments } from './gfm-documents.ts';
import { missOf } from './round-trip.ts';

describe('documents with tables, tasks, footnotes, formulas and the like', () => {
  it.for(Object.entries(gfmDocuments))('come back: %s', ([name, markdown]) => {
    // Only our own rules see blocks in these.
    const judge = name.startsWith('math') ? 'notes' : 'stock';
    expect(missOf(markdown, undefined, judge)).toBeNull();
    expect(missOf(markdown.replaceAll('\n', '\r\n'), undefined, judge)).toBeNull();
  });

  it('come back all in one', full, () => {
    // Front matter and open fences would be something else in the middle.
    const together = Object.entries(gfmDocuments)
      .filter(([name]) => !name.includes('front matter') && !name.includes('open fence') && !name.includes('at the start'))
      .map(([, markdown]) => markdown);
    expect(missOf(together.join('\n\n'), 40, 'notes')).toBeNull();
  });
});
