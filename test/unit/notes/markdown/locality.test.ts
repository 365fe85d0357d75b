import { describe, expect, it } from 'vitest';
import { parseMarkdown, parsePiece, type SourceBlock } from '../../../../main/contract/markdown/parse.ts';
import { full } from '../../../support/tiers.ts';
import { times } from '../../../support/property.ts';
import { corpus, randomNumbers } from './corpus.ts';
import { examples } from './commonmark-examples.ts';
import { gfmDocuments } from './gfm-documents.ts';

/** The position of each block in the whole. */
function offsets(lead: string, blocks: readonly SourceBlock[]): number[] {
  const all: number[] = [];
  let at = lead.length;
  for (const { source, gap } of blocks) {
    all.push(at);
    at += source.length + gap.length;
  }
  return all;
}

/** Notes of a dozen snippets each, some with the line ends of Windows, some run together without a blank line. */
function notes(count: number): string[] {
  const random = randomNumbers(7);
  const snippets = [
    ...examples.map(({ markdown }) => markdown),
    ...Object.values(gfmDocuments),
    ...[...corpus(3, 60_000, 6_000).values()].flatMap((text) => text.split(/\n(?=#)/)),
  ];
  return Array.from({ length: count }, () => {
    const parts = Array.from(
      { length: 12 },
      () => (snippets[Math.floor(random() * snippets.length)] ?? '') + (random() < 0.3 ? '' : '\n\n'),
    );
    const note = parts.join('');
    return random() < 0.2 ? note.replaceAll('\n', '\r\n') : note;
  });
}

describe('a piece of a note', () => {
  it('that begins at any block has the blocks that the whole has from there on', full, () => {
    let pieces = 0;
    for (const note of notes(times(40, 1_500))) {
      const whole = parseMarkdown(note);
      const starts = offsets(whole.lead, whole.blocks);
      for (let index = 1; index < starts.length; index += 3) {
        const start = starts[index] ?? 0;
        const piece = parsePiece(note.slice(start), { known: whole.references, atStart: false });
        const rest = whole.blocks.slice(index);
        expect(piece.lead).toBe('');
        expect(piece.blocks.map(({ source, gap }) => source + gap)).toEqual(rest.map(({ source, gap }) => source + gap));
        const different = piece.blocks.findIndex(({ node }, at) => !node.eq(rest[at]?.node ?? node));
        expect(different, note.slice(start, start + 200)).toBe(-1);
        pieces++;
      }
    }
    expect(pieces).toBeGreaterThan(150);
  });

  it('does not change above a blank line because of a formula that ends below it', () => {
    const above = '$$\nx\n- $$ a\n';
    const names = (markdown: string): string[] => parseMarkdown(markdown).blocks.map(({ source }) => source);
    expect(names(`${above}\ny\n$$\n`).slice(0, 2)).toEqual(names(above));
  });
});
