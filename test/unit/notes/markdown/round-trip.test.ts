import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePiece } from '../../../../main/contract/markdown/parse.ts';
import { serializeDocument } from '../../../../main/contract/markdown/serialize/serialize.ts';
import { full } from '../../../support/tiers.ts';
import { documents, unruly, zq } from './documents.ts';
import { documentOf } from './round-trip.ts';
import { said } from './said.ts';
import { runs } from '../../../support/property.ts';

const read = (markdown: string) => documentOf(parsePiece(markdown, { known: zq, atStart: true }));

describe('any document', () => {
  it('says the same after it was written and read', () => {
    fc.assert(
      fc.property(documents, (document) => {
        document.check();
        const again = read(serializeDocument(document, zq));
        again.check();
        expect(said(again)).toEqual(said(document));
      }),
      runs(75, 20),
    );
  });

  it('is written the same once it has been written and read', full, () => {
    fc.assert(
      fc.property(documents, (document) => {
        const written = serializeDocument(document, zq);
        expect(serializeDocument(read(written), zq)).toBe(written);
      }),
      runs(75, 21),
    );
  });

  it('keeps its text even where emphasis has no way to be said', () => {
    const letters = (text: string): string => text.toWellFormed().replace(/[\s\0]/g, '');
    fc.assert(
      fc.property(unruly, (document) => {
        expect(letters(read(serializeDocument(document, zq)).textContent)).toBe(letters(document.textContent));
      }),
      runs(100, 22),
    );
  });
});
