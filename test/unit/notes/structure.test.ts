// A change of structure is as local as a letter: a task, a row, an item, a move changes its own lines, written as those around it are.
// Its inverse gives the old bytes.

import { describe, expect, test } from 'vitest';
import { NoteSource } from '../../../main/features/notes/note-source.ts';
import { isLong, seeded, times } from '../../support/property.ts';
import { randomNumbers } from './markdown/corpus.ts';
import { foreign } from './markdown/foreign.ts';
import { gfmDocuments } from './markdown/gfm-documents.ts';
import { kinds } from './structural-changes.ts';
import { tryKind } from './structure-tally.ts';

describe('changes its own lines in the files of others', { timeout: times(120_000, 1_800_000) }, () => {
  const random = randomNumbers(seeded(51));
  const files = [...foreign({ count: times(100, 2_000), longest: times(8_000, 60_000) }, random), ...Object.entries(gfmDocuments)];
  const sources = files.map(([name, markdown]) => [name, NoteSource.parse(markdown, 'Note')] as const);

  test.each(Object.entries(kinds))('%s', (name, kind) => {
    const tally = tryKind(kind, sources, random);
    if (isLong) console.info(name, { ...tally, missed: tally.missed.slice(0, 5) });
    expect(tally.tried).toBeGreaterThan(0);
    expect(tally.notUndone).toEqual([]);
    // Of the few files of a short run, which are others with each package that comes or goes, two may miss.
    const most = Math.max(isLong ? 0 : 2, (1 - kind.least) * tally.tried);
    expect(tally.tried - tally.local, tally.missed.slice(0, 10).join('\n')).toBeLessThanOrEqual(most);
  });
});
