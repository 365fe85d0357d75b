// Beside pandoc's Word documents of the same notes.

import { describe, expect, test } from 'vitest';
import { compare, constructs } from './fidelity.ts';

describe('of what pandoc keeps of a note in a Word document, none is lost', () => {
  test.each(constructs)('$name', async (construct) => {
    const { ours, theirs, lost } = await compare(construct);
    expect(lost).toEqual([]);
    // What is text in theirs is text in ours; boxes of tasks are the same with or without a mark in them.
    const plain = (text: string): string => text.replace(/[☐☒☑\s]/g, '');
    expect(plain(ours.text)).toContain(plain(theirs.text));
  });
});
