import { describe, expect, it } from 'vitest';
import { noteSchema as schema } from '../../../../main/contract/note-schema.ts';
import { parseMarkdown } from '../../../../main/contract/markdown/parse.ts';
import { serializeDocument } from '../../../../main/contract/markdown/serialize/serialize.ts';
import { plainText } from '../../../../main/features/notes/markdown/plain-text.ts';
import { times } from '../../../support/property.ts';
import { documentOf, slicesOf } from './round-trip.ts';

/** Long runs of what opens something. A rule that looked ahead from each of them would not come to an end in the time that a test has. */
const runs = [
  '[',
  '![',
  '![[',
  '[^a',
  '[^a]',
  '[a](',
  '[a][',
  '*',
  '*a ',
  '**a ',
  'a**b',
  '_a',
  '~~a',
  '`',
  '`a ',
  '$',
  '$a ',
  '$$a ',
  '$$x\n',
  '# h\n$$x\n',
  '> $$x\n',
  '- $$x\n',
  '<',
  '<a ',
  '<!-- ',
  '&a',
  '\\',
  '|',
  '> ',
  '- ',
  '1. ',
  '\t',
  ' ',
  '\n',
  ':-\n',
  'a|b\n',
  '---\n',
  '[x]: y\n',
  '[^x]: y\n',
  'a\r',
];

describe('long runs of markup', () => {
  it.for(runs)('are read, written and read again: %j', (part) => {
    const markdown = part.repeat(Math.ceil(times(5_000, 20_000) / part.length));
    const parsed = parseMarkdown(markdown);
    expect(slicesOf(parsed)).toBe(markdown);
    const document = documentOf(parsed);
    document.check();
    const again = documentOf(parseMarkdown(serializeDocument(document, parsed.references)));
    expect(again.textContent.replace(/\s/g, '').length).toBe(document.textContent.replace(/\s/g, '').length);
  });

  it.for(runs)('are written from text that was typed: %j', (part) => {
    const text = part.repeat(Math.ceil(times(10_000, 60_000) / part.length));
    const document = schema.nodes.doc.create(null, schema.nodes.paragraph.create(null, schema.text(text)));
    expect(documentOf(parseMarkdown(serializeDocument(document))).textContent.trim()).toBe(text.trim());
  });
});

/** Each no-break space could be a part of an attribute, or a blank behind it: tried both ways, they would take days. */
const endless = `<a${' a=x\u00A0a'.repeat(100)}"`;

describe('tags that do not end', () => {
  it.for([endless, `text ${endless}`, `- ${endless}`, `text\n${endless}`, `<i>\n${endless}`, `| ${endless} |\n|---|`])(
    'are text, wherever they stand: %j',
    (markdown) => {
      const parsed = parseMarkdown(markdown);
      expect(slicesOf(parsed)).toBe(markdown);
      const written = serializeDocument(documentOf(parsed));
      expect(documentOf(parseMarkdown(written)).textContent).toBe(documentOf(parsed).textContent);
      expect(written).toContain('x\u00A0a');
    },
  );
});

/** A pattern that began anew at each of them would take minutes for one. */
const many = times(300_000, 500_000);

describe('long texts', () => {
  it.for([
    ['blanks in a label', `[x][a${'\t'.repeat(many)}b]\n\n[a b]: /u\n`],
    ['ends of HTML that goes on', `<!--${'-->T'.repeat(many)}\nT\n\nnext\n`],
    ['dollars in a formula', `$$\na${'$'.repeat(many)}b\n$$\n`],
  ] as const)('with %s are read, written and said', ([, markdown]) => {
    const parsed = parseMarkdown(markdown);
    const document = documentOf(parsed);
    const written = serializeDocument(document, parsed.references);
    expect(plainText(documentOf(parseMarkdown(written))) === plainText(document)).toBe(true);
  });
});

describe('deep documents', () => {
  it.for([250, 1800])('are written though no markdown reads them as deep: %d levels', (levels) => {
    let block = schema.nodes.paragraph.create(null, schema.text('a'));
    for (let level = 0; level < levels; level++)
      block =
        level % 2 === 0
          ? schema.nodes.blockquote.create(null, block)
          : schema.nodes.bullet_list.create(null, schema.nodes.list_item.create(null, block));
    const written = serializeDocument(schema.nodes.doc.create(null, block));
    expect(parseMarkdown(written).blocks[0]?.node.attrs['kind']).toBe('too_deep');
    expect(written.trimEnd().endsWith('a')).toBe(true);
  });
});
