import { describe, expect, test } from 'vitest';
import { noteSchema } from '../../../main/contract/note-schema.ts';
import { addressAt, addressesIn } from '../../../renderer/features/notes/editor/addresses.ts';
import { leadAt } from '../../../renderer/features/notes/editor/link-state.ts';

const { nodes, marks } = noteSchema;

describe('addresses that are written out in a note', () => {
  const paragraph = nodes.paragraph.create(null, [
    noteSchema.text('See www.a.org or '),
    noteSchema.text('https://b.org', [marks.strong.create()]),
    noteSchema.text('www.link.org', [marks.link.create({ href: 'https://c.org' })]),
    noteSchema.text('www.code.org', [marks.code.create()]),
    nodes.hard_break.create(),
    noteSchema.text('d@e.org'),
  ]);
  const doc = nodes.doc.create(null, [paragraph, nodes.code_block.create(null, noteSchema.text('www.f.org'))]);

  test('are found in text, also in bold, but not in links and code', () => {
    expect(addressesIn(paragraph).map(({ from, to, href }) => [paragraph.textBetween(from, to), href])).toEqual([
      ['www.a.org', 'http://www.a.org'],
      ['https://b.org', 'https://b.org'],
      ['d@e.org', 'mailto:d@e.org'],
    ]);
    expect(addressesIn(doc.child(1))).toEqual([]);
  });

  test('are at a position within, but not at their edges, where they are being typed', () => {
    expect(addressAt(doc.resolve(5))).toBeNull();
    expect(addressAt(doc.resolve(6))).toEqual({ from: 5, to: 14, href: 'http://www.a.org' });
    expect(addressAt(doc.resolve(14))).toBeNull();
    expect(leadAt(doc.resolve(6))).toEqual({ from: 5, to: 14, href: 'http://www.a.org', isWrittenOut: true });
    expect(leadAt(doc.resolve(40))?.href).toBe('https://c.org');
  });
});
