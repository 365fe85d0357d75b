// Texts are tokenized block by block; the tokens must be those of the note as a whole.

import { describe, expect, it } from 'vitest';
import { ownReferences } from '../../../../main/contract/markdown/references.ts';
import { tokenizeBlocks, tokenizer, tokenizeTexts } from '../../../../main/contract/markdown/tokenizer.ts';
import { seeded, times } from '../../../support/property.ts';
import { examples } from './commonmark-examples.ts';
import { corpus } from './corpus.ts';
import { gfmDocuments } from './gfm-documents.ts';

const env = (): { references: Record<string, never>; [ownReferences]: Record<string, never> } => ({ references: {}, [ownReferences]: {} });

describe('the tokens of each block are those of the whole', () => {
  it.for([
    ['the examples of CommonMark', examples.map(({ markdown }) => markdown)],
    ['documents with tables, tasks and footnotes', Object.values(gfmDocuments)],
    ['documents of every sort', [...corpus(seeded(11), times(100_000, 1_000_000), 6_000).values()]],
  ] as const)('%s', ([, documents]) => {
    for (const markdown of documents) {
      const shared = env();
      const blocks = [...tokenizeBlocks(markdown, shared)];
      for (const block of blocks) tokenizeTexts(block, shared);
      expect(blocks.flatMap(({ tokens }) => tokens)).toEqual(tokenizer.parse(markdown, env()));
    }
  });
});
